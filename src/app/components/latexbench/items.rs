use texlens_latexbench::Family;
use texlens_workspace::state::{Action, Bench, BenchAction, BenchFilter, BenchOutcome, SelectAction, Step};
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use super::begin::Make;
use super::item::ItemView;
use crate::app::components::compare::Same;
use crate::app::components::select::Select;
use crate::app::hooks::{BenchAsk, use_reveal};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) bench: Same<Bench>,
    pub(super) ask: Callback<BenchAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows the list of items beside the chosen one.
#[component]
pub(super) fn Items(props: &Props) -> Html {
    let Props { bench, ask, send } = props;
    let Some(held) = &bench.items else {
        return Html::default();
    };
    let listed = bench.listed();
    let list = use_node_ref();
    use_reveal(&list, "[aria-current]", true, bench.at);
    let keys = {
        let send = send.clone();
        Callback::from(move |event: KeyboardEvent| {
            let step = match event.key().as_str() {
                "ArrowDown" => Step::Next,
                "ArrowUp" => Step::Previous,
                _ => return,
            };
            event.prevent_default();
            send.emit(Action::Select(SelectAction::Neighbour(step)));
        })
    };
    let point = |index: usize| send.reform(move |_: MouseEvent| Action::Bench(BenchAction::Point(index)));
    html! {
        <div class="bench-items">
            <div class="bench-side">
                {filters(bench, send)}
                <ul ref={list} class="bench-list" tabindex="0" aria-label={words::LIST} onkeydown={keys}>
                    if listed.is_empty() { <li class="dim">{words::NOTHING_LISTED}</li> }
                    {for listed.iter().filter_map(|index| {
                        let item = held.briefs.get(*index)?;
                        let (sign, meaning) = words::sign(bench.answered(*index));
                        Some(html! {
                            <li key={*index} aria-current={(*index == bench.at).then_some("true")}>
                                <button type="button" tabindex="-1" onclick={point(*index)}>
                                    <span class="id">{&item.id}</span>
                                    <span class="dim">{words::property(item)}</span>
                                    <span class={classes!("sign", (!meaning.is_empty()).then_some(meaning.split(' ').next().unwrap_or_default().to_owned()))} title={meaning} aria-label={meaning}>{sign}</span>
                                </button>
                            </li>
                        })
                    })}
                </ul>
                <details class="bench-again">
                    <summary>{words::MAKE_OTHERS}</summary>
                    <Make label={words::MAKE} is_busy={bench.is_busy()} {ask} />
                </details>
            </div>
            if let Some(item) = bench.shown_item() {
                <ItemView
                    key={bench.at}
                    item={item.clone()}
                    answered={bench.answered(bench.at).cloned()}
                    drawing={bench.drawing.clone()}
                    {ask}
                />
            }
        </div>
    }
}

/// Renders the choices of the run, the family and the outcome.
fn filters(bench: &Same<Bench>, send: &Callback<Action>) -> Html {
    let filter = bench.filter;
    let families = std::iter::once(None).chain(Family::ALL.into_iter().map(Some));
    let families: Vec<Option<Family>> = families.collect();
    let set = send.reform(|filter| Action::Bench(BenchAction::Filter(filter)));
    let numbered = |labels: Vec<&'static str>| -> Vec<(String, String)> {
        let labels = labels.into_iter().enumerate();
        labels
            .map(|(index, label)| (index.to_string(), label.to_owned()))
            .collect()
    };
    let family_at = families
        .iter()
        .position(|family| *family == filter.family)
        .unwrap_or_default();
    let outcome_at = BenchOutcome::ALL
        .iter()
        .position(|outcome| *outcome == filter.outcome)
        .unwrap_or_default();
    let on_family = {
        let families = families.clone();
        set.reform(move |typed: String| BenchFilter {
            family: typed
                .parse::<usize>()
                .ok()
                .and_then(|index| families.get(index).copied())
                .flatten(),
            ..filter
        })
    };
    let on_outcome = set.reform(move |typed: String| BenchFilter {
        outcome: typed
            .parse::<usize>()
            .ok()
            .and_then(|index| BenchOutcome::ALL.get(index).copied())
            .unwrap_or_default(),
        ..filter
    });
    let runs: Vec<(String, String)> = bench
        .runs
        .iter()
        .enumerate()
        .map(|(index, run)| (index.to_string(), run.label.clone()))
        .collect();
    let on_run = send.reform(|typed: String| Action::Bench(BenchAction::Show(typed.parse().unwrap_or_default())));
    let shown = bench.shown;
    let remove = send.reform(move |_: MouseEvent| Action::Bench(BenchAction::Remove(shown)));
    html! {
        <div class="bench-filters">
            if !runs.is_empty() {
                <Select label={words::RUN} options={runs} value={shown.to_string()} on_change={on_run} />
                <button type="button" class="link" onclick={remove}>{words::REMOVE_RUN}</button>
            }
            <Select label={words::FAMILY} options={numbered(families.iter().map(|family| words::family(*family)).collect())} value={family_at.to_string()} on_change={on_family} />
            if !bench.runs.is_empty() {
                <Select label={words::OUTCOME} options={numbered(BenchOutcome::ALL.map(words::outcome).to_vec())} value={outcome_at.to_string()} on_change={on_outcome} />
            }
        </div>
    }
}
