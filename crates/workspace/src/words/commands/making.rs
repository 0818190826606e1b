//! Labels of the commands of the screen that makes pages.

use crate::commands::{MadeFiles, MakeCommand};
use crate::state::Step;
use crate::words::{common, making};

/// The label of a command.
pub(super) fn label(command: &MakeCommand) -> String {
    let label = match command {
        MakeCommand::Make => making::MAKE,
        MakeCommand::Preview => making::PREVIEW,
        MakeCommand::Own => "Choose a file with your own formulas",
        MakeCommand::RemoveOwn => "Remove your own formulas",
        MakeCommand::Files(MadeFiles::AddImages) => making::ADD_IMAGES,
        MakeCommand::Files(MadeFiles::AddPdfs) => making::ADD_PDFS,
        MakeCommand::Files(MadeFiles::SaveAll) => making::SAVE_ALL,
        MakeCommand::Files(MadeFiles::SavePdf) => making::SAVE_PDF,
        MakeCommand::Turn(Step::Next) => return common::Portion::Page.next(),
        MakeCommand::Turn(Step::Previous) => return common::Portion::Page.previous(),
        MakeCommand::Picture(at, title) => return format!("Show image {} of the page: {title}", at + 1),
        MakeCommand::Boxes => "Show boxes of text and formulas, or hide them",
        MakeCommand::Cancel => "Cancel making or packing pages",
    };
    label.to_owned()
}
