use std::rc::Rc;

use texlens_evaluate::{Breakdown, Measure, SystemSummary, TagSummary};
use texlens_report::ResultTable;
use texlens_report::plot::{Ink, by_tag, value_name};
use texlens_workspace::commands::plots;
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Choice, Compare, Reply};
use texlens_workspace::words::compare::{self as shared, breakdown as words, numbers::decimal};
use yew::prelude::*;

use super::{choose::choosing, figure::Figure, same::Same};
use crate::app::components::copy_table::CopyTable;
use crate::app::components::select::Select;
use crate::app::hooks::use_narrow;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) send: Callback<Action>,
}

/// Shows the means of the systems for each value of a tag.
#[component]
pub(super) fn Breakdowns(props: &Props) -> Html {
    let Props { compare, send } = props;
    let width = if use_narrow() { 360.0 } else { 680.0 };
    let (Some(tag), Some(measure)) = (compare.tag(), compare.measure()) else {
        return html! {
            <section class="panel-section" aria-labelledby="tags-title">
                <h3 id="tags-title">{words::EMPTY_TITLE}</h3>
                <p class="hint">{words::EMPTY}</p>
            </section>
        };
    };
    let choose = choosing(send, compare);
    let pick = {
        let choose = choose.clone();
        Callback::from(move |tag: String| choose.emit(Box::new(move |choice: &mut Choice| choice.tag = Some(tag))))
    };
    let tags = compare
        .tags()
        .iter()
        .map(|tag| (tag.clone(), tag.clone()))
        .collect::<Vec<_>>();
    html! {
        <section class="panel-section" aria-labelledby="tags-title">
            <h3 id="tags-title">{words::title(measure.name(), &tag)}</h3>
            <div class="controls">
                <Select label={words::TAG} options={tags} value={tag.clone()} on_change={pick} />
                if let Some(Reply::Done(breakdown)) = compare.breakdowns.get(&tag) {
                    <CopyTable table={table(breakdown, &measure)} {send} />
                }
            </div>
            {match compare.breakdowns.get(&tag) {
                Some(Reply::Done(breakdown)) => shown(breakdown, &measure, width),
                Some(Reply::Running { .. }) | None => html! { <p class="hint busy">{shared::COMPARING}</p> },
                Some(_) => html! { <p class="hint">{shared::NOT_COMPARED}</p> },
            }}
        </section>
    }
}

fn table(breakdown: &Rc<Breakdown>, measure: &Measure) -> Callback<(), ResultTable> {
    let (breakdown, measure) = (breakdown.clone(), measure.clone());
    Callback::from(move |()| copied::breakdown(&breakdown, &measure))
}

fn shown(breakdown: &Rc<Breakdown>, measure: &Measure, width: f64) -> Html {
    let plot = by_tag("by-tag", breakdown, measure, width).svg(Ink::Page);
    let saved = {
        let (breakdown, measure) = (breakdown.clone(), measure.clone());
        Callback::from(move |()| by_tag("by-tag", &breakdown, &measure, 680.0).svg(Ink::File))
    };
    let systems = breakdown.values.first().map_or(&[][..], |row| &row.systems);
    html! {
        <>
            <Figure id={plots::BY_TAG} shown={plot} {saved} name={format!("{}-by-{}", measure.id(), breakdown.tag)} />
            <div class="table-scroller" tabindex="0" role="region" aria-label={words::title(measure.name(), &breakdown.tag)}>
                <table class="by-tag">
                    <thead>
                        <tr>
                            <th scope="col">{&breakdown.tag}</th>
                            <th scope="col" class="number" title={words::COUNT_ABOUT}>{shared::COUNT}</th>
                            <th scope="col" class="number">{words::DOCUMENTS}</th>
                            {for systems.iter().map(|system| html! { <th scope="col" class="number" title={system.system.clone()}>{&system.system}</th> })}
                        </tr>
                    </thead>
                    <tbody>{for breakdown.values.iter().map(|row| value_row(row, measure))}</tbody>
                </table>
            </div>
            <p class="note">
                {words::NOTE}
                if breakdown.more_values > 0 { {" "}{words::more_values(breakdown.more_values)} }
            </p>
        </>
    }
}

fn value_row(row: &TagSummary, measure: &Measure) -> Html {
    html! {
        <tr>
            <th scope="row">{value_name(row.value.as_deref())}</th>
            <td class="number">{row.samples}</td>
            <td class="number">{row.documents}</td>
            {for row.systems.iter().map(|system| cell(system, row, measure))}
        </tr>
    }
}

fn cell(system: &SystemSummary, row: &TagSummary, measure: &Measure) -> Html {
    let Some((measured, value)) = measure
        .of(system)
        .and_then(|measured| Some((measured, measured.value?)))
    else {
        let why = measure.why_undefined(system).unwrap_or_default();
        return html! { <td class="number undefined" title={why}>{"\u{2013}"}</td> };
    };
    html! {
        <td class="number value">
            <span class="mean">{decimal(value)}</span>
            if let Some(interval) = measured.interval {
                <span class="interval">{format!("{}\u{2009}\u{2013}\u{2009}{}", decimal(interval.low), decimal(interval.high))}</span>
            }
            if measured.samples < row.samples { <span class="interval">{shared::count(measured.samples)}</span> }
        </td>
    }
}
