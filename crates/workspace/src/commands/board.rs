//! Commands of the screen of leaderboards.

use texlens_leaderboard::PUBLICATIONS;

use super::deed::{Activity, Deed, act};
use super::obstacle::{Obstacle, unless};
use crate::state::{Action, BoardAction, State};

/// A command of the screen of leaderboards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardCommand {
    /// Opens the browser's file dialog.
    Open,
    /// Cancels the calculation.
    Cancel,
    /// Shows the scores of the open samples, or hides them.
    WithSamples(bool),
    /// Shows the printed tables of a publication, or hides them.
    Printed(&'static str, bool),
    /// Removes the file with this name.
    Remove(String),
    /// Sorts the rows of a table by a column, or reverses their order.
    Sort {
        /// The index of the table.
        set: usize,
        /// The index of the column.
        column: usize,
        /// The heading of the column.
        heading: String,
    },
}

impl BoardCommand {
    /// Returns the commands that make sense in a state.
    pub(super) fn all(state: &State) -> Vec<Self> {
        let board = &state.leaderboards;
        let mut all = vec![Self::Open, Self::Cancel];
        if !state.samples.is_empty() {
            all.push(Self::WithSamples(!board.with_samples));
        }
        all.extend(PUBLICATIONS.map(|name| Self::Printed(name, !board.printed.contains(name))));
        all.extend(board.files.iter().map(|file| Self::Remove(file.name.clone())));
        for (set, shown) in board.shown.sets.iter().enumerate() {
            all.extend(shown.table.head.iter().enumerate().map(|(column, heading)| Self::Sort {
                set,
                column,
                heading: heading.clone(),
            }));
        }
        all
    }

    /// Returns what the command does in a state.
    pub(super) fn deed(&self, state: &State) -> Result<Deed, Obstacle> {
        let board = &state.leaderboards;
        let action = match self {
            Self::Open => return Ok(Deed::Open),
            Self::Cancel => {
                unless(Obstacle::NothingRuns, !board.is_busy)?;
                return Ok(Deed::Cancel(Activity::Board));
            }
            Self::WithSamples(with) => BoardAction::WithSamples(*with),
            Self::Printed(name, is_shown) => BoardAction::Printed(name, *is_shown),
            Self::Remove(name) => {
                let at = board.files.iter().position(|file| file.name == *name);
                BoardAction::Remove(at.ok_or(Obstacle::NothingChosen)?)
            }
            Self::Sort { set, column, .. } => {
                unless(Obstacle::NoResults, *set >= board.shown.sets.len())?;
                BoardAction::Sort {
                    set: *set,
                    column: *column,
                }
            }
        };
        Ok(act(Action::Board(action)))
    }
}
