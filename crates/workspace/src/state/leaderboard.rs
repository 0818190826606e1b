//! Leaderboards of evaluations and publications.

use std::collections::BTreeSet;
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_leaderboard::{PUBLICATIONS, Shown};

use super::{Notice, State};
use crate::messages::leaderboard::Standings;

/// The state of leaderboards.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaderboards {
    /// Whether the screen is shown.
    pub is_shown: bool,
    /// Whether the scores of the open samples are shown.
    pub with_samples: bool,
    /// Saved evaluations that were opened on this screen.
    pub files: Vec<Rc<BoardFile>>,
    /// The publications whose tables are shown.
    pub printed: BTreeSet<&'static str>,
    /// The tables; empty until they are calculated.
    pub shown: Shown,
    /// Files that could not be used, each with the reason.
    pub refused: Vec<(String, String)>,
    /// Whether the worker is calculating.
    pub is_busy: bool,
    /// What went wrong last, and what to do.
    pub trouble: Option<String>,
    /// The files before one was removed, for undo.
    pub replaced: Option<Vec<Rc<BoardFile>>>,
}

/// A saved evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardFile {
    /// The name of the file, with a number if another open file has the same name.
    pub name: String,
    /// The file.
    pub file: Blob,
}

impl Default for Leaderboards {
    fn default() -> Self {
        Self {
            is_shown: false,
            with_samples: true,
            files: Vec::new(),
            printed: BTreeSet::new(),
            shown: Shown::default(),
            refused: Vec::new(),
            is_busy: false,
            trouble: None,
            replaced: None,
        }
    }
}

impl Leaderboards {
    /// Returns the publications whose tables are shown, in their usual order.
    pub fn printed(&self) -> impl Iterator<Item = &'static str> {
        PUBLICATIONS.into_iter().filter(|name| self.printed.contains(name))
    }

    /// Adds a file. Reports often have the same name in different folders, and a browser does not tell the folder: later
    /// files of a name get a number, as in `report.json (2)`.
    fn open(&mut self, file: BoardFile) {
        let is_free = |name: &String| self.files.iter().all(|held| held.name != *name);
        let numbered = (2_usize..).map(|number| format!("{} ({number})", file.name));
        let name = std::iter::once(file.name.clone()).chain(numbered).find(is_free);
        let name = name.unwrap_or_else(|| file.name.clone());
        self.files.push(Rc::new(BoardFile { name, ..file }));
    }
}

/// Events of leaderboards.
#[derive(Debug)]
pub enum BoardAction {
    /// Saved evaluations were opened.
    Opened(Vec<BoardFile>),
    /// A file is removed, by its index.
    Remove(usize),
    /// The tables of a publication are shown, or not.
    Printed(&'static str, bool),
    /// The scores of the open samples are shown, or not.
    WithSamples(bool),
    /// The worker starts to calculate.
    Began,
    /// The worker has calculated.
    Stood(Standings),
    /// There is nothing to calculate.
    Nothing,
    /// The person has cancelled the calculation. The tables before it stay.
    Cancelled,
    /// Something failed, with a message that says what to do.
    Failed(String),
    /// The rows of a set are sorted by a column.
    Sort {
        /// The index of the set.
        set: usize,
        /// The index of the column.
        column: usize,
    },
    /// The problem is dismissed.
    Dismissed,
    /// The file that was removed last comes back.
    Undo,
    /// The offer to undo is dismissed.
    Forgotten,
}

impl State {
    pub(super) fn board_after(&mut self, action: BoardAction) {
        let board = Rc::make_mut(&mut self.leaderboards);
        match action {
            BoardAction::Opened(files) => {
                // The files before would be without these.
                board.replaced = None;
                for file in files {
                    board.open(file);
                }
            }
            BoardAction::Remove(index) if index < board.files.len() => {
                board.replaced = Some(board.files.clone());
                board.files.remove(index);
            }
            BoardAction::Remove(_) => {}
            BoardAction::Printed(name, is_shown) => {
                let known = PUBLICATIONS.iter().find(|known| **known == name);
                match (known, is_shown) {
                    (Some(name), true) => drop(board.printed.insert(*name)),
                    (_, _) => drop(board.printed.remove(name)),
                }
            }
            BoardAction::WithSamples(with) => board.with_samples = with,
            BoardAction::Began => (board.is_busy, board.trouble) = (true, None),
            BoardAction::Stood(standings) => {
                board.is_busy = false;
                board.shown = standings.shown;
                board.refused = standings.refused;
                self.notice = Some(Notice::Ranked(board.shown.sets.len()));
            }
            BoardAction::Nothing => {
                board.is_busy = false;
                board.shown = Shown::default();
                board.refused.clear();
            }
            BoardAction::Cancelled => board.is_busy = false,
            BoardAction::Failed(message) => {
                board.is_busy = false;
                self.notice = Some(Notice::Failed(message.clone()));
                board.trouble = Some(message);
            }
            BoardAction::Sort { set, column } => {
                if let Some(table) = board.shown.sets.get_mut(set) {
                    *table = table.clone().sorted(column);
                }
            }
            BoardAction::Dismissed => board.trouble = None,
            BoardAction::Undo => {
                if let Some(files) = board.replaced.take() {
                    board.files = files;
                }
            }
            BoardAction::Forgotten => board.replaced = None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use texlens_leaderboard::{Standing, printed};

    use super::*;
    use crate::state::Action;

    fn after(state: State, actions: impl IntoIterator<Item = BoardAction>) -> State {
        actions
            .into_iter()
            .fold(state, |state, action| state.after(Action::Board(action)))
    }

    fn file(name: &str) -> BoardFile {
        BoardFile {
            name: name.to_owned(),
            file: Blob::new(b"{}", ""),
        }
    }

    #[test]
    fn files_of_one_name_get_numbers_and_only_known_publications_are_shown() {
        let state = after(
            State::default(),
            [
                BoardAction::Opened(vec![file("a"), file("b")]),
                BoardAction::Opened(vec![file("a"), file("a")]),
                BoardAction::Printed("texocr", true),
                BoardAction::Printed("unknown", true),
                BoardAction::Remove(7),
            ],
        );
        let names = |state: &State| {
            let files = state.leaderboards.files.iter().map(|file| file.name.clone());
            files.collect::<Vec<_>>()
        };
        assert_eq!(names(&state), ["a", "b", "a (2)", "a (3)"]);
        // A free number is used again; the other files keep their names.
        let state = after(state, [BoardAction::Remove(2), BoardAction::Opened(vec![file("a")])]);
        assert_eq!(names(&state), ["a", "b", "a (3)", "a (2)"]);
        let state = after(state, [BoardAction::Remove(3), BoardAction::Remove(2)]);
        assert_eq!(state.leaderboards.printed, BTreeSet::from(["texocr"]));
        let state = after(
            state,
            [
                BoardAction::Remove(0),
                BoardAction::Remove(0),
                BoardAction::Printed("texocr", false),
            ],
        );
        assert!(state.leaderboards.files.is_empty() && state.leaderboards.printed().next().is_none());
        let names = ["texbleu", "pdf-parse-bench", "texocr"];
        let state = after(state, names.map(|name| BoardAction::Printed(name, true)));
        assert!(state.leaderboards.printed().eq(PUBLICATIONS));
    }

    #[test]
    fn tables_come_are_sorted_and_go() {
        let shown = Standing::of(printed("texbleu").collect()).shown();
        let standings = Standings {
            shown,
            refused: vec![("x".to_owned(), "why".to_owned())],
        };
        let state = after(State::default(), [BoardAction::Began, BoardAction::Stood(standings)]);
        let first = |state: &State| state.leaderboards.shown.sets[0].table.rows[0][0].clone();
        assert_eq!((state.leaderboards.is_busy, first(&state).as_str()), (false, "TeXBLEU"));
        let state = after(
            state,
            [
                BoardAction::Sort { set: 0, column: 0 },
                BoardAction::Sort { set: 9, column: 0 },
            ],
        );
        assert_eq!(first(&state), "Baseline (BLEU)");
        assert_eq!(state.notice, Some(Notice::Ranked(1)));
        let state = after(state, [BoardAction::Began, BoardAction::Cancelled]);
        assert_eq!(
            (state.leaderboards.is_busy, first(&state).as_str()),
            (false, "Baseline (BLEU)")
        );
        assert_eq!(state.leaderboards.refused.len(), 1);
        let state = after(state, [BoardAction::Failed("no".to_owned())]);
        assert_eq!(state.leaderboards.trouble.as_deref(), Some("no"));
        let state = after(state, [BoardAction::Dismissed, BoardAction::Nothing]);
        assert!(state.leaderboards.shown.sets.is_empty() && state.leaderboards.refused.is_empty());
    }
}
