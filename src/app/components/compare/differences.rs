use std::rc::Rc;

use texlens_evaluate::{Difference, Measure, SystemPair, noun};
use texlens_report::plot::{Axis, Mark, interval_cell};
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Choice, Compare, Reply};
use texlens_workspace::words::compare::{self as shared, differences as words, numbers::signed};
use yew::prelude::*;

use super::{
    choose::{Choose, choosing},
    same::Same,
};
use crate::app::components::copy_table::CopyTable;
use crate::app::components::select::Select;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) send: Callback<Action>,
}

/// Shows the differences between two systems, in words and numbers.
#[component]
pub(super) fn Differences(props: &Props) -> Html {
    let Props { compare, send } = props;
    let (Some(comparison), Some(pair)) = (compare.standing.done(), compare.pair()) else {
        return Html::default();
    };
    let Some(board) = &compare.board else {
        return Html::default();
    };
    let note = words::note(noun(comparison.level, 2));
    html! {
        <section class="panel-section" aria-labelledby="differences-title">
            <h3 id="differences-title">{words::TITLE}</h3>
            {choice(&board.systems, pair, &choosing(send, compare))}
            {match compare.differences.get(&pair) {
                Some(Reply::Done(differences)) => told(differences, shared::METRIC, words::NO_SAMPLE, note, send),
                Some(Reply::Running { .. }) | None => html! { <p class="hint busy">{shared::COMPARING}</p> },
                Some(_) => html! { <p class="hint">{shared::NOT_COMPARED}</p> },
            }}
        </section>
    }
}

/// Renders the choice of two of these systems.
pub(super) fn choice(systems: &[String], pair: [usize; 2], choose: &Choose) -> Html {
    let name = |place: usize| systems.get(place).cloned().unwrap_or_default();
    let [first, second] = pair.map(name);
    let pick = |is_first: bool, other: String| {
        let choose = choose.clone();
        Callback::from(move |chosen: String| {
            let other = other.clone();
            choose.emit(Box::new(move |choice: &mut Choice| {
                choice.pair = Some(if is_first { [chosen, other] } else { [other, chosen] });
            }));
        })
    };
    let options = |without: &String| {
        let others = systems.iter().filter(|system| *system != without);
        others
            .map(|system| (system.clone(), system.clone()))
            .collect::<Vec<_>>()
    };
    html! {
        <div class="controls">
            <Select label={words::OF} options={options(&second)} value={first.clone()} on_change={pick(true, second.clone())} />
            <Select label={words::AND} options={options(&first)} value={second.clone()} on_change={pick(false, first.clone())} />
        </div>
    }
}

/// Renders the differences of two systems: the clear ones in words, then all of them as a table. `what` is the heading
/// of the column with the ids, `none` the text without differences.
pub(super) fn told(
    differences: &Rc<Vec<Difference>>,
    what: &'static str,
    none: &'static str,
    note: String,
    send: &Callback<Action>,
) -> Html {
    let Some(pair) = SystemPair::of(differences) else {
        return html! { <p class="hint">{none}</p> };
    };
    let copy = {
        let (differences, note) = (Rc::clone(differences), note.clone());
        Callback::from(move |()| {
            let pair = SystemPair::of(&differences);
            pair.map(|pair| copied::differences(&pair, what, &note))
                .unwrap_or_default()
        })
    };
    let also = [(pair.first, &pair.first_also), (pair.second, &pair.second_also)];
    let has_clear = pair.unclear.len() < pair.all.len();
    html! {
        <>
            if has_clear {
                <ul class="told">
                    {for pair.told.iter().map(|difference| html! { <li>{&difference.summary}</li> })}
                    {for also.iter().filter(|(_, ids)| !ids.is_empty()).map(|(system, ids)| html! {
                        <li>{words::also_better(system, ids)}</li>
                    })}
                </ul>
                if !pair.unclear.is_empty() {
                    <p class="note">{words::unclear(&pair.unclear)}</p>
                }
            } else {
                <p>{words::NONE_CLEAR}</p>
            }
            <details>
                <summary>{words::in_numbers(pair.all.len())}</summary>
                <CopyTable table={copy} {send} />
                {table(&pair, what)}
            </details>
            <p class="note">{note}</p>
        </>
    }
}

fn table(pair: &SystemPair<'_>, what: &'static str) -> Html {
    let SystemPair { first, second, .. } = pair;
    html! {
        <div class="table-scroller" tabindex="0" role="region" aria-label={words::table(first, second)}>
            <table class="differences">
                <thead>
                    <tr>
                        <th scope="col">{what}</th>
                        <th scope="col" class="number">{shared::difference(first, second)}</th>
                        <th scope="col" class="number">{words::INTERVAL}</th>
                        <th scope="col" class="drawn"><span class="visually-hidden">{words::PLOT}</span></th>
                        <th scope="col" class="number">{words::P_VALUE}</th>
                        <th scope="col" class="number">{words::better(first)}</th>
                        <th scope="col" class="number">{words::EQUAL}</th>
                        <th scope="col" class="number">{words::better(second)}</th>
                    </tr>
                </thead>
                <tbody>{for pair.all.iter().map(row)}</tbody>
            </table>
        </div>
    }
}

fn row(difference: &Difference) -> Html {
    let measure = Measure::Metric(difference.metric.clone());
    let interval = difference.interval;
    // Each row has a scale centred on 0: only the side on which the interval lies matters.
    let ends = interval.map(|interval| [interval.low, interval.high]);
    let farthest = ends
        .into_iter()
        .flatten()
        .chain([difference.mean])
        .fold(0.0, |far: f64, end| far.max(end.abs()));
    let scale = Axis::of([-farthest, 0.0, farthest]);
    let drawn = Mark {
        series: usize::from(!difference.is_clear) * 7,
        value: difference.mean,
        interval: ends,
    };
    html! {
        <tr class={classes!(difference.is_clear.then_some("clear"))}>
            <th scope="row" title={measure.name().to_owned()}>{measure.id()}</th>
            <td class="number mean">{signed(difference.mean)}</td>
            <td class="number">{interval.map(words::interval).unwrap_or_default()}</td>
            <td class="drawn">{Html::from_html_unchecked(interval_cell(drawn, &scale).into())}</td>
            <td class="number">{difference.p_value.map(|p| format!("{p:.4}")).unwrap_or_default()}</td>
            <td class="number">{difference.first_better}</td>
            <td class="number">{difference.equal}</td>
            <td class="number">{difference.second_better}</td>
        </tr>
    }
}
