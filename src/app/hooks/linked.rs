//! Opens the report that the page's address names.

use std::{cell::Cell, ops::ControlFlow, rc::Rc};

use gloo::utils::window;
use texlens_blob::Blob;
use texlens_report::{MAX_BYTES, ReportError, is_report};
use texlens_workspace::brought::Refusal;
use texlens_workspace::linked::{AddressError, path};
use texlens_workspace::state::{Action, LinkAction, Linked};
use texlens_workspace::words::failures;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Url;
use yew::prelude::*;

use super::{Importer, base};
use texlens_browser::fetch::{FetchError, file_while};

/// The name of the query parameter.
const REPORT: &str = "report";

/// Fetches the report of `?report=PATH` at the start and imports it like a dropped file. The returned callback cancels
/// the download.
#[hook]
pub(in crate::app) fn use_linked(importer: &Importer, send: &Callback<Action>) -> Callback<()> {
    let is_wanted = use_memo((), |()| Rc::new(Cell::new(true)));
    {
        let (importer, send, is_wanted) = (importer.clone(), send.clone(), (*is_wanted).clone());
        use_effect_with((), move |()| {
            if let Some(value) = wanted() {
                spawn_local(async move { open(&value, &importer, &send, &is_wanted).await });
            }
        });
    }
    let (send, is_wanted) = (send.clone(), (*is_wanted).clone());
    Callback::from(move |()| {
        is_wanted.set(false);
        send.emit(Action::Link(LinkAction::Comes(None)));
    })
}

/// Returns the parameter and removes it from the address, so that a reload does not open the report again.
fn wanted() -> Option<String> {
    let address = Url::new(&window().location().href().ok()?).ok()?;
    let value = address.search_params().get(REPORT)?;
    address.search_params().delete(REPORT);
    let history = window().history().ok()?;
    // If the address cannot be changed, a reload opens the report again.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address.href()));
    Some(value)
}

async fn open(value: &str, importer: &Importer, send: &Callback<Action>, is_wanted: &Cell<bool>) {
    let name = value.split(['?', '#']).next().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let refuse = |reason: String| {
        send.emit(Action::Link(LinkAction::Refused(Refusal::new(
            if name.is_empty() { value } else { name },
            &reason,
        ))))
    };
    let url = match address(value) {
        Ok(url) => url,
        Err(error) => return refuse(error.to_string()),
    };
    let linked = |loaded: f64, total: Option<f64>| Linked {
        name: name.to_owned(),
        loaded,
        total,
    };
    send.emit(Action::Link(LinkAction::Comes(Some(linked(0.0, None)))));
    let is_too_large = Cell::new(false);
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let limit = MAX_BYTES as f64;
    let fetched = file_while(&url, |loaded, total| {
        is_too_large.set(loaded > limit || total.is_some_and(|total| total > limit));
        if is_too_large.get() || !is_wanted.get() {
            return ControlFlow::Break(());
        }
        send.emit(Action::Link(LinkAction::Comes(Some(linked(loaded, total)))));
        ControlFlow::Continue(())
    })
    .await;
    match fetched {
        Ok(bytes) if is_wanted.get() => {
            let bytes = bytes.to_vec();
            // Any other page would be taken for a prediction.
            if !is_report(&String::from_utf8_lossy(&bytes)) {
                return refuse(ReportError::NotAReport.to_string());
            }
            send.emit(Action::Link(LinkAction::Comes(None)));
            let blob = Blob::new(&bytes, "text/html");
            // The import recognises files by their names.
            let name = if name.contains('.') {
                name.to_owned()
            } else {
                format!("{name}.html")
            };
            importer.bring(vec![(name, Some(blob))]);
        }
        Err(FetchError::Stopped) if is_too_large.get() => {
            refuse(failures::report_too_large(MAX_BYTES / 1_000_000));
        }
        Err(error) if is_wanted.get() => refuse(error.to_string()),
        _ => {}
    }
}

/// Returns the complete address if it is on the app's own server, both by its form and as the browser parses it.
fn address(value: &str) -> Result<String, AddressError> {
    let path = path(value)?;
    let base = base().ok_or(AddressError::Elsewhere)?;
    let url = Url::new_with_base(path, &base).map_err(|_| AddressError::Elsewhere)?;
    let own = Url::new(&base).map_err(|_| AddressError::Elsewhere)?;
    let is_own = url.origin() == own.origin() && url.protocol() == own.protocol() && url.origin() != "null";
    if is_own {
        Ok(url.href())
    } else {
        Err(AddressError::Elsewhere)
    }
}
