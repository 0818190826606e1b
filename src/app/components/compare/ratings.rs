use texlens_evaluate::{Coefficient, Correlation, Correlations, RatingsSummary};
use texlens_workspace::state::{Action, Compare, CompareAction, Reply};
use yew::prelude::*;

use super::{super::file_button::FileButton, same::Same};
use crate::app::hooks::Importer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) compare: Same<Compare>,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// Shows how well each metric correlates with people's ratings.
#[component]
pub(super) fn RatingTable(props: &Props) -> Html {
    let Props {
        compare,
        importer,
        send,
    } = props;
    let heading = html! { <h3 id="ratings-title">{"Metrics and people\u{2019}s ratings"}</h3> };
    let Some(ratings) = &compare.ratings else {
        return html! {
            <section class="panel-section" aria-labelledby="ratings-title">
                {heading}
                <p class="hint">
                    {"Add people\u{2019}s ratings to see which metrics correlate with them: a CSV or JSONL file with "}
                    <code>{"id"}</code>{", "}<code>{"rating"}</code>{" and, if there are several, "}<code>{"system"}</code>{" and "}<code>{"rater"}</code>{". Higher is better."}
                </p>
                <FileButton label="Add ratings" {importer} />
            </section>
        };
    };
    let nameless = ratings.ratings.iter().any(|rated| rated.system.is_empty());
    let several = compare.board.as_ref().is_some_and(|board| board.systems.len() > 1);
    html! {
        <section class="panel-section" aria-labelledby="ratings-title">
            {heading}
            <p class="controls">
                <span>{format!("{}: {} rating{}", ratings.name, ratings.ratings.len(), if ratings.ratings.len() == 1 { "" } else { "s" })}</span>
                <button type="button" class="link" onclick={send.reform(|_: MouseEvent| Action::Compare(CompareAction::ForgetRatings))}>{"Remove"}</button>
            </p>
            if nameless && several {
                <p class="outcome failed" role="alert">{"The file does not say which system was rated, and there are several systems here. Add a column named system, or compare one system only."}</p>
            }
            {match &compare.correlations {
                Reply::Done(correlations) => table(correlations),
                Reply::Running { .. } | Reply::Open => html! { <p class="hint busy">{"Correlating\u{2026}"}</p> },
                Reply::Failed(_) | Reply::Cancelled => html! { <p class="hint">{"Not computed."}</p> },
            }}
        </section>
    }
}

fn table(correlations: &Correlations) -> Html {
    let mut pairs: Vec<&Correlation> = correlations.pairs.iter().collect();
    // The strongest correlation comes first; for a metric where lower is better, that is the lowest coefficient.
    let strength = |pair: &Correlation| {
        let value = pair
            .spearman
            .estimate()
            .map_or(f64::NEG_INFINITY, |estimate| estimate.value);
        if pair.lower_is_better && value.is_finite() {
            -value
        } else {
            value
        }
    };
    pairs.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    html! {
        <>
            if let Some(summary) = &correlations.ratings { {about(summary)} }
            <div class="table-scroller" tabindex="0" role="region" aria-labelledby="ratings-title">
                <table class="correlations">
                    <thead>
                        <tr>
                            <th scope="col">{"Metric"}</th>
                            <th scope="col" class="number">{"n"}</th>
                            <th scope="col" class="number">{"Pearson\u{2019}s r"}</th>
                            <th scope="col" class="number">{"Spearman\u{2019}s \u{3c1}"}</th>
                            <th scope="col" class="number">{"Kendall\u{2019}s \u{3c4}-b"}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {for pairs.iter().map(|pair| html! {
                            <tr>
                                <th scope="row">{&pair.of}if pair.lower_is_better { <span class="dim">{" (less is better)"}</span> }</th>
                                <td class="number">{pair.items}</td>
                                {cell(&pair.pearson)}{cell(&pair.spearman)}{cell(&pair.kendall)}
                            </tr>
                        })}
                    </tbody>
                </table>
            </div>
            <p class="note">{"95 % intervals, which take samples as independent. Grey: the interval contains 0, so no correlation can be claimed. Sorted by Spearman\u{2019}s \u{3c1}."}</p>
        </>
    }
}

fn cell(coefficient: &Coefficient) -> Html {
    match coefficient {
        Coefficient::Defined(estimate) => html! {
            <td class={classes!("number", "value", (!coefficient.is_clear()).then_some("unclear"))}>
                <span class="mean">{two(estimate.value)}</span>
                <span class="interval">{format!("{} to {}", two(estimate.interval.low), two(estimate.interval.high))}</span>
                if !coefficient.is_clear() { <span class="visually-hidden">{"no correlation can be claimed"}</span> }
            </td>
        },
        Coefficient::Undefined { reason } => html! {
            <td class="number undefined" title={reason.clone()}>{"\u{2013}"}<span class="visually-hidden">{reason}</span></td>
        },
    }
}

fn two(value: f64) -> String {
    format!("{value:.2}").replace('-', "\u{2212}")
}

fn about(summary: &RatingsSummary) -> Html {
    let range = summary
        .lowest
        .zip(summary.highest)
        .map(|(low, high)| format!(", from {low} to {high}"));
    let people = if summary.raters == 1 {
        "1 person".to_owned()
    } else {
        format!("{} people", summary.raters)
    };
    html! {
        <>
            <p class="note">{format!("{} ratings of {} samples by {people}{}; several ratings of a sample are averaged.", summary.ratings, summary.items, range.unwrap_or_default())}</p>
            if summary.unknown > 0 {
                <p class="note warn">{format!(
                    "{}, such as {}.",
                    if summary.unknown == 1 { "1 rating is of a sample that is not in the list".to_owned() } else { format!("{} ratings are of samples that are not in the list", summary.unknown) },
                    summary.unknown_items.join(", ")
                )}</p>
            }
            {for summary.agreement.iter().filter_map(|pair| {
                let kappa = pair.kappa.estimate()?;
                Some(html! { <p class="note">{format!("{} and {} on {} samples: weighted \u{3ba} {} ({} to {}).", pair.first, pair.second, pair.items, two(kappa.value), two(kappa.interval.low), two(kappa.interval.high))}</p> })
            })}
        </>
    }
}
