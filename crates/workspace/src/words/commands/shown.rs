//! Labels of the commands of the shown sample.

use texlens_metrics::Side;

use crate::commands::ShownCommand;

/// The label of a command.
pub(super) fn label(command: &ShownCommand) -> String {
    let label = match command {
        ShownCommand::Give(Side::Reference) => "Add or replace the reference",
        ShownCommand::Give(Side::Prediction) => "Add a prediction",
        ShownCommand::Beside(None) => "Show one system only",
        ShownCommand::Beside(Some(system)) => return format!("Show the prediction of {system} beside this one"),
        ShownCommand::CancelReading => "Cancel reading this sample",
        ShownCommand::Retry => "Retry reading this sample",
        ShownCommand::ReadBoth => "Read from the text and the image, as two systems",
        ShownCommand::DrawAgain => "Draw the page again",
        ShownCommand::TakeBack(false) => "Undo the last correction of this page",
        ShownCommand::TakeBack(true) => "Undo all corrections of this page",
        ShownCommand::Tag => "Add a tag or a comment",
        ShownCommand::Fold(true) => "Hide the pages of this document",
        ShownCommand::Fold(false) => "List the pages of this document",
        ShownCommand::BestFirst(true) => "List the best samples first",
        ShownCommand::BestFirst(false) => "List the worst samples first",
    };
    label.to_owned()
}
