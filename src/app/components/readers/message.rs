//! The message about a run: its progress, and how it ended.

use texlens_workspace::state::{Action, ReaderAction, ReaderEnd, ReaderStage, Readers, Tally};
use texlens_workspace::words::{common, judge::progress, readers as words};
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::hooks::{ReaderAsk, use_rate};

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) readers: Same<Readers>,
    pub(in crate::app::components) ask: Callback<ReaderAsk>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// Shows the progress of a run, its cost so far, and how it ended.
#[component]
pub(in crate::app::components) fn ReaderMessage(props: &Props) -> Html {
    let Props { readers, ask, send } = props;
    let left = match &readers.stage {
        ReaderStage::Asking(Tally { progress, .. }, _) => progress.total - progress.settled,
        _ => 0,
    };
    let pace = use_rate(left, left == 0);
    let cancel = || html! { <button type="button" class="button small" onclick={ask.reform(|_| ReaderAsk::Cancel)}>{common::CANCEL}</button> };
    let content = match &readers.stage {
        ReaderStage::Idle => return Html::default(),
        ReaderStage::Preparing(done, all) => html! {
            <>
                <p id="reading-text">{words::preparing(*done, *all)}</p>
                <progress aria-labelledby="reading-text" max={(*all).max(1).to_string()} value={done.to_string()} />
                {cancel()}
            </>
        },
        ReaderStage::Asking(tally, coming) => html! {
            <>
                <p id="reading-text">{progress::answered(tally)}</p>
                <progress aria-labelledby="reading-text" max={tally.progress.total.max(1).to_string()} value={tally.progress.settled.to_string()} />
                <p class="dim">{progress::spent(tally)}{". "}{pace.words()}</p>
                if *coming > 0 { <p class="dim">{words::coming(*coming)}</p> }
                {cancel()}
            </>
        },
        ReaderStage::Ended(end) => html! {
            <>
                <div role="status">
                    <p><strong>{words::ended(end)}</strong></p>
                    <p class="dim">{words::outcomes(end)}</p>
                    if let Some(problem) = &end.problem {
                        <p class="dim">{words::unread(problem)}</p>
                    }
                    {unread(end)}
                </div>
                <div class="buttons">
                    <button type="button" class="button small" title={words::SAVE_READINGS_HINT} onclick={ask.reform(|_| ReaderAsk::SaveReadings)}>{words::SAVE_READINGS}</button>
                    <button type="button" class="button small" title={words::SAVE_RUN_HINT} onclick={ask.reform(|_| ReaderAsk::SaveRun)}>{words::SAVE_RUN}</button>
                </div>
                {dismiss(send)}
            </>
        },
        ReaderStage::Failed(message) => html! {
            <>
                <div role="alert"><p>{message}</p></div>
                {dismiss(send)}
            </>
        },
    };
    html! { <section class="toast judging reader-message" aria-label={words::NAME}>{content}</section> }
}

fn unread(end: &ReaderEnd) -> Html {
    const MOST: usize = 5;
    if end.unread.is_empty() {
        return Html::default();
    }
    html! {
        <ul>
            {for end.unread.iter().take(MOST).map(|page| html! { <li>{words::unread(page)}</li> })}
            if end.unread.len() > MOST {
                <li class="dim">{common::more(end.unread.len() - MOST)}</li>
            }
        </ul>
    }
}

fn dismiss(send: &Callback<Action>) -> Html {
    html! {
        <button type="button" class="icon" aria-label={common::DISMISS} onclick={send.reform(|_| Action::Readers(ReaderAction::Dismissed))}>
            {"\u{d7}"}
        </button>
    }
}
