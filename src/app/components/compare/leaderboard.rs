use texlens_evaluate::{Comparison, Measure, SystemSummary, noun};
use texlens_report::plot::{Axis, Ink, interval_cell, mark, standing};
use texlens_workspace::commands::plots;
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Choice, Compare, Dialog, ViewAction};
use texlens_workspace::words::compare::{self as shared, leaderboard as words, numbers::decimal};
use yew::prelude::*;

use super::{
    choose::{Choose, choosing},
    figure::Figure,
    same::Same,
};
use crate::app::components::copy_table::CopyTable;
use crate::app::hooks::use_narrow;

/// Below this number of documents, percentile intervals are known to be too narrow.
const FEW_DOCUMENTS: usize = 20;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) send: Callback<Action>,
}

/// Shows the systems, sorted by any measure.
#[component]
pub(super) fn Leaderboard(props: &Props) -> Html {
    let Props { compare, send } = props;
    let width = if use_narrow() { 360.0 } else { 680.0 };
    let (Some(comparison), Some(measure)) = (compare.standing.done(), compare.measure()) else {
        return Html::default();
    };
    let choice = &compare.choice;
    let choose = choosing(send, compare);
    let measures = compare.shown_measures();
    let table = {
        let compare = compare.clone();
        Callback::from(move |()| copied::leaderboard(&compare).unwrap_or_default())
    };
    let marks = || comparison.systems.iter().filter_map(|system| mark(system, &measure, 0));
    let ends = marks().flat_map(|mark| [mark.value].into_iter().chain(mark.interval.into_iter().flatten()));
    let scale = Axis::within(ends, measure.range());
    let hidden = compare.hidden_measures();
    let more = {
        let choose = choose.clone();
        Callback::from(move |_: MouseEvent| {
            choose.emit(Box::new(|choice: &mut Choice| {
                choice.all_measures = !choice.all_measures
            }));
        })
    };
    let saved = {
        let (comparison, measure) = (comparison.clone(), measure.clone());
        Callback::from(move |()| standing("standing", &comparison, &measure, 680.0).svg(Ink::File))
    };
    let plot = standing("standing", comparison, &measure, width).svg(Ink::Page);
    let guide = match &measure {
        Measure::Metric(id) => Some(Dialog::Guide { metric: id.clone() }),
        Measure::Mean(_) => None,
    };
    html! {
        <section class="panel-section leaderboard" aria-labelledby="leaderboard-title">
            <div class="table-head">
                <h3 id="leaderboard-title">
                    {words::TITLE}
                    <span class="dim">{comparison.counted()}</span>
                </h3>
                <CopyTable {table} {send} />
            </div>
            <div class="table-scroller" tabindex="0" role="region" aria-labelledby="leaderboard-title">
                <table>
                    <thead>
                        <tr>
                            <th scope="col" class="rank"><span class="visually-hidden">{words::RANK}</span></th>
                            <th scope="col" class="system">{words::SYSTEM}</th>
                            <th scope="col" class="plot-head">
                                <span class="ends" aria-hidden="true">
                                    <span>{scale.label(scale.low)}</span>
                                    <span class="dim">{measure.id()}</span>
                                    <span>{scale.label(scale.high)}</span>
                                </span>
                                <span class="visually-hidden">{words::PLOT}</span>
                            </th>
                            {for measures.iter().map(|one| heading(one, *one == measure, choice, &choose))}
                            <th scope="col" class="number" title={words::COUNT_ABOUT}>{shared::COUNT}</th>
                            <th scope="col" class="number" title={words::MISSING_ABOUT}>{words::MISSING}</th>
                            <th scope="col" class="number" title={words::FAILED_ABOUT}>{words::FAILED}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {for compare.ranked().into_iter().enumerate().filter_map(|(rank, place)| {
                            let system = comparison.systems.get(place)?;
                            Some(row(rank + 1, system, comparison, &measures, &measure, &scale))
                        })}
                    </tbody>
                </table>
            </div>
            <p class="controls">
                if hidden > 0 {
                    <button type="button" class="link" aria-expanded={choice.all_measures.to_string()} onclick={more}>
                        if choice.all_measures { {words::MAIN_METRICS} } else { {words::all_metrics(hidden)} }
                    </button>
                }
                if let Some(guide) = guide {
                    <button type="button" class="link" onclick={send.reform(move |_| Action::View(ViewAction::Dialog(Some(guide.clone()))))}>
                        {words::guide(&measure)}
                    </button>
                }
            </p>
            {remarks(comparison)}
            if comparison.systems.len() > 1 {
                <details>
                    <summary>{words::as_plot(&measure)}</summary>
                    <Figure id={plots::MEANS} shown={plot} {saved} name={format!("{}-{}", measure.id(), noun(comparison.level, 2))} />
                </details>
            }
        </section>
    }
}

/// Renders the head of a column. A click on it sorts the systems by the measure.
fn heading(measure: &Measure, is_chosen: bool, choice: &Choice, choose: &Choose) -> Html {
    let is_ascending = measure.lower_is_better() != choice.is_reversed;
    let sort = match (is_chosen, is_ascending) {
        (false, _) => "none",
        (true, true) => "ascending",
        (true, false) => "descending",
    };
    let pick = {
        let (choose, measure) = (choose.clone(), measure.clone());
        Callback::from(move |_: MouseEvent| {
            let measure = measure.clone();
            choose.emit(Box::new(move |choice: &mut Choice| {
                choice.is_reversed = is_chosen && !choice.is_reversed;
                choice.measure = Some(measure);
            }));
        })
    };
    html! {
        <th scope="col" class={classes!("number", "measure", is_chosen.then_some("chosen"))} aria-sort={sort}>
            <button type="button" onclick={pick} title={words::sort_by(measure)}>
                {measure.label()}
                <span aria-hidden="true" class="arrow">
                    {match sort { "ascending" => "\u{25b4}", "descending" => "\u{25be}", _ => "" }}
                </span>
            </button>
            if measure.lower_is_better() { <span class="dim">{words::LOWER_IS_BETTER}</span> }
        </th>
    }
}

fn row(
    rank: usize,
    system: &SystemSummary,
    comparison: &Comparison,
    measures: &[Measure],
    chosen: &Measure,
    scale: &Axis,
) -> Html {
    let drawn = mark(system, chosen, 0).map(|mark| Html::from_html_unchecked(interval_cell(mark, scale).into()));
    html! {
        <tr key={system.system.clone()}>
            <td class="rank">{rank}</td>
            <th scope="row" class="system" title={system.system.clone()}>{&system.system}</th>
            <td class="drawn">{drawn.unwrap_or_default()}</td>
            {for measures.iter().map(|measure| cell(system, comparison, measure, measure == chosen))}
            <td class="number">{system.scored}</td>
            <td class={classes!("number", (system.missing > 0).then_some("bad"))}>{system.missing}</td>
            <td class={classes!("number", (system.failed > 0).then_some("bad"))}>{system.failed}</td>
        </tr>
    }
}

fn cell(system: &SystemSummary, comparison: &Comparison, measure: &Measure, is_chosen: bool) -> Html {
    let Some((measured, value)) = measure
        .of(system)
        .and_then(|measured| Some((measured, measured.value?)))
    else {
        let why = measure.why_undefined(system).unwrap_or_default();
        return html! { <td class="number undefined" title={why.clone()}>{"\u{2013}"}<span class="visually-hidden">{words::undefined(&why)}</span></td> };
    };
    let is_best = comparison.systems.len() > 1 && is_best(value, comparison, measure);
    let some = (measured.samples < system.scored).then(|| shared::count(measured.samples));
    html! {
        <td class={classes!("number", "value", is_best.then_some("best"), is_chosen.then_some("chosen"))}>
            <span class="mean">{decimal(value)}</span>
            if let Some(interval) = measured.interval {
                <span class="interval">{format!("{}\u{2009}\u{2013}\u{2009}{}", decimal(interval.low), decimal(interval.high))}</span>
            }
            if let Some(some) = some { <span class="interval">{some}</span> }
        </td>
    }
}

fn is_best(value: f64, comparison: &Comparison, measure: &Measure) -> bool {
    let values = comparison.systems.iter().filter_map(|system| measure.of(system)?.value);
    if measure.lower_is_better() {
        values.fold(f64::INFINITY, f64::min) >= value
    } else {
        values.fold(f64::NEG_INFINITY, f64::max) <= value
    }
}

/// Renders the notes that a reader needs in order not to misread the table.
fn remarks(comparison: &Comparison) -> Html {
    html! {
        <>
            <p class="note">
                {words::note(comparison)}
                if comparison.documents < FEW_DOCUMENTS {
                    {" "}{words::too_narrow(FEW_DOCUMENTS, comparison.documents)}
                }
            </p>
            if let Some(coverage) = comparison.coverage() {
                <p class="note coverage">{coverage}</p>
            }
            if !comparison.problems.is_empty() {
                <details>
                    <summary>{words::problems(comparison.problems.len())}</summary>
                    <ul>
                        {for comparison.problems.iter().take(50).map(|problem| html! { <li>{words::problem(problem)}</li> })}
                    </ul>
                </details>
            }
        </>
    }
}
