//! Labels of the commands of messages.

use crate::commands::MessageCommand;
use crate::words::{count, status_bar};

/// The label of a command.
pub(super) fn label(command: MessageCommand) -> String {
    let label = match command {
        MessageCommand::DismissProblem => "Dismiss the problem",
        MessageCommand::DismissOffer => "Dismiss the offer to undo",
        MessageCommand::DismissRefusals => "Dismiss the list of files that could not be used",
        MessageCommand::Latin1 => "Read the refused texts as Latin-1",
        MessageCommand::ShowStripped => "Show the text that was removed around LaTeX",
        MessageCommand::DismissStripped => "Dismiss the message about removed text",
        MessageCommand::DismissChange => "Dismiss the message about the last change",
        MessageCommand::Reload => "Reload with the new version",
        MessageCommand::Later => "Put the new version off",
        MessageCommand::CancelImport => "Cancel the import",
        MessageCommand::ContinueImport { pieces, number, .. } => {
            let samples = count(pieces, "sample");
            return match number {
                None => format!("Continue the interrupted import of {samples}"),
                Some(number) => format!("Continue interrupted import {number}: {samples}"),
            };
        }
        MessageCommand::CancelReport => "Cancel the download of the report",
        MessageCommand::CancelJudge => "Cancel asking the judge",
        MessageCommand::DismissJudge => "Dismiss the message about the judge",
        MessageCommand::CancelReader => "Cancel reading with a model",
        MessageCommand::SaveReadings => "Save the answers of the model that reads",
        MessageCommand::SaveReaderRun => "Save the run of the model that reads",
        MessageCommand::DismissReader => "Dismiss the message about the model that reads",
        MessageCommand::CancelOwnModel => "Cancel reading with your own model",
        MessageCommand::DismissOwnModel => "Dismiss the message about your own model",
        MessageCommand::StopCompiling => status_bar::STOP_COMPILING,
        MessageCommand::StoreAgain => "Store the samples again",
    };
    label.to_owned()
}
