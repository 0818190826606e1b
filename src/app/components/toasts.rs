use std::rc::Rc;

use texlens_workspace::brought::Refusal;
use texlens_workspace::state::{
    Action, Import, KeepAction, Linked, Offline, Readers, Sample, SampleAction, Tally, ViewAction,
};
use texlens_workspace::unfinished::Interrupted;
use texlens_workspace::words::{common, toasts as words};
use yew::prelude::*;

use super::{
    compare::Same, interrupted::InterruptedImport, judge::JudgeProgress, plan::ImportProgress, readers::ReaderMessage,
};
use crate::app::hooks::{Ask, Importer, JudgeAsk, ReaderAsk};

/// Maximum number of listed refusals.
const MOST: usize = 50;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) refusals: Vec<Refusal>,
    pub(super) removed: Vec<Rc<Sample>>,
    /// Whether the samples are stored, so that reloading the page keeps them.
    pub(super) is_kept: bool,
    /// The state of the app's files, unless the user has put the new version off.
    pub(super) update: Option<Offline>,
    /// Reloads the page with the new version.
    pub(super) on_update: Callback<()>,
    pub(super) send: Callback<Action>,
    /// The import in progress.
    pub(super) importing: Option<Import>,
    /// Imports of an earlier visit that wait for the user.
    pub(super) interrupted: Rc<Vec<Interrupted>>,
    pub(super) importer: Importer,
    pub(super) ask: Callback<Ask>,
    /// The progress or the outcome of a judge.
    pub(super) tally: Option<Tally>,
    pub(super) judge: Callback<JudgeAsk>,
    /// A model that reads pages.
    pub(super) readers: Same<Readers>,
    pub(super) ask_reader: Callback<ReaderAsk>,
    /// The progress of loading the report that the page's address names.
    pub(super) fetching: Option<Linked>,
    /// Cancels loading the report.
    pub(super) on_stop: Callback<()>,
}

/// Shows refused files, an undo button for removed samples, and progress. Nothing here disappears automatically.
#[component]
pub(super) fn Toasts(props: &Props) -> Html {
    let Props {
        refusals,
        removed,
        is_kept,
        update,
        on_update,
        send,
        importing,
        interrupted,
        importer,
        ask,
        tally,
        judge,
        readers,
        ask_reader,
        fetching,
        on_stop,
    } = props;
    html! {
        <div class="toasts">
            if let Some(linked) = fetching {
                {report_on_its_way(linked, on_stop)}
            }
            if let Some(import) = importing {
                <ImportProgress import={import.clone()} {ask} />
            }
            {for interrupted.iter().map(|interrupted| html! {
                <InterruptedImport key={interrupted.import} interrupted={interrupted.clone()} {importer} {ask} />
            })}
            if let Some(tally) = tally {
                <JudgeProgress tally={tally.clone()} ask={judge} {send} />
            }
            <ReaderMessage readers={readers.clone()} ask={ask_reader} {send} />
            if !refusals.is_empty() {
                <section class="toast refusals" role="alert" aria-label={words::REFUSALS}>
                    <p class="head">{words::refusals(refusals.len())}</p>
                    <ul>
                        {for refusals.iter().take(MOST).map(|refusal| html! {
                            <li><strong>{&refusal.name}</strong><p>{&refusal.reason}</p></li>
                        })}
                        if refusals.len() > MOST {
                            <li class="dim">{common::more(refusals.len() - MOST)}</li>
                        }
                    </ul>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::View(ViewAction::DismissRefusals))}>
                        {common::DISMISS}
                    </button>
                </section>
            }
            if let Some(first) = removed.first() {
                <section class="toast" aria-label={words::REMOVED}>
                    <p>
                        {words::REMOVED}{" "}
                        <strong>{if first.is_head_of(removed) { first.name.clone() } else { words::removed(removed.len()) }}</strong>
                    </p>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::Sample(SampleAction::Undo))}>{common::UNDO}</button>
                    <button
                        type="button"
                        class="icon"
                        aria-label={words::HIDE}
                        onclick={send.reform(|_| Action::Sample(SampleAction::ForgetRemoved))}
                    >
                        {"\u{d7}"}
                    </button>
                </section>
            }
            if let Some(newer) = update.and_then(words::new_version) {
                <section class="toast" role="status" aria-label={words::NEW_VERSION}>
                    <p>
                        {newer}
                        if !is_kept { {" "}{words::SAVE_FIRST} }
                    </p>
                    <button type="button" class="button small" onclick={on_update.reform(|_| ())}>{words::RELOAD}</button>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::Keep(KeepAction::PutOffUpdate))}>{words::LATER}</button>
                </section>
            }
        </div>
    }
}

fn report_on_its_way(linked: &Linked, on_stop: &Callback<()>) -> Html {
    let Linked { name, loaded, total } = linked;
    let value = total
        .filter(|total| *total > 0.0)
        .map(|total| format!("{:.3}", loaded / total));
    html! {
        <section class="toast importing" aria-label={words::REPORT}>
            <p id="report-text">{words::LOADING}{" "}<strong>{name}</strong>{": "}{words::loaded(linked)}</p>
            <progress aria-labelledby="report-text" max="1" {value} />
            <button type="button" class="button small" onclick={on_stop.reform(|_| ())}>{common::CANCEL}</button>
        </section>
    }
}
