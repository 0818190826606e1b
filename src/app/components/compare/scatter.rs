use std::rc::Rc;

use texlens_evaluate::Measure;
use texlens_report::plot::Ink;
use texlens_workspace::commands::plots;
use texlens_workspace::compare::{Points, points};
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Choice, Compare, CompareAction, Plot, SampleId};
use texlens_workspace::words::compare::{self as shared, numbers::decimal, scatter as words};
use yew::prelude::*;

use super::{choose::choosing, figure::Figure, same::Same};
use crate::app::components::copy_table::CopyTable;
use crate::app::components::select::Select;
use crate::app::hooks::use_narrow;

/// Samples beside the plot: the number that is listed at first and the number that *Show more* adds. Outliers come
/// first.
const LISTED: usize = 20;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) send: Callback<Action>,
}

/// Plots two values of each sample against each other.
#[component]
pub(super) fn Scatters(props: &Props) -> Html {
    let Props { compare, send } = props;
    let width: f64 = if use_narrow() { 360.0 } else { 620.0 };
    let listed = use_state_eq(|| LISTED);
    let more = {
        let listed = listed.clone();
        Callback::from(move |_: MouseEvent| listed.set(*listed + LISTED))
    };
    let drawn = use_memo((compare.clone(), width.to_bits()), move |(compare, _)| {
        points(compare, width)
    });
    let Some(points) = (*drawn).clone() else {
        return Html::default();
    };
    let choose = choosing(send, compare);
    let metrics = |chosen: &str| -> Vec<(String, String)> {
        let known = points.axes.metrics.iter().map(|id| (id.clone(), long_name(id)));
        let mut options: Vec<_> = known.collect();
        if !options.iter().any(|(id, _)| id == chosen) {
            options.push((chosen.to_owned(), long_name(chosen)));
        }
        options
    };
    let pick = |set: fn(&mut Choice, String)| {
        let choose = choose.clone();
        Callback::from(move |value: String| choose.emit(Box::new(move |choice: &mut Choice| set(choice, value))))
    };
    let visit = {
        let (send, points) = (send.clone(), points.clone());
        Callback::from(move |dot: usize| {
            if let Some(Some(visit)) = points.samples.get(dot) {
                send.emit(Action::Compare(CompareAction::Visit {
                    sample: SampleId(visit.sample),
                    beside: visit.beside.clone(),
                }));
            }
        })
    };
    let saved = {
        let points = points.clone();
        Callback::from(move |()| points.scatter.svg(Ink::File))
    };
    html! {
        <section class="panel-section" aria-labelledby="scatter-title">
            <h3 id="scatter-title">{words::TITLE}</h3>
            <div class="controls">
                <div class="choice" role="group" aria-label={words::KIND}>
                    {for points.axes.plots(compare).map(|plot| {
                        let choose = choose.clone();
                        let onclick = Callback::from(move |_: MouseEvent| choose.emit(Box::new(move |choice: &mut Choice| choice.plot = plot)));
                        html! { <button type="button" aria-pressed={(points.axes.plot == plot).to_string()} {onclick}>{words::kind(plot)}</button> }
                    })}
                </div>
                <Select label={shared::METRIC} options={metrics(&points.axes.x)} value={points.axes.x.clone()} on_change={pick(|choice, id| choice.x = Some(id))} />
                if points.axes.plot == Plot::Metrics {
                    <Select label={words::AGAINST} options={metrics(&points.axes.y)} value={points.axes.y.clone()} on_change={pick(|choice, id| choice.y = Some(id))} />
                }
            </div>
            if points.scatter.dots.is_empty() {
                <p class="hint">{words::EMPTY}</p>
            } else {
                <div class="scatter-and-list">
                    <Figure id={plots::SAMPLES} shown={points.scatter.svg(Ink::Page)} {saved} name={format!("{}-{}", points.scatter.x, points.scatter.y)} on_dot={visit.clone()} />
                    {list(&points, *listed, &more, &visit, send)}
                </div>
                if points.scatter.dots.iter().any(|dot| dot.is_missing) {
                    <p class="note">{words::HOLLOW}</p>
                }
            }
        </section>
    }
}

/// Renders the list of outliers, which leads to them without the plot.
fn list(
    points: &Rc<Points>,
    listed: usize,
    more: &Callback<MouseEvent>,
    visit: &Callback<usize>,
    send: &Callback<Action>,
) -> Html {
    let table = {
        let points = points.clone();
        Callback::from(move |()| copied::scatter(&points))
    };
    html! {
        <div class="standing-out">
            <div class="table-head">
                <h4>{points.sorted_by}</h4>
                <CopyTable {table} {send} />
            </div>
            <div class="table-scroller" tabindex="0" role="region" aria-label={points.sorted_by}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{words::SAMPLE}</th>
                            <th scope="col" class="number">{&points.scatter.x}</th>
                            <th scope="col" class="number">{&points.scatter.y}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {for points.order.iter().take(listed).filter_map(|&dot| {
                            let one = points.scatter.dots.get(dot)?;
                            let go = visit.reform(move |_: MouseEvent| dot);
                            Some(html! {
                                <tr>
                                    <th scope="row"><button type="button" class="link" onclick={go}>{&one.name}</button></th>
                                    <td class="number">{decimal(one.x)}</td>
                                    <td class="number">{decimal(one.y)}</td>
                                </tr>
                            })
                        })}
                    </tbody>
                </table>
            </div>
            if points.order.len() > listed {
                <p class="note">
                    {words::listed(listed, points.order.len())}{" "}
                    <button type="button" class="link" onclick={more.clone()}>{words::MORE}</button>
                </p>
            }
        </div>
    }
}

fn long_name(id: &str) -> String {
    let measure = Measure::Metric(id.to_owned());
    if measure.name() == id {
        id.to_owned()
    } else {
        format!("{id}: {}", measure.name())
    }
}
