//! Calculates the leaderboards that the person wants to see.

use std::cell::Cell;
use std::rc::Rc;

use gloo::file::File;
use texlens_blob::Blob;
use texlens_workspace::judging::Verdicts;
use texlens_workspace::messages::leaderboard::{Request, Standings};
use texlens_workspace::saving::Format;
use texlens_workspace::state::{Action, BoardAction, BoardFile, Samples, State};
use texlens_workspace::words::leaderboard as words;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::save::Saver;
use crate::worker::asking::AskError;
use crate::worker::leaderboard::LeaderboardClient;
use crate::worker::saving::SaveError;

/// The endings of the files that can be opened.
pub(in crate::app) const BOARD_FILES: &[&str] = &[".json", ".html", ".htm"];

/// An action of the user.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum BoardAsk {
    /// Opens saved evaluations.
    Open(Vec<File>),
    /// Cancels the calculation.
    Cancel,
}

/// What the tables are of.
#[derive(Debug, Clone, PartialEq)]
struct Wanted {
    /// The open samples with everything that their evaluation is made of; `None` if they are not shown.
    samples: Option<Open>,
    files: Vec<Rc<BoardFile>>,
    printed: Vec<&'static str>,
}

/// What the evaluation of the open samples depends on. Two are equal if nothing has changed in between.
#[derive(Debug, Clone, PartialEq)]
struct Open {
    samples: Samples,
    verdicts: Vec<*const Verdicts>,
}

impl Open {
    fn of(state: &State) -> Self {
        Self {
            samples: state.samples.clone(),
            verdicts: state.judging.verdicts.iter().map(Rc::as_ptr).collect(),
        }
    }
}

impl Wanted {
    fn is_empty(&self) -> bool {
        self.samples.is_none() && self.files.is_empty() && self.printed.is_empty()
    }
}

/// Carries out the user's actions, and calculates the tables whenever their content changes.
#[hook]
pub(in crate::app) fn use_leaderboard(state: &State, saver: &Saver, send: &Callback<Action>) -> Callback<BoardAsk> {
    let board = &state.leaderboards;
    let send = send.reform(Action::Board);
    let inner = {
        let (saver, send) = (saver.clone(), send.clone());
        use_memo((), move |()| Inner {
            client: LeaderboardClient::new(),
            saver,
            send,
            turn: Cell::default(),
        })
    };
    let unscored = state.unscored();
    let wanted = (board.is_shown && unscored == 0).then(|| Wanted {
        samples: (board.with_samples && !state.samples.is_empty()).then(|| Open::of(state)),
        files: board.files.clone(),
        printed: board.printed().collect(),
    });
    {
        let inner = inner.clone();
        use_effect_with(wanted, move |wanted| {
            if let Some(wanted) = wanted.clone() {
                spawn_local(async move { inner.stand(wanted).await });
            }
        });
    }
    use_callback(inner, |ask, inner| match ask {
        BoardAsk::Open(files) => inner
            .send
            .emit(BoardAction::Opened(files.into_iter().map(opened).collect())),
        BoardAsk::Cancel => inner.cancel(),
    })
}

fn opened(file: File) -> BoardFile {
    let handle: &web_sys::File = file.as_ref();
    BoardFile {
        name: file.name(),
        file: Blob::from(handle.clone()),
    }
}

struct Inner {
    client: LeaderboardClient,
    saver: Saver,
    send: Callback<BoardAction>,
    /// Counts what was calculated or cancelled. The outcome of an earlier one is ignored, since it may come later.
    turn: Cell<u32>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Inner {
    fn next_turn(&self) -> u32 {
        let turn = self.turn.get().wrapping_add(1);
        self.turn.set(turn);
        turn
    }

    fn cancel(&self) {
        self.next_turn();
        self.client.give_up();
        self.send.emit(BoardAction::Cancelled);
    }

    async fn stand(&self, wanted: Wanted) {
        let turn = self.next_turn();
        if wanted.is_empty() {
            return self.send.emit(BoardAction::Nothing);
        }
        self.send.emit(BoardAction::Began);
        let standings = self.standings(wanted).await;
        if self.turn.get() != turn {
            return;
        }
        self.send.emit(match standings {
            Ok(standings) => BoardAction::Stood(standings),
            Err(AskError::GivenUp) => BoardAction::Cancelled,
            Err(AskError::Failed(message)) => BoardAction::Failed(message),
        });
    }

    async fn standings(&self, wanted: Wanted) -> Result<Standings, AskError> {
        let mut evaluations: Vec<(String, Blob)> = Vec::new();
        if wanted.samples.is_some() {
            let json = self.saver.written(Format::Json).await.map_err(|error| match error {
                SaveError::Cancelled => AskError::GivenUp,
                SaveError::Failed(message) => AskError::Failed(message),
            })?;
            evaluations.push((words::OPEN_SAMPLES.to_owned(), json));
        }
        evaluations.extend(wanted.files.iter().map(|file| (file.name.clone(), file.file.clone())));
        let printed = wanted.printed.into_iter().map(str::to_owned).collect();
        let stand = |job| Request::Stand {
            job,
            evaluations,
            printed,
        };
        self.client.ask(stand).await
    }
}
