use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use texlens_report::Content;
use texlens_workspace::commands::Deed;
use texlens_workspace::saving::Extent;
use texlens_workspace::state::Action;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::clipboard::copy;
use super::export::save_document;
use super::files::choose_files;
use super::import::Importer;
use super::save::Saver;

/// The id of the search field of the list of samples.
pub(in crate::app) const SEARCH: &str = "search-samples";

/// Returns a callback that carries out what commands do.
#[hook]
pub(in crate::app) fn use_commands(saver: &Saver, importer: &Importer, send: &Callback<Action>) -> Callback<Deed> {
    use_callback(
        (saver.clone(), importer.clone(), send.clone()),
        |deed, (saver, importer, send)| match deed {
            Deed::Act(action) => send.emit(*action),
            Deed::Choose { folder } => choose_files(folder, importer),
            Deed::Save(format) => saver.start(Rc::new(saver.draft(Extent::default())), format, Content::default()),
            Deed::Copy(text) => copy(text, send),
            Deed::Download(sample) => save_document(&sample),
            // The next key is already one of the search. Only a palette that is closing gives the focus back first.
            Deed::Search if focus_search() => {}
            Deed::Search => drop(Timeout::new(0, || _ = focus_search()).forget()),
        },
    )
}

/// Focuses the search field; returns `false` if that is not possible, as while a dialog is open.
fn focus_search() -> bool {
    let field = document().get_element_by_id(SEARCH);
    let field = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
    field.is_some_and(|field| field.focus().is_ok() && document().active_element().as_ref() == Some(&*field))
}
