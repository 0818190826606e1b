use texlens_workspace::state::{Action, JudgingAction, Tally};
use texlens_workspace::words::{common, judge::progress as words};
use yew::prelude::*;

use crate::app::hooks::{JudgeAsk, use_rate};

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) tally: Tally,
    pub(in crate::app::components) ask: Callback<JudgeAsk>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// Shows the progress of a judge, its cost so far, and how it ended.
#[component]
pub(in crate::app::components) fn JudgeProgress(props: &Props) -> Html {
    let Props { tally, ask, send } = props;
    let progress = &tally.progress;
    let pace = use_rate(progress.total - progress.settled, !tally.is_running);
    let spent = words::spent(tally);
    html! {
        <section class="toast judging" aria-label={words::NAME}>
            if tally.is_running {
                <p id="judging-text">{words::answered(tally)}</p>
                <progress aria-labelledby="judging-text" max={progress.total.max(1).to_string()} value={progress.settled.to_string()} />
                <p class="dim">{spent}{". "}{pace.words()}</p>
                <button type="button" class="button small" onclick={ask.reform(|_| JudgeAsk::Cancel)}>{common::CANCEL}</button>
            } else {
                <div role="status">
                    <p><strong>{words::ended(tally)}</strong></p>
                    <p class="dim">{words::outcome(tally)}{". "}{spent}{"."}</p>
                </div>
                <button type="button" class="icon" aria-label={common::DISMISS} onclick={send.reform(|_| Action::Judging(JudgingAction::Dismissed))}>
                    {"\u{d7}"}
                </button>
            }
        </section>
    }
}
