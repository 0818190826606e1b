use texlens_judge::Stopped;
use texlens_workspace::state::{Action, JudgingAction, Tally};
use texlens_workspace::words::count;
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
    let spent = match tally.budget {
        Some(budget) => format!("{} of ${:.2} spent", progress.spent, budget.as_dollars()),
        None => format!("{} spent", progress.spent),
    };
    html! {
        <section class="toast judging" aria-label="Judge">
            if tally.is_running {
                <p id="judging-text">{format!("{} of {} answered by {}", progress.settled, progress.total, tally.model)}</p>
                <progress aria-labelledby="judging-text" max={progress.total.max(1).to_string()} value={progress.settled.to_string()} />
                <p class="dim">{spent}{". "}{pace.words()}</p>
                <button type="button" class="button small" onclick={ask.reform(|_| JudgeAsk::Cancel)}>{"Cancel"}</button>
            } else {
                <div role="status">
                    <p><strong>{ended(tally)}</strong></p>
                    <p class="dim">{outcome(tally)}{". "}{spent}{"."}</p>
                </div>
                <button type="button" class="icon" aria-label="Dismiss" onclick={send.reform(|_| Action::Judging(JudgingAction::Dismissed))}>
                    {"\u{d7}"}
                </button>
            }
        </section>
    }
}

fn ended(tally: &Tally) -> String {
    match (&tally.stopped, tally.is_lost) {
        (_, true) => "The document that sends requests (judge.html) did not load: check that all files of the app are served, and that the app may frame itself.".to_owned(),
        (None, _) => format!("{} has answered.", tally.model),
        (Some(Stopped::Budget), _) => "The budget does not cover more. The answers so far are stored: ask again with a higher budget to continue.".to_owned(),
        (Some(Stopped::Cancelled), _) => "Cancelled. The answers so far are stored: ask again to continue.".to_owned(),
        (Some(Stopped::Failure(failure)), _) => format!("Stopped: {failure}."),
    }
}

fn outcome(tally: &Tally) -> String {
    let progress = &tally.progress;
    let mut parts = vec![format!("{} answered", progress.answered)];
    for (number, what) in [
        (progress.invalid, "without a valid answer"),
        (progress.failed, "failed"),
        (progress.not_asked, "not asked"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    format!("Of {} {}", count(progress.total, "question"), parts.join(", "))
}
