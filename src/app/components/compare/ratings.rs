use std::rc::Rc;

use texlens_evaluate::{Coefficient, Correlations, RatingsSummary};
use texlens_report::ResultTable;
use texlens_report::plot::{Ink, agreement};
use texlens_workspace::commands::plots;
use texlens_workspace::compare::by_strength;
use texlens_workspace::copied;
use texlens_workspace::state::{Action, Choice, Compare, CompareAction, Reply};
use texlens_workspace::words::common;
use texlens_workspace::words::compare::{self as shared, numbers, ratings as words};
use yew::prelude::*;

use super::{
    super::{copy_table::CopyTable, file_button::FileButton, select::Select, sentence::sentence},
    choose::choosing,
    figure::Figure,
    same::Same,
};
use crate::app::hooks::{Importer, use_narrow};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// Shows how well each metric and judge correlates with people's ratings.
#[component]
pub(super) fn RatingTable(props: &Props) -> Html {
    let Props {
        compare,
        importer,
        send,
    } = props;
    let width = if use_narrow() { 360.0 } else { 720.0 };
    let heading = html! { <h3 id="ratings-title">{words::TITLE}</h3> };
    let Some(ratings) = &compare.ratings else {
        return html! {
            <section class="panel-section" aria-labelledby="ratings-title">
                {heading}
                <p class="hint">{sentence(words::EMPTY)}</p>
                <FileButton label={common::ADD_RATINGS} {importer} />
            </section>
        };
    };
    let nameless = ratings.ratings.iter().any(|rated| rated.system.is_empty());
    let several = compare.board.as_ref().is_some_and(|board| board.systems.len() > 1);
    html! {
        <section class="panel-section" aria-labelledby="ratings-title">
            {heading}
            <p class="controls">
                <span>{words::file(&ratings.name, ratings.ratings.len())}</span>
                <button type="button" class="link" onclick={send.reform(|_: MouseEvent| Action::Compare(CompareAction::ForgetRatings))}>{common::REMOVE}</button>
            </p>
            if nameless && several {
                <p class="outcome failed" role="alert">{words::SYSTEM_NEEDED}</p>
            }
            <div class="controls">{which(compare, send)}</div>
            {match compare.correlations().unwrap_or(&Reply::Open) {
                Reply::Done(correlations) => html! { <>{figure(correlations, width)}<CopyTable table={copy(correlations)} {send} />{table(correlations)}</> },
                Reply::Running { .. } | Reply::Open => html! { <p class="hint busy">{words::CORRELATING}</p> },
                Reply::Failed(_) | Reply::Cancelled => html! { <p class="hint">{words::NOT_COMPUTED}</p> },
            }}
        </section>
    }
}

/// Renders the choice of the items that count.
fn which(compare: &Same<Compare>, send: &Callback<Action>) -> Html {
    let options = words::ITEMS.map(|(items, label)| (words::value(items).to_owned(), label.to_owned()));
    let pick = choosing(send, compare).reform(|value: String| -> Box<dyn FnOnce(&mut Choice)> {
        let found = words::ITEMS
            .into_iter()
            .find(|(items, _)| words::value(*items) == value);
        Box::new(move |choice: &mut Choice| choice.items = found.map(|(items, _)| items).unwrap_or_default())
    });
    html! {
        <Select label={words::WHICH} options={options.to_vec()} value={words::value(compare.choice.items)} on_change={pick} />
    }
}

/// Shows Pearson's r with its interval for each metric and judge, if any is defined.
fn figure(correlations: &Correlations, width: f64) -> Html {
    let Some(plot) = agreement("agreement", correlations, width) else {
        return Html::default();
    };
    let shown = plot.svg(Ink::Page);
    let saved = Callback::from(move |()| plot.svg(Ink::File));
    html! { <Figure id={plots::RATINGS} {shown} {saved} name={words::PLOT} /> }
}

fn copy(correlations: &Rc<Correlations>) -> Callback<(), ResultTable> {
    let correlations = Rc::clone(correlations);
    Callback::from(move |()| copied::correlations(&correlations))
}

fn table(correlations: &Correlations) -> Html {
    let pairs = by_strength(correlations);
    html! {
        <>
            if let Some(summary) = &correlations.ratings { {about(summary)} }
            if let Some(note) = correlations.left_out_note() { <p class="note">{note}</p> }
            <div class="table-scroller" tabindex="0" role="region" aria-labelledby="ratings-title">
                <table class="correlations">
                    <thead>
                        <tr>
                            <th scope="col">{shared::METRIC}</th>
                            <th scope="col" class="number">{shared::COUNT}</th>
                            <th scope="col" class="number">{words::PEARSON}</th>
                            <th scope="col" class="number">{words::SPEARMAN}</th>
                            <th scope="col" class="number">{words::KENDALL}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {for pairs.iter().map(|pair| html! {
                            <tr>
                                <th scope="row">{&pair.of}if pair.lower_is_better { <span class="dim">{" "}{words::LESS_IS_BETTER}</span> }</th>
                                <td class="number">{pair.items}</td>
                                {cell(&pair.pearson)}{cell(&pair.spearman)}{cell(&pair.kendall)}
                            </tr>
                        })}
                    </tbody>
                </table>
            </div>
            <p class="note">{words::NOTE}</p>
        </>
    }
}

fn cell(coefficient: &Coefficient) -> Html {
    match coefficient {
        Coefficient::Defined(estimate) => html! {
            <td class={classes!("number", "value", (!coefficient.is_clear()).then_some("unclear"))}>
                <span class="mean">{numbers::coefficient(estimate.value)}</span>
                <span class="interval">{words::interval(estimate.interval)}</span>
                if !coefficient.is_clear() { <span class="visually-hidden">{words::UNCLEAR}</span> }
            </td>
        },
        Coefficient::Undefined { reason } => html! {
            <td class="number undefined" title={reason.clone()}>{"\u{2013}"}<span class="visually-hidden">{reason}</span></td>
        },
    }
}

fn about(summary: &RatingsSummary) -> Html {
    html! {
        <>
            <p class="note">{words::summary(summary)}</p>
            if summary.unknown > 0 {
                <p class="note warn">{words::unknown(summary)}</p>
            }
            {for summary.agreement.iter().filter_map(words::agreement).map(|agreement| html! { <p class="note">{agreement}</p> })}
        </>
    }
}
