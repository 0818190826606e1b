use texlens_workspace::state::{Action, Open, QueueAction};
use texlens_workspace::words::{common, queue as words};
use yew::prelude::*;

use crate::app::hooks::use_rate;

/// Fewer open items are done before anybody could read their number.
const WORTH_SHOWING: usize = 4;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) open: Open,
    pub(super) paused: bool,
    /// The number of samples that failed or were cancelled.
    pub(super) unfinished: usize,
    pub(super) send: Callback<Action>,
}

/// Shows the progress of the work on many samples, with buttons to pause, cancel and retry.
#[component]
pub(super) fn Queue(props: &Props) -> Html {
    let Props {
        open,
        paused,
        unfinished,
        send,
    } = props;
    let left = open.to_read + open.to_score;
    let pace = use_rate(left, *paused);
    if left < WORTH_SHOWING && pace.total < WORTH_SHOWING || left == 0 {
        return retry(*unfinished, send);
    }
    let button = |label: &'static str, action: fn() -> Action| {
        html! { <button type="button" class="button small" onclick={send.reform(move |_| action())}>{label}</button> }
    };
    html! {
        <div class="queue" role="group" aria-label={words::NAME}>
            <p id="queue-text">{words::open(open)}</p>
            <progress
                aria-labelledby="queue-text"
                max={pace.total.to_string()}
                value={pace.total.saturating_sub(left).to_string()}
            />
            <p class="dim">{if *paused { words::PAUSED.to_owned() } else { pace.words() }}</p>
            if *paused {
                {button(words::RESUME, || Action::Queue(QueueAction::Pause(false)))}
            } else {
                {button(words::PAUSE, || Action::Queue(QueueAction::Pause(true)))}
            }
            {button(common::CANCEL, || Action::Queue(QueueAction::CancelAll))}
        </div>
    }
}

fn retry(unfinished: usize, send: &Callback<Action>) -> Html {
    if unfinished == 0 {
        return Html::default();
    }
    html! {
        <div class="queue" role="group" aria-label={words::NAME}>
            <p>{words::unfinished(unfinished)}</p>
            <button type="button" class="button small" onclick={send.reform(|_| Action::Queue(QueueAction::RetryAll))}>{common::TRY_AGAIN}</button>
        </div>
    }
}
