//! Labels of the commands of leaderboards.

use crate::commands::BoardCommand;
use crate::words::leaderboard;

/// The label of a command.
pub(super) fn label(command: &BoardCommand) -> String {
    let label = match command {
        BoardCommand::Open => leaderboard::OPEN,
        BoardCommand::Cancel => "Cancel work on the leaderboard",
        BoardCommand::WithSamples(true) => "Show the open samples in the leaderboard",
        BoardCommand::WithSamples(false) => "Hide the open samples from the leaderboard",
        BoardCommand::Printed(name, is_shown) => {
            let verb = if *is_shown { "Show" } else { "Hide" };
            return format!("{verb} the printed tables of {}", leaderboard::publication(name));
        }
        BoardCommand::Remove(name) => return leaderboard::remove(name),
        BoardCommand::Sort { set, heading, .. } => return format!("Sort table {} by {heading}", set + 1),
    };
    label.to_owned()
}
