//! Saves evaluations as files. A worker writes them; the page sends it the evaluation and the images.

mod download;
mod draft;
mod source;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::timers::future::TimeoutFuture;
use js_sys::Date;
use texlens_blob::Blob;
use texlens_report::Content;
use texlens_workspace::saving::{Extent, Format};
use texlens_workspace::state::{Action, Notice, SaveAction};
use texlens_workspace::words::failures;
use wasm_bindgen_futures::spawn_local;
use yew::{html::ImplicitClone, prelude::*};

use crate::app::store::Store;
use crate::worker::pdf::PdfClient;
use crate::worker::saving::SaveError;
use source::PageSource;

pub(super) use download::download;
pub(in crate::app) use draft::Draft;

/// Time between two looks whether everything is scored.
const LOOK_MS: u32 = 50;

/// Saves evaluations.
#[derive(Clone)]
pub(in crate::app) struct Saver(Rc<Inner>);

impl ImplicitClone for Saver {}

impl PartialEq for Saver {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    state: RefCell<UseReducerHandle<Store>>,
    pdf: PdfClient,
    send: Callback<Action>,
    /// The draft that is being written.
    writing: RefCell<Option<Rc<Draft>>>,
    /// Counts the files that were started or cancelled. The outcome of an earlier one is ignored.
    turn: Cell<u32>,
}

/// Returns the handle that saves evaluations.
#[hook]
pub(in crate::app) fn use_save(pdf: &PdfClient, state: &UseReducerHandle<Store>, send: &Callback<Action>) -> Saver {
    let saver = use_memo((), |()| {
        Saver(Rc::new(Inner {
            state: RefCell::new(state.clone()),
            pdf: pdf.clone(),
            send: send.clone(),
            writing: RefCell::default(),
            turn: Cell::default(),
        }))
    });
    saver.0.state.replace(state.clone());
    (*saver).clone()
}

impl Saver {
    /// Returns the evaluation as it is now.
    pub(in crate::app) fn draft(&self, extent: Extent) -> Draft {
        Draft::of(&self.0.state.borrow(), extent)
    }

    /// Writes the evaluation without images, for use within the app, as soon as everything is scored: what is not scored
    /// would be written as missing.
    pub(in crate::app::hooks) async fn written(&self, format: Format) -> Result<Blob, SaveError> {
        while self.0.state.borrow().unscored() > 0 {
            TimeoutFuture::new(LOOK_MS).await;
        }
        let draft = self.draft(Extent::All);
        let source = PageSource {
            pictures: draft.pictures.clone(),
            pdf: self.0.pdf.clone(),
            progress: Callback::noop(),
        };
        let content = Content {
            images: false,
            texts: true,
        };
        let (file, _) = draft.write(format, content, Rc::new(source), || true).await?;
        Ok(file)
    }

    /// Starts to save. The state receives progress and outcome.
    pub(in crate::app) fn start(&self, draft: Rc<Draft>, format: Format, content: Content) {
        let inner = self.0.clone();
        let turn = inner.next_turn();
        inner.writing.replace(Some(draft.clone()));
        inner
            .send
            .emit(Action::Save(SaveAction::Progress { done: 0, total: 0 }));
        spawn_local(async move {
            let saved = inner.save(&draft, format, content, turn).await;
            // After a cancellation, the person knows that nothing was saved.
            if inner.turn.get() == turn {
                inner.writing.take();
                let saved = saved.map_err(|error| match error {
                    SaveError::Cancelled => Notice::SavingCancelled.to_string(),
                    SaveError::Failed(message) => message,
                });
                inner.send.emit(Action::Save(SaveAction::Saved(saved)));
            }
        });
    }

    /// Cancels saving.
    pub(in crate::app) fn cancel(&self) {
        self.0.next_turn();
        if let Some(draft) = self.0.writing.take() {
            draft.cancel_files();
        }
        self.0.send.emit(Action::Save(SaveAction::Cancelled));
    }
}

impl Inner {
    fn next_turn(&self) -> u32 {
        let turn = self.turn.get() + 1;
        self.turn.set(turn);
        turn
    }

    /// Saves a file. Returns the number of page images that it omits.
    async fn save(&self, draft: &Draft, format: Format, content: Content, turn: u32) -> Result<usize, SaveError> {
        let is_wanted = || self.turn.get() == turn;
        let send = self.send.clone();
        let source = PageSource {
            pictures: draft.pictures.clone(),
            pdf: self.pdf.clone(),
            progress: Callback::from(move |(done, total)| {
                send.emit(Action::Save(SaveAction::Progress { done, total }));
            }),
        };
        let (file, left_out) = draft.write(format, content, Rc::new(source), is_wanted).await?;
        // The file may have been finished when the person cancelled.
        if !is_wanted() {
            return Err(SaveError::Cancelled);
        }
        let name = format.file_name(&draft.samples, draft.extent);
        let refused = || SaveError::Failed(failures::NOT_SAVED.to_owned());
        download(&name, &file).ok_or_else(refused)?;
        Ok(left_out)
    }
}

/// Returns the time as ISO 8601, in UTC and seconds.
pub(super) fn now() -> String {
    let now = String::from(Date::new_0().to_iso_string());
    // Milliseconds are of no use here.
    now.split_once('.')
        .map_or(now.clone(), |(seconds, _)| format!("{seconds}Z"))
}
