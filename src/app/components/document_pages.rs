use std::rc::Rc;

use texlens_metrics::{headlines, label};
use texlens_workspace::state::{Action, PageCount, Sample, SampleId, SelectAction};
use texlens_workspace::words::document as words;
use yew::prelude::*;

use super::compare::SameEach;
use super::pager::Pager;
use crate::app::hooks::use_part;

/// Number of pages whose LaTeX is shown at a time.
const SHOWN: usize = 20;
/// Number of pages whose scores are shown at a time.
const ROWS: usize = 50;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) document: SampleId,
    pub(super) pages: SameEach<Sample>,
    pub(super) count: PageCount,
    pub(super) send: Callback<Action>,
}

/// Shows the LaTeX of those pages of a document that are read, while others are still being read.
#[component]
pub(super) fn DocumentPages(props: &Props) -> Html {
    let Props {
        document,
        pages,
        count,
        send,
    } = props;
    let read: Vec<&Rc<Sample>> = pages.iter().filter(|page| page.prediction.is_some()).collect();
    let parts = read.len().div_ceil(SHOWN);
    let (part, turn) = use_part(*document, (), None, parts);
    html! {
        <div class="document-pages" tabindex="0" role="region" aria-label={words::PAGES_SO_FAR}>
            <Pager what={words::THE_PAGES} {part} {parts} {turn} />
            <ol>
                {for read.iter().skip(part * SHOWN).take(SHOWN).map(|page| html! {
                    <li key={page.id.0}>
                        <h3>{page_button(page, send)}{scores(page)}</h3>
                        {match page.prediction_latex().filter(|latex| !latex.trim().is_empty()) {
                            Some(latex) => html! { <pre>{latex}</pre> },
                            None => html! { <p class="dim">{words::EMPTY_PAGE}</p> },
                        }}
                    </li>
                })}
            </ol>
            if count.open > 0 {
                <p class="hint busy">{words::waiting(count.open)}</p>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct ScoresProps {
    pub(super) document: SampleId,
    /// Whether the document itself has scores.
    pub(super) is_scored: bool,
    pub(super) pages: SameEach<Sample>,
    pub(super) send: Callback<Action>,
}

/// Shows the main scores of each page that has scores.
#[component]
pub(super) fn PageScores(props: &ScoresProps) -> Html {
    let ScoresProps {
        document,
        is_scored,
        pages,
        send,
    } = props;
    let scored: Vec<&Rc<Sample>> = pages.iter().filter(|page| page.scored.is_some()).collect();
    let parts = scored.len().div_ceil(ROWS);
    let (part, turn) = use_part(*document, (), None, parts);
    let Some(first) = scored.first() else {
        return Html::default();
    };
    let metrics = headlines(first.kind);
    html! {
        <details class="page-scores" open={!is_scored}>
            <summary>{words::SCORES_BY_PAGE}<span class="count">{scored.len()}</span></summary>
            <Pager what={words::THE_PAGES} {part} {parts} {turn} />
            <table>
                <thead>
                    <tr>
                        <th scope="col">{words::PAGE}</th>
                        {for metrics.iter().map(|info| html! { <th scope="col"><abbr title={info.name}>{label(info.id)}</abbr></th> })}
                    </tr>
                </thead>
                <tbody>
                    {for scored.iter().skip(part * ROWS).take(ROWS).map(|page| html! {
                        <tr key={page.id.0}>
                            <th scope="row">{page_button(page, send)}</th>
                            {for metrics.iter().map(|info| html! { <td>{value(page, info.id)}</td> })}
                        </tr>
                    })}
                </tbody>
            </table>
        </details>
    }
}

fn page_button(page: &Sample, send: &Callback<Action>) -> Html {
    let (id, number) = (page.id, page.leaf.map_or(0, |leaf| leaf.number));
    html! {
        <button
            type="button"
            class="link"
            title={words::open(number)}
            onclick={send.reform(move |_| Action::Select(SelectAction::Sample(id)))}
        >
            {words::page(number)}
        </button>
    }
}

/// Renders the main scores of a page behind its number.
fn scores(page: &Sample) -> Html {
    if page.scored.is_none() {
        return Html::default();
    }
    let score = |info: &&texlens_metrics::Info| {
        html! { <span class="main-score"><abbr title={info.name}>{label(info.id)}</abbr>{" "}{value(page, info.id)}</span> }
    };
    headlines(page.kind).iter().map(score).collect()
}

fn value(page: &Sample, metric: &str) -> String {
    let value = page.score(metric).and_then(|score| score.value());
    value.map_or_else(|| "\u{2013}".to_owned(), |value| format!("{value:.2}"))
}
