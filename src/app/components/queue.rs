use texlens_workspace::state::{Action, Open, QueueAction};
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
        <div class="queue" role="group" aria-label="Work">
            <p id="queue-text">{words(open)}</p>
            <progress
                aria-labelledby="queue-text"
                max={pace.total.to_string()}
                value={pace.total.saturating_sub(left).to_string()}
            />
            <p class="dim">{if *paused { "Paused.".to_owned() } else { pace.words() }}</p>
            if *paused {
                {button("Resume", || Action::Queue(QueueAction::Pause(false)))}
            } else {
                {button("Pause", || Action::Queue(QueueAction::Pause(true)))}
            }
            {button("Cancel", || Action::Queue(QueueAction::CancelAll))}
        </div>
    }
}

fn words(open: &Open) -> String {
    let Open { to_read, to_score } = open;
    let pages = format!("{to_read} to read");
    let texts = format!("{to_score} to score");
    match (to_read, to_score) {
        (0, _) => texts,
        (_, 0) => pages,
        _ => format!("{pages}, {texts}"),
    }
}

fn retry(unfinished: usize, send: &Callback<Action>) -> Html {
    let words = match unfinished {
        0 => return Html::default(),
        1 => "1 sample failed or was cancelled.".to_owned(),
        count => format!("{count} samples failed or were cancelled."),
    };
    html! {
        <div class="queue" role="group" aria-label="Work">
            <p>{words}</p>
            <button type="button" class="button small" onclick={send.reform(|_| Action::Queue(QueueAction::RetryAll))}>{"Try again"}</button>
        </div>
    }
}
