use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use texlens_report::Content;
use texlens_workspace::commands::{Activity, Deed, MadeFiles};
use texlens_workspace::saving::Extent;
use texlens_workspace::state::Action;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::clipboard::copy;
use super::export::save_document;
use super::files::{Takes, choose_files, open_files};
use super::import::{Ask, Importer};
use super::judge::JudgeAsk;
use super::latexbench::BenchAsk;
use super::leaderboard::BoardAsk;
use super::making::MakeAsk;
use super::own_models::OwnAsk;
use super::ratings::{RatingAsk, clock};
use super::readers::ReaderAsk;
use super::save::Saver;

/// The id of the field that searches the list of the shown screen.
pub(in crate::app) const SEARCH: &str = "search-list";

/// The callbacks that carry out commands outside the state.
#[derive(Clone)]
pub(in crate::app) struct Asks {
    pub(in crate::app) bench: Callback<BenchAsk>,
    pub(in crate::app) board: Callback<BoardAsk>,
    pub(in crate::app) rating: Callback<RatingAsk>,
    pub(in crate::app) making: Callback<MakeAsk>,
    pub(in crate::app) import: Callback<Ask>,
    pub(in crate::app) judge: Callback<JudgeAsk>,
    pub(in crate::app) reader: Callback<ReaderAsk>,
    pub(in crate::app) own: Callback<OwnAsk>,
    /// Cancels the comparison.
    pub(in crate::app) compare: Callback<()>,
    /// Cancels the download of a report.
    pub(in crate::app) report: Callback<()>,
    /// Reloads the page with the new version.
    pub(in crate::app) reload: Callback<()>,
    /// Tries again to store samples.
    pub(in crate::app) keep: Callback<()>,
    /// The shown screen, if it takes files.
    pub(in crate::app) takes: Option<Takes>,
}

/// Returns a callback that carries out what commands do.
pub(in crate::app) fn carrying_out(
    saver: &Saver,
    importer: &Importer,
    asks: &Asks,
    send: &Callback<Action>,
) -> Callback<Deed> {
    let (saver, importer, asks, send) = (saver.clone(), importer.clone(), asks.clone(), send.clone());
    Callback::from(move |deed| match deed {
        Deed::Act(action) => send.emit(*action),
        Deed::Rate(timed) => send.emit(Action::Rating((timed.0)(clock()))),
        Deed::Choose { folder } => choose_files(folder, &importer),
        Deed::Open => {
            if let Some(screen) = asks.takes.clone() {
                open_files(screen);
            }
        }
        Deed::Save(format) => saver.start(Rc::new(saver.draft(Extent::default())), format, Content::default()),
        Deed::Copy(text) => copy(text, &send),
        Deed::Download(sample) => save_document(&sample),
        // The next key is already one of the search. Only a palette that is closing gives the focus back first.
        Deed::Search if focus_search() => {}
        Deed::Search => later(|| _ = focus_search()),
        Deed::Press(id) => later(move || _ = press(id)),
        Deed::Fill(id) => later(move || _ = fill(id)),
        deed => ask(deed, &asks),
    })
}

/// Passes a deed to the callback that carries it out.
fn ask(deed: Deed, asks: &Asks) {
    match deed {
        Deed::SaveBench(file) => asks.bench.emit(BenchAsk::Save(file)),
        Deed::Typeset(latex) => asks.bench.emit(BenchAsk::Draw(latex)),
        Deed::SaveRatings(file) => asks.rating.emit(RatingAsk::Save(file)),
        Deed::SaveAnswers => asks.rating.emit(RatingAsk::SaveAnswers),
        Deed::Pages(MadeFiles::AddImages) => asks.making.emit(MakeAsk::AddImages),
        Deed::Pages(MadeFiles::AddPdfs) => asks.making.emit(MakeAsk::AddPdfs),
        Deed::Pages(MadeFiles::SaveAll) => asks.making.emit(MakeAsk::SaveAll),
        Deed::Pages(MadeFiles::SavePdf) => asks.making.emit(MakeAsk::SavePdf),
        Deed::Cancel(activity) => cancel(activity, asks),
        Deed::ContinueImport(import) => asks.import.emit(Ask::GoOn(import)),
        Deed::SaveReadings => asks.reader.emit(ReaderAsk::SaveReadings),
        Deed::SaveReaderRun => asks.reader.emit(ReaderAsk::SaveRun),
        Deed::StoreAgain => asks.keep.emit(()),
        Deed::Reload => asks.reload.emit(()),
        _ => {}
    }
}

fn cancel(activity: Activity, asks: &Asks) {
    match activity {
        Activity::Bench => asks.bench.emit(BenchAsk::Cancel),
        Activity::Board => asks.board.emit(BoardAsk::Cancel),
        Activity::Rating => asks.rating.emit(RatingAsk::Cancel),
        Activity::Making => asks.making.emit(MakeAsk::Cancel),
        Activity::Comparison => asks.compare.emit(()),
        Activity::Import => asks.import.emit(Ask::Cancel),
        Activity::Report => asks.report.emit(()),
        Activity::Judge => asks.judge.emit(JudgeAsk::Cancel),
        Activity::Reader => asks.reader.emit(ReaderAsk::Cancel),
        Activity::OwnModel => asks.own.emit(OwnAsk::Cancel),
    }
}

/// Does something once the palette has closed: while it is open, nothing outside can have the focus.
fn later(act: impl FnOnce() + 'static) {
    Timeout::new(0, act).forget();
}

/// Presses a button or an option. If it is disabled, the field with the problem gets the focus.
fn press(id: &str) -> Option<()> {
    let element = document().get_element_by_id(id)?;
    if element.has_attribute("disabled") {
        let form = element.closest("form").ok()??;
        let field = form
            .query_selector(".refused")
            .ok()??
            .closest("label,fieldset")
            .ok()??;
        return focus(&field.query_selector("input").ok()??);
    }
    element.dyn_ref::<HtmlElement>()?.click();
    Some(())
}

/// Focuses the first field of a form, which may be folded.
fn fill(id: &str) -> Option<()> {
    let form = document().get_element_by_id(id)?;
    if let Ok(Some(folded)) = form.closest("details") {
        let _ = folded.set_attribute("open", "");
    }
    focus(&form.query_selector("input,select").ok()??)
}

fn focus(field: &Element) -> Option<()> {
    field.dyn_ref::<HtmlElement>()?.focus().ok()
}

/// Focuses the search field; returns `false` if that is not possible, as while a dialog is open.
fn focus_search() -> bool {
    let field = document().get_element_by_id(SEARCH);
    let field = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
    field.is_some_and(|field| field.focus().is_ok() && document().active_element().as_ref() == Some(&*field))
}
