use std::rc::Rc;

use texlens_workspace::brought::{Refusal, Stripped};
use texlens_workspace::state::{
    Action, Dialog, HistoryAction, Import, KeepAction, Linked, Offered, Offline, OwnModels, Readers, Tally, TextAction,
    ViewAction,
};
use texlens_workspace::unfinished::Interrupted;
use texlens_workspace::words::{common, history, plan, stripped as stripped_words, toasts as words};
use yew::prelude::*;

use super::{
    compare::Same, interrupted::InterruptedImport, judge::JudgeProgress, own_models::OwnModelMessage,
    plan::ImportProgress, readers::ReaderMessage,
};
use crate::app::hooks::{Ask, Importer, JudgeAsk, OwnAsk, ReaderAsk};

/// Maximum number of listed refusals.
const MOST: usize = 50;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) refusals: Vec<Refusal>,
    /// Texts around whose LaTeX something was removed.
    pub(super) stripped: Rc<Vec<Stripped>>,
    /// The last act, if it can be undone or redone from here.
    pub(super) offered: Option<Offered>,
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
    pub(super) own: Same<OwnModels>,
    pub(super) ask_own: Callback<OwnAsk>,
    /// The progress of loading the report that the page's address names.
    pub(super) fetching: Option<Linked>,
    /// Cancels loading the report.
    pub(super) on_stop: Callback<()>,
}

/// Shows refused files, a button that undoes what took something away, and progress. Nothing here disappears automatically.
#[component]
pub(super) fn Toasts(props: &Props) -> Html {
    let Props {
        refusals,
        stripped,
        offered,
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
        own,
        ask_own,
        fetching,
        on_stop,
    } = props;
    let latin1 = |label: &'static str, which: Option<usize>| {
        let onclick = send.reform(move |_: MouseEvent| Action::Texts(TextAction::Latin1(which)));
        html! { <button type="button" class="button small" {onclick}>{label}</button> }
    };
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
            <OwnModelMessage own={own.clone()} ask={ask_own} {send} />
            if !refusals.is_empty() {
                <section class="toast refusals" role="alert" aria-label={words::REFUSALS}>
                    <p class="head">{words::refusals(refusals.len())}</p>
                    <ul>
                        {for refusals.iter().take(MOST).enumerate().map(|(index, refusal)| html! {
                            <li>
                                <strong>{&refusal.name}</strong><p>{&refusal.reason}</p>
                                if let Some(undecoded) = &refusal.latin1 {
                                    <p>{words::IN_LATIN1}{" "}<code>{&undecoded.line}</code></p>
                                    {latin1(plan::READ_AS_LATIN1, Some(index))}
                                }
                            </li>
                        })}
                        if refusals.len() > MOST {
                            <li class="dim">{common::more(refusals.len() - MOST)}</li>
                        }
                    </ul>
                    if refusals.iter().filter(|refusal| refusal.latin1.is_some()).count() > 1 {
                        {latin1(plan::READ_ALL_AS_LATIN1, None)}{" "}
                    }
                    <button type="button" class="button small" onclick={send.reform(|_| Action::View(ViewAction::DismissRefusals))}>
                        {common::DISMISS}
                    </button>
                </section>
            }
            if !stripped.is_empty() {
                <section class="toast" role="status" aria-label={stripped_words::TITLE}>
                    <p>{stripped_words::removed(stripped.len())}</p>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Stripped))))}>{stripped_words::VIEW}</button>
                    <button
                        type="button"
                        class="icon"
                        aria-label={history::HIDE}
                        onclick={send.reform(|_| Action::Texts(TextAction::DismissStripped))}
                    >
                        {"\u{d7}"}
                    </button>
                </section>
            }
            if let Some(offered) = offered {
                {last_change(offered, send)}
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

fn last_change(offered: &Offered, send: &Callback<Action>) -> Html {
    let (done, what) = history::offered(offered);
    let (label, action) = match offered {
        Offered::Undo(_) => (common::UNDO, HistoryAction::UndoLast),
        Offered::Redo(_) => (history::REDO, HistoryAction::Redo),
    };
    html! {
        <section class="toast" aria-label={history::MESSAGE}>
            <p>{done}{" "}<strong>{what}</strong></p>
            <button type="button" class="button small" onclick={send.reform(move |_| Action::History(action))}>{label}</button>
            <button type="button" class="icon" aria-label={history::HIDE} onclick={send.reform(|_| Action::History(HistoryAction::Hide))}>
                {"\u{d7}"}
            </button>
        </section>
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
