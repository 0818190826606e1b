use std::rc::Rc;

use texlens_evaluate::{PassRate, TestedSystem, UnitTests};
use texlens_report::{rate_names, unit_tests_caption};
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Compare, Reply};
use texlens_workspace::words::compare::{self as shared, differences, numbers::decimal, unit_tests as words};
use yew::prelude::*;

use super::{choose::choosing, differences as pairs, same::Same};
use crate::app::components::copy_table::CopyTable;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) send: Callback<Action>,
}

/// Shows the pass rates of unit tests by system, type and file, and the differences between two systems.
#[component]
pub(super) fn TestRates(props: &Props) -> Html {
    let Props { compare, send } = props;
    let Reply::Done(rates) = &compare.rates else {
        let text = match &compare.rates {
            Reply::Failed(_) | Reply::Cancelled => html! { <p class="hint">{shared::NOT_COMPARED}</p> },
            _ => html! { <p class="hint busy">{words::CALCULATING}</p> },
        };
        return html! {
            <section class="panel-section" aria-labelledby="rates-title">
                <h3 id="rates-title">{words::TITLE}</h3>
                {text}
            </section>
        };
    };
    let systems: Vec<&TestedSystem> = (compare.ranked_by_tests().into_iter())
        .filter_map(|place| rates.systems.get(place))
        .collect();
    let copy = {
        let (rates, order) = (Rc::clone(rates), compare.ranked_by_tests());
        Callback::from(move |()| copied::unit_tests(&rates, &order))
    };
    html! {
        <section class="panel-section unit-test-rates" aria-labelledby="rates-title">
            <div class="table-head">
                <h3 id="rates-title">
                    {words::TITLE}
                    if let Some(system) = systems.first() { <span class="dim">{words::count(system)}</span> }
                </h3>
                <CopyTable table={copy} {send} />
            </div>
            {table(rates, &systems)}
            <p class="note">{unit_tests_caption(rates)}</p>
            {two(compare, rates, send)}
        </section>
    }
}

fn table(rates: &UnitTests, systems: &[&TestedSystem]) -> Html {
    let row = |name: &str, rate: &dyn for<'s> Fn(&'s TestedSystem) -> Option<&'s PassRate>| {
        let found: Vec<Option<&PassRate>> = systems.iter().map(|system| rate(system)).collect();
        let best = found
            .iter()
            .flatten()
            .map(|rate| rate.value)
            .fold(f64::NEG_INFINITY, f64::max);
        html! {
            <tr>
                <th scope="row">{name.to_owned()}</th>
                {for found.into_iter().map(|rate| cell(rate, systems.len() > 1, best))}
            </tr>
        }
    };
    let group = |title: &str, of: fn(&TestedSystem) -> &Vec<PassRate>| {
        let names = rate_names(rates, of);
        html! {
            <tbody>
                <tr class="group"><th scope="rowgroup" colspan={(1 + systems.len()).to_string()}>{title.to_owned()}</th></tr>
                {for names.iter().map(|name| row(name, &|system| of(system).iter().find(|rate| rate.name == *name)))}
            </tbody>
        }
    };
    html! {
        <div class="table-scroller" tabindex="0" role="region" aria-labelledby="rates-title">
            <table class="rates">
                <thead>
                    <tr>
                        <th scope="col">{words::TESTS}</th>
                        {for systems.iter().map(|system| html! {
                            <th scope="col" class="number" title={system.system.clone()}>{&system.system}</th>
                        })}
                    </tr>
                </thead>
                <tbody>{row(words::SCORE, &|system| Some(&system.score))}</tbody>
                {group(words::BY_TYPE, |system| &system.kinds)}
                {group(words::BY_FILE, |system| &system.files)}
            </table>
        </div>
    }
}

fn cell(rate: Option<&PassRate>, are_several: bool, best: f64) -> Html {
    let Some(rate) = rate else {
        return html! { <td class="number undefined">{"\u{2013}"}</td> };
    };
    html! {
        <td class={classes!("number", "value", (are_several && rate.value >= best).then_some("best"))}>
            <span class="mean">{decimal(rate.value)}</span>
            if let Some(interval) = rate.interval {
                <span class="interval">{format!("{}\u{2009}\u{2013}\u{2009}{}", decimal(interval.low), decimal(interval.high))}</span>
            }
            <span class="interval">{words::passed(rate)}</span>
        </td>
    }
}

/// Renders the differences between two systems, if there are two.
fn two(compare: &Same<Compare>, rates: &UnitTests, send: &Callback<Action>) -> Html {
    let Some(pair) = compare.test_pair() else {
        return Html::default();
    };
    let systems: Vec<String> = rates.systems.iter().map(|system| system.system.clone()).collect();
    let note = differences::note(words::UNITS);
    html! {
        <>
            <h4>{words::DIFFERENCES}</h4>
            {pairs::choice(&systems, pair, &choosing(send, compare))}
            {match compare.test_differences.get(&pair) {
                Some(Reply::Done(differences)) => pairs::told(differences, words::TESTS, words::NO_TEST, note, send),
                Some(Reply::Running { .. }) | None => html! { <p class="hint busy">{shared::COMPARING}</p> },
                Some(_) => html! { <p class="hint">{shared::NOT_COMPARED}</p> },
            }}
        </>
    }
}
