//! The comparison of systems: which is better, by how much, on which samples, and whether the difference is clear.

mod breakdown;
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
use texlens_workspace::state::{Action, Choice, Compare, CompareAction, DatasetChoice, Reply};
use texlens_workspace::words::{common, compare as words};
use yew::prelude::*;

use super::file_button::FileButton;
use crate::app::components::select::Select;
use crate::app::hooks::Importer;
use breakdown::Breakdowns;
use choose::{Choose, choosing};
use differences::Differences;
use leaderboard::Leaderboard;
use ratings::RatingTable;
use scatter::Scatters;
use unit_tests::TestRates;

pub(super) use same::Same;

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
                if kinds.len() > 1 { {levels(kinds, *kind, &choose)} }
                if datasets.len() > 1 { {which_dataset(datasets, dataset.as_ref(), &choose)} }
                if systems.len() > 1 { {only_common(compare, &choose)} }
                <FileButton label={common::ADD_RATINGS} {importer} />
                <FileButton label={common::ADD_FILES} {importer} />
            </div>
            if systems.len() > 2 { {which_systems(systems, compare, &choose)} }
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

fn levels(kinds: &[(Kind, usize)], kind: Option<Kind>, choose: &Choose) -> Html {
    html! {
        <div class="choice" role="group" aria-label={words::KIND}>
            {for kinds.iter().map(|&(one, count)| {
                let choose = choose.clone();
                let pick = Callback::from(move |_: MouseEvent| {
                    choose.emit(Box::new(move |choice: &mut Choice| choice.kind = Some(one)));
                });
                html! {
                    <button type="button" aria-pressed={(kind == Some(one)).to_string()} onclick={pick} title={words::with_results(count)}>
                        {words::kind(one)}
                    </button>
                }
            })}
        </div>
    }
}

/// Renders the choice of a dataset. Datasets are compared separately, unless all are chosen together.
fn which_dataset(datasets: &[(Rc<str>, usize)], dataset: Option<&Rc<str>>, choose: &Choose) -> Html {
    let all: usize = datasets.iter().map(|(_, count)| count).sum();
    let options = datasets
        .iter()
        .map(|(name, count)| (name.to_string(), format!("{name} ({count})")));
    let options = options
        .chain([(String::new(), words::all_datasets(all))])
        .collect::<Vec<_>>();
    let pick = choose.reform(|name: String| -> Box<dyn FnOnce(&mut Choice)> {
        let dataset = match name.as_str() {
            "" => DatasetChoice::All,
            name => DatasetChoice::One(name.into()),
        };
        Box::new(move |choice: &mut Choice| choice.dataset = dataset)
    });
    html! {
        <Select label={words::DATASET} {options} value={dataset.map(|name| name.to_string()).unwrap_or_default()} on_change={pick} />
    }
}

/// Renders the choice to use only samples that all systems have, which makes systems with different samples comparable.
fn only_common(compare: &Same<Compare>, choose: &Choose) -> Html {
    let toggle = choose.reform(|_: Event| -> Box<dyn FnOnce(&mut Choice)> {
        Box::new(|choice: &mut Choice| choice.only_common = !choice.only_common)
    });
    html! {
        <label class="only-common">
            <input type="checkbox" checked={compare.choice.only_common} onchange={toggle} />
            <span>{words::ONLY_COMMON}</span>
        </label>
    }
}

/// Renders the choice of the compared systems.
fn which_systems(systems: &[String], compare: &Same<Compare>, choose: &Choose) -> Html {
    let left_out = &compare.choice.left_out;
    let taken = systems.iter().filter(|system| !left_out.contains(*system)).count();
    html! {
        <details class="systems">
            <summary>{words::systems(taken, systems.len())}</summary>
            <div class="checks" role="group" aria-label={words::SYSTEMS}>
                {for systems.iter().map(|system| {
                    let is_in = !left_out.contains(system);
                    let (choose, name) = (choose.clone(), system.clone());
                    let toggle = Callback::from(move |_: Event| {
                        let name = name.clone();
                        choose.emit(Box::new(move |choice: &mut Choice| {
                            if is_in {
                                choice.left_out.insert(name);
                            } else {
                                choice.left_out.remove(&name);
                            }
                        }));
                    });
                    html! {
                        <label><input type="checkbox" checked={is_in} disabled={is_in && taken < 2} onchange={toggle} /><span>{system}</span></label>
                    }
                })}
            </div>
        </details>
    }
}

/// Renders the progress of the comparison and its problems.
fn waiting(compare: &Same<Compare>, unscored: usize, cancel: &Callback<()>, send: &Callback<Action>) -> Html {
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
