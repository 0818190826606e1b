//! Saves evaluations as files.

mod assets;
mod breath;
mod download;
mod draft;
mod pictures;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use js_sys::Date;
use texlens_report::{Assets, Content};
use texlens_workspace::saving::Format;
use texlens_workspace::state::{Action, SaveAction};
use wasm_bindgen_futures::spawn_local;
use yew::{html::ImplicitClone, prelude::*};

use crate::app::store::Store;
use crate::worker::pdf::PdfClient;
use breath::Breath;

pub(super) use download::download;
pub(in crate::app) use draft::{Draft, SaveError, Size};

/// What saves.
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
    assets: RefCell<Option<Rc<Assets>>>,
    /// Counts what was begun or given up: what was begun before is not wanted any more.
    turn: Rc<Cell<u32>>,
}

/// The way out for evaluations.
#[hook]
pub(in crate::app) fn use_save(pdf: &PdfClient, state: &UseReducerHandle<Store>, send: &Callback<Action>) -> Saver {
    let saver = use_memo((), |()| {
        Saver(Rc::new(Inner {
            state: RefCell::new(state.clone()),
            pdf: pdf.clone(),
            send: send.clone(),
            assets: RefCell::default(),
            turn: Rc::default(),
        }))
    });
    saver.0.state.replace(state.clone());
    (*saver).clone()
}

impl Saver {
    /// What there is to save now.
    pub(in crate::app) fn draft(&self) -> Draft {
        Draft::of(&self.0.state.borrow())
    }

    /// How large a file would be; asked until `is_wanted` says no.
    pub(in crate::app) async fn size(
        &self,
        draft: &Draft,
        format: Format,
        content: Content,
        is_wanted: impl Fn() -> bool + 'static,
    ) -> Result<Size, SaveError> {
        let breath = Breath::new(0, Callback::noop(), is_wanted);
        breath.pause().await?;
        let assets = self.0.assets().await?;
        draft.size(format, content, &assets, &breath).await
    }

    /// Saves; the state tells how far it is and what came of it.
    pub(in crate::app) fn start(&self, draft: Rc<Draft>, format: Format, content: Content) {
        let inner = self.0.clone();
        let turn = inner.next_turn();
        inner
            .send
            .emit(Action::Save(SaveAction::Progress { done: 0, total: 0 }));
        spawn_local(async move {
            let saved = inner.save(&draft, format, content, turn).await;
            // Who has given it up knows that nothing was saved.
            if inner.turn.get() == turn {
                let saved = saved.map_err(|error| match error {
                    SaveError::Stopped => "Nothing was saved.".to_owned(),
                    SaveError::Failed(message) => message,
                });
                inner.send.emit(Action::Save(SaveAction::Saved(saved)));
            }
        });
    }

    /// Gives up what is being saved.
    pub(in crate::app) fn cancel(&self) {
        self.0.next_turn();
        self.0.send.emit(Action::Save(SaveAction::Cancelled));
    }
}

impl Inner {
    fn next_turn(&self) -> u32 {
        let turn = self.turn.get() + 1;
        self.turn.set(turn);
        turn
    }

    /// How many page images were left out.
    async fn save(&self, draft: &Draft, format: Format, content: Content, turn: u32) -> Result<usize, SaveError> {
        let images = if content.images {
            draft.pictures.iter().flatten().count()
        } else {
            0
        };
        let total = if format.has_images() {
            images + draft.evaluation.samples.len()
        } else {
            0
        };
        let (send, at) = (self.send.clone(), self.turn.clone());
        let tell = Callback::from(move |(done, total)| send.emit(Action::Save(SaveAction::Progress { done, total })));
        let breath = Breath::new(total, tell, move || at.get() == turn);
        let mut left_out = 0;
        let bytes = if format.has_images() {
            let assets = self.assets().await?;
            let mut evaluation = draft.whole(&breath).await?;
            if content.images {
                left_out = pictures::put_in(&mut evaluation, &draft.pictures, &self.pdf, &breath).await?;
            }
            content.apply(&mut evaluation);
            match format {
                Format::Html => Draft::html(&evaluation, &assets, &breath).await?,
                _ => Draft::zip(&evaluation, &assets, &breath).await?,
            }
        } else {
            draft.scores(format, content, &breath).await?.into_bytes()
        };
        let name = format.file_name(&draft.evaluation);
        let refused = || SaveError::Failed("The browser refused to save the file.".to_owned());
        download(&name, &bytes, format.media_type()).ok_or_else(refused)?;
        Ok(left_out)
    }

    async fn assets(&self) -> Result<Rc<Assets>, SaveError> {
        if let Some(known) = &*self.assets.borrow() {
            return Ok(known.clone());
        }
        let unreachable = "The formula fonts could not be loaded. Check that the app is still being served.";
        let assets = assets::assets()
            .await
            .ok_or_else(|| SaveError::Failed(unreachable.to_owned()))?;
        let assets = Rc::new(assets);
        self.assets.replace(Some(assets.clone()));
        Ok(assets)
    }
}

/// ISO 8601, UTC, seconds.
pub(super) fn now() -> String {
    let now = String::from(Date::new_0().to_iso_string());
    // Milliseconds say nothing here.
    now.split_once('.')
        .map_or(now.clone(), |(seconds, _)| format!("{seconds}Z"))
}
