use std::{cell::Cell, ops::ControlFlow, rc::Rc};

use gloo::{net::http::Request, utils::window};
use js_sys::Reflect;
use texlens_workspace::site::{DESCRIPTION, Part, Shelf};
use texlens_workspace::words::storage as words;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{StorageEstimate, StorageManager};
use yew::prelude::*;

use super::base;
use texlens_browser::fetch;
use texlens_browser::fetch::FetchError;
use texlens_browser::kept::Kept;

/// The files of the app that the browser stores, with callbacks that change them.
#[derive(Clone)]
pub(in crate::app) struct Storage {
    /// `None` until the storage has been read.
    pub(in crate::app) looked: Option<Result<Rc<Looked>, String>>,
    /// The progress of the part that is being fetched.
    pub(in crate::app) fetching: Option<Fetching>,
    /// The reason why the last fetch failed.
    pub(in crate::app) failure: Option<String>,
    /// Fetches a part.
    pub(in crate::app) keep: Callback<Part>,
    /// Stops the fetch.
    pub(in crate::app) stop: Callback<()>,
    /// Deletes a part.
    pub(in crate::app) forget: Callback<Part>,
}

/// The contents of the storage.
pub(in crate::app) struct Looked {
    pub(in crate::app) shelf: Shelf,
    /// Bytes that the browser counts for this origin, including all other data.
    pub(in crate::app) used: Option<f64>,
}

/// The progress of fetching a part.
#[derive(Clone, PartialEq)]
pub(in crate::app) struct Fetching {
    pub(in crate::app) part: String,
    pub(in crate::app) loaded: f64,
    pub(in crate::app) total: f64,
}

/// Reads the storage of the app's files, and changes it.
#[hook]
pub(in crate::app) fn use_storage() -> Storage {
    let looked = use_state(|| None);
    let fetching = use_state_eq(|| None);
    let failure = use_state_eq(|| None);
    let stopped = use_memo((), |()| Cell::new(false));
    let look = {
        let looked = looked.setter();
        use_callback((), move |(), ()| {
            let looked = looked.clone();
            spawn_local(async move { looked.set(Some(look().await.map(Rc::new))) });
        })
    };
    {
        let (look, stopped) = (look.clone(), stopped.clone());
        use_effect_with((), move |()| {
            look.emit(());
            // After the dialog is closed, nobody needs the part.
            move || stopped.set(true)
        });
    }
    let shelf = looked.as_ref().and_then(|looked| looked.as_ref().ok()).cloned();
    let keep = {
        let (shelf, fetching, failure, stopped) = (shelf.clone(), fetching.setter(), failure.setter(), stopped.clone());
        let look = look.clone();
        Callback::from(move |part: Part| {
            let Some(looked) = shelf.clone() else { return };
            let (fetching, failure, stopped, look) = (fetching.clone(), failure.clone(), stopped.clone(), look.clone());
            stopped.set(false);
            failure.set(None);
            spawn_local(async move {
                let on_progress = |loaded, total| {
                    fetching.set(Some(Fetching {
                        part: part.id.clone(),
                        loaded,
                        total,
                    }));
                    if stopped.get() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                failure.set(keep(&looked.shelf, &part, on_progress).await.err());
                fetching.set(None);
                look.emit(());
            });
        })
    };
    let forget = Callback::from(move |part: Part| {
        let (Some(looked), look) = (shelf.clone(), look.clone()) else {
            return;
        };
        spawn_local(async move {
            forget(&looked.shelf, &part).await;
            look.emit(());
        });
    });
    Storage {
        looked: (*looked).clone(),
        fetching: (*fetching).clone(),
        failure: (*failure).clone(),
        keep,
        stop: Callback::from(move |()| stopped.set(true)),
        forget,
    }
}

async fn look() -> Result<Looked, String> {
    let kept = shelf_of_browser().await.ok_or(words::UNAVAILABLE)?;
    let answer = Request::get(DESCRIPTION).send().await.map_err(|_| words::UNREADABLE)?;
    let site = answer.json().await.map_err(|_| words::UNREADABLE)?;
    let kept = kept.keys().await.into_iter().collect();
    Ok(Looked {
        shelf: Shelf { site, kept },
        used: used().await,
    })
}

async fn shelf_of_browser() -> Option<Kept> {
    let kept = Kept::open(&base()?).await;
    kept.is_available().then_some(kept)
}

/// Fetches the missing files of a part; an error says what to do.
async fn keep(
    shelf: &Shelf,
    part: &Part,
    mut on_progress: impl FnMut(f64, f64) -> ControlFlow<()>,
) -> Result<(), String> {
    let Some(kept) = shelf_of_browser().await else {
        return Ok(());
    };
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let total = shelf.bytes(part) as f64;
    let mut before = 0.0;
    for wanted in shelf.missing(part) {
        let on_chunk = |loaded, _| on_progress(before + loaded, total);
        let address = kept.address(&wanted.key);
        let bytes = match fetch::file_while(&address, on_chunk).await {
            Err(FetchError::Stopped) => return Ok(()),
            bytes => bytes.map_err(|error| error.to_string())?,
        };
        before += f64::from(bytes.length());
        // The server may have a newer version of the file, or send an error page.
        let verified = fetch::verify(&address, &bytes.to_vec(), &wanted.sha256);
        verified.map_err(|error| error.to_string())?;
        if !kept.put(&wanted.key, &bytes, Some(&wanted.media_type)).await {
            return Err(words::NO_ROOM.to_owned());
        }
    }
    Ok(())
}

async fn forget(shelf: &Shelf, part: &Part) {
    if let Some(kept) = shelf_of_browser().await {
        for key in shelf.keys(part) {
            kept.forget(key).await;
        }
    }
}

async fn used() -> Option<f64> {
    let storage: StorageManager = Reflect::get(&window().navigator(), &"storage".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let estimate: StorageEstimate = JsFuture::from(storage.estimate().ok()?).await.ok()?.into();
    estimate.get_usage()
}
