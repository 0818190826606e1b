//! The comparison of systems: which is better, by how much, on which samples, and whether the difference is clear.

mod breakdown;
mod choices;
mod choose;
mod differences;
mod figure;
mod leaderboard;
mod ratings;
mod same;
mod scatter;
mod unit_tests;

use std::rc::Rc;

use texlens_evaluate::Kind;
use texlens_workspace::state::{Action, Compare, CompareAction, Reply};
use texlens_workspace::words::{common, compare as words};
use yew::prelude::*;

use super::file_button::FileButton;
use crate::app::hooks::Importer;
use breakdown::Breakdowns;
use differences::Differences;
use leaderboard::Leaderboard;
use ratings::RatingTable;
use scatter::Scatters;
use unit_tests::TestRates;

pub(super) use choices::{compared, which_systems};
pub(super) use choose::choosing;
pub(super) use same::{Same, SameEach};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    /// The kinds that have scores, each with its number of samples.
    pub(super) kinds: Vec<(Kind, usize)>,
    /// The compared kind.
    pub(super) kind: Option<Kind>,
    /// All systems that have predictions for samples of this kind.
    pub(super) systems: Vec<String>,
    /// The datasets that have samples of this kind, each with its number of samples.
    pub(super) datasets: Vec<(Rc<str>, usize)>,
    /// The compared dataset; `None` for all of them.
    pub(super) dataset: Option<Rc<str>>,
    /// The number of samples that are not scored yet.
    pub(super) unscored: usize,
    pub(super) cancel: Callback<()>,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// The screen that compares systems.
#[component]
pub(super) fn CompareView(props: &Props) -> Html {
    let Props {
        compare,
        kinds,
        kind,
        systems,
        datasets,
        dataset,
        unscored,
        cancel,
        importer,
        send,
    } = props;
    let choose = choosing(send, compare);
    html! {
        <section class="compare" aria-label={words::SCREEN} tabindex="-1">
            <div class="compare-head">
                <h2>{words::TITLE}</h2>
                {compared(compare, kinds, *kind, datasets, dataset.as_ref(), systems, &choose)}
                <FileButton label={common::ADD_RATINGS} {importer} />
                <FileButton label={common::ADD_FILES} {importer} />
            </div>
            {which_systems(systems, compare, &choose)}
            {waiting(compare, *unscored, cancel, send)}
            if kinds.is_empty() && *unscored == 0 {
                <div class="compare-empty">
                    <h3>{words::EMPTY_TITLE}</h3>
                    <p>{words::EMPTY}</p>
                </div>
            }
            if compare.standing.done().is_some() {
                <Leaderboard compare={compare.clone()} {send} />
                {one_system(systems)}
                <Differences compare={compare.clone()} {send} />
                <Breakdowns compare={compare.clone()} {send} />
                <Scatters compare={compare.clone()} {send} />
            }
            // As a component that renders nothing, it would let what follows move before the leaderboard.
            if compare.tests.is_some() {
                <TestRates compare={compare.clone()} {send} />
            }
            if compare.standing.done().is_some() {
                <RatingTable compare={compare.clone()} {importer} {send} />
            } else if compare.rates.done().is_some() {
                {one_system(systems)}
            }
        </section>
    }
}

/// Renders the advice to add a second system, if there is only one.
fn one_system(systems: &[String]) -> Html {
    let [only] = systems else {
        return Html::default();
    };
    html! {
        <div class="compare-empty">
            <h3>{words::ONE_SYSTEM_TITLE}</h3>
            <p>
                <strong>{only}</strong>
                {" "}{words::ONE_SYSTEM}
            </p>
        </div>
    }
}

/// Renders the progress of the comparison and its problems.
pub(super) fn waiting(
    compare: &Same<Compare>,
    unscored: usize,
    cancel: &Callback<()>,
    send: &Callback<Action>,
) -> Html {
    let again = send.reform(|_: MouseEvent| Action::Compare(CompareAction::Again));
    let problem = match &compare.standing {
        Reply::Failed(message) => Some(message.clone()),
        Reply::Cancelled => Some(words::CANCELLED.to_owned()),
        _ => compare
            .differences
            .values()
            .find_map(unanswered)
            .or_else(|| compare.breakdowns.values().find_map(unanswered))
            .or_else(|| compare.correlations.values().find_map(unanswered))
            .or_else(|| unanswered(&compare.rates))
            .or_else(|| compare.test_differences.values().find_map(unanswered)),
    };
    html! {
        <>
            if unscored > 0 {
                <p class="hint busy" role="status">{words::unscored(unscored)}</p>
            }
            if let Some((done, total)) = compare.progress() {
                <div class="comparing" role="status">
                    <span>{words::RESAMPLING}</span>
                    <progress aria-label={words::PROGRESS} value={(total > 0).then(|| done.to_string())} max={total.max(1).to_string()}></progress>
                    <button type="button" class="button small" onclick={cancel.reform(|_: MouseEvent| ())}>{common::CANCEL}</button>
                </div>
            } else if let Some(problem) = problem {
                <div class="outcome" role="alert">
                    <p>{problem}</p>
                    <button type="button" class="button small" onclick={again}>{words::AGAIN}</button>
                </div>
            }
        </>
    }
}

fn unanswered<T>(reply: &Reply<T>) -> Option<String> {
    match reply {
        Reply::Failed(message) => Some(message.clone()),
        Reply::Cancelled => Some(words::UNANSWERED.to_owned()),
        _ => None,
    }
}
