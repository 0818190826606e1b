use std::rc::Rc;

use texlens_workspace::brought::Refusal;
use texlens_workspace::state::{Action, Import, KeepAction, Linked, Offline, Sample, SampleAction, Tally, ViewAction};
use texlens_workspace::unfinished::Interrupted;
use yew::prelude::*;

use super::{interrupted::InterruptedImport, judge::JudgeProgress, plan::ImportProgress, size::megabytes};
use crate::app::hooks::{Ask, Importer, JudgeAsk};

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
            if !refusals.is_empty() {
                <section class="toast refusals" role="alert" aria-label="Files that could not be used">
                    <p class="head">
                        {match refusals.len() { 1 => "One file could not be used".to_owned(), count => format!("{count} files could not be used") }}
                    </p>
                    <ul>
                        {for refusals.iter().take(MOST).map(|refusal| html! {
                            <li><strong>{&refusal.name}</strong><p>{&refusal.reason}</p></li>
                        })}
                        if refusals.len() > MOST {
                            <li class="dim">{format!("and {} more", refusals.len() - MOST)}</li>
                        }
                    </ul>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::View(ViewAction::DismissRefusals))}>
                        {"Dismiss"}
                    </button>
                </section>
            }
            if let Some(first) = removed.first() {
                <section class="toast" aria-label="Removed">
                    <p>
                        {"Removed "}
                        <strong>{if first.is_head_of(removed) { first.name.clone() } else { format!("{} samples", removed.len()) }}</strong>
                    </p>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::Sample(SampleAction::Undo))}>{"Undo"}</button>
                    <button
                        type="button"
                        class="icon"
                        aria-label="Hide this message"
                        onclick={send.reform(|_| Action::Sample(SampleAction::ForgetRemoved))}
                    >
                        {"\u{d7}"}
                    </button>
                </section>
            }
            if let Some(words) = update.and_then(newer_version) {
                <section class="toast" role="status" aria-label="New version">
                    <p>{words}{if *is_kept { "" } else { " Save your evaluation first: reloading empties the list." }}</p>
                    <button type="button" class="button small" onclick={on_update.reform(|_| ())}>{"Reload"}</button>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::Keep(KeepAction::PutOffUpdate))}>{"Later"}</button>
                </section>
            }
        </div>
    }
}

fn report_on_its_way(linked: &Linked, on_stop: &Callback<()>) -> Html {
    let Linked { name, loaded, total } = linked;
    let so_far = match total {
        Some(total) => format!("{} of {}", megabytes(*loaded), megabytes(*total)),
        None => megabytes(*loaded),
    };
    let value = total
        .filter(|total| *total > 0.0)
        .map(|total| format!("{:.3}", loaded / total));
    html! {
        <section class="toast importing" aria-label="Report download">
            <p id="report-text">{"Loading "}<strong>{name}</strong>{": "}{so_far}</p>
            <progress aria-labelledby="report-text" max="1" {value} />
            <button type="button" class="button small" onclick={on_stop.reform(|_| ())}>{"Cancel"}</button>
        </section>
    }
}

fn newer_version(offline: Offline) -> Option<&'static str> {
    match offline {
        Offline::UpdateReady => Some("A new version of texlens is ready."),
        Offline::Outdated => Some(
            "Another tab has loaded a new version of texlens. Parts that this tab has not loaded yet may not fit: reload.",
        ),
        Offline::Unknown | Offline::Unavailable | Offline::Kept => None,
    }
}
