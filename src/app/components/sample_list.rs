use std::rc::Rc;

use yew::prelude::*;

use super::{attribution::Attribution, file_button::FileButton, filter_choice::FilterChoice, queue::Queue};
use crate::app::{
    hooks::{Importer, use_row_in_sight, use_window},
    state::{Action, Catalogue, Filter, Open, Reading, Sample, SampleId, Samples, Scoring, Stage, Verdict},
};

/// Height of a row in pixels, as the style sheet has it.
const ROW: f64 = 48.0;

/// The scores worth a place in the list.
const SHOWN: [(&str, &str); 2] = [("ds", "DS"), ("ctp", "CTP")];

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) samples: Samples,
    pub(super) filter: Filter,
    pub(super) selected: SampleId,
    pub(super) open: Open,
    pub(super) paused: bool,
    pub(super) catalogue: Catalogue,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// The samples with their state, and the pages that come with the app.
#[component]
pub(super) fn SampleList(props: &Props) -> Html {
    let Props {
        samples,
        filter,
        selected,
        open,
        paused,
        catalogue,
        importer,
        send,
    } = props;
    html! {
        <nav class="samples" aria-label="Samples">
            <h2>{"Samples"}<span class="count">{samples.len()}</span></h2>
            <Queue open={*open} paused={*paused} unfinished={samples.count(Stage::Unfinished)} {send} />
            <FilterChoice samples={samples.clone()} filter={*filter} {send} />
            <Rows samples={samples.clone()} filter={*filter} selected={*selected} {send} />
            <div class="buttons">
                <FileButton label="Add files" {importer} />
                <FileButton label="Add a folder" folder=true {importer} />
            </div>
            if !catalogue.entries.is_empty() {
                <details>
                    <summary>{"Sample pages"}</summary>
                    <SamplePages catalogue={catalogue.clone()} {send} />
                </details>
            }
        </nav>
    }
}

#[derive(Properties, PartialEq)]
struct RowsProps {
    samples: Samples,
    filter: Filter,
    selected: SampleId,
    send: Callback<Action>,
}

/// The rows of the samples that are listed, as far as they are in sight.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let RowsProps {
        samples,
        filter,
        selected,
        send,
    } = props;
    let scroller = use_node_ref();
    let listed: Vec<&Rc<Sample>> = samples.iter().filter(|sample| filter.admits(sample)).collect();
    let shown = use_window(&scroller, listed.len(), ROW);
    use_row_in_sight(&scroller, listed.iter().position(|sample| sample.id == *selected), ROW);
    let (before, behind) = (shown.start, listed.len() - shown.end);
    html! {
        <ul ref={scroller}>
            {gap(before)}
            {for listed.get(shown).into_iter().flatten().map(|sample| html! {
                <SampleRow
                    key={sample.id.0}
                    sample={(*sample).clone()}
                    selected={sample.id == *selected}
                    {send}
                />
            })}
            {gap(behind)}
        </ul>
    }
}

/// Room for rows that are out of sight.
#[allow(clippy::cast_precision_loss)] // No list has so many rows.
fn gap(rows: usize) -> Html {
    match rows {
        0 => Html::default(),
        rows => html! { <li class="gap" aria-hidden="true" style={format!("height: {}px", rows as f64 * ROW)} /> },
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    sample: Rc<Sample>,
    selected: bool,
    send: Callback<Action>,
}

#[component]
fn SampleRow(props: &RowProps) -> Html {
    let RowProps { sample, selected, send } = props;
    let id = sample.id;
    let (class, state) = state_of(sample);
    html! {
        <li class={classes!(selected.then_some("selected"))}>
            <button
                type="button"
                class="sample"
                aria-current={selected.then_some("true")}
                onclick={send.reform(move |_| Action::Select(id))}
            >
                <span class="name">{&sample.name}</span>
                <span class={classes!("state", class)}>{state}</span>
                {compile_mark(sample)}
            </button>
            <button
                type="button"
                class="remove"
                aria-label={format!("Remove {}", sample.name)}
                title="Remove"
                onclick={send.reform(move |_| Action::Remove(id))}
            >
                {"\u{d7}"}
            </button>
        </li>
    }
}

/// What the engine says, in a sign and a number.
fn compile_mark(sample: &Sample) -> Html {
    let (class, sign, says) = match &sample.verdict {
        Verdict::Given(compilation) if compilation.compiles => ("compiles", "\u{2713}", "compiles".to_owned()),
        Verdict::Given(compilation) => (
            "fails",
            "\u{2717}",
            match compilation.error_count {
                1 => "does not compile: 1 error".to_owned(),
                count => format!("does not compile: {count} errors"),
            },
        ),
        Verdict::Failed { .. } => ("fails", "?", "no verdict of the TeX engine".to_owned()),
        Verdict::Open | Verdict::Running { .. } => return Html::default(),
    };
    html! {
        <span class={classes!("compile-mark", class)} title={says.clone()}>
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">{", "}{says}</span>
        </span>
    }
}

/// The one thing to know about a sample, and how it looks.
fn state_of(sample: &Sample) -> (Option<&'static str>, Html) {
    let (class, text) = match (&sample.reading, &sample.scoring) {
        (Reading::Queued, _) => (None, "waiting"),
        (Reading::Running { tiles: None, .. }, _) => (Some("busy"), "preparing\u{2026}"),
        (
            Reading::Running {
                tiles: Some((done, total)),
                ..
            },
            _,
        ) => {
            return (Some("busy"), html! { <>{"reading "}{done}{"/"}{total}</> });
        }
        (Reading::Stopping { .. }, _) => (Some("busy"), "stopping\u{2026}"),
        (Reading::Failed { .. }, _) | (_, Scoring::Failed { .. }) => (Some("failed"), "failed"),
        (Reading::Cancelled, _) | (_, Scoring::Cancelled) => (None, "cancelled"),
        (_, Scoring::Queued | Scoring::Running { .. }) if sample.scored.is_none() => (Some("busy"), "scoring\u{2026}"),
        (_, Scoring::Queued | Scoring::Running { .. } | Scoring::Done) => return (Some("scored"), main_scores(sample)),
        (_, Scoring::Waiting) if sample.prediction.is_none() => (None, "no prediction"),
        (_, Scoring::Waiting) => (None, "read, no reference"),
    };
    (class, html! { {text} })
}

fn main_scores(sample: &Sample) -> Html {
    SHOWN
        .iter()
        .filter_map(|(metric, label)| {
            let value = sample.score(metric)?.value();
            let value = value.map_or_else(|| "\u{2013}".to_owned(), |value| format!("{value:.2}"));
            Some(html! { <span class="main-score"><abbr>{*label}</abbr>{" "}{value}</span> })
        })
        .collect()
}

#[derive(Properties, PartialEq)]
pub(super) struct PagesProps {
    pub(super) catalogue: Catalogue,
    pub(super) send: Callback<Action>,
}

/// The pages that come with the app, each with its licence and origin.
#[component]
pub(super) fn SamplePages(props: &PagesProps) -> Html {
    let PagesProps { catalogue, send } = props;
    html! {
        <ol class="sample-pages" aria-label="Sample pages">
            {for catalogue.entries.iter().map(|entry| {
                let wanted = entry.clone();
                let credit = &entry.credit;
                html! {
                    <li key={entry.id.clone()}>
                        <button
                            type="button"
                            disabled={catalogue.fetching.is_some()}
                            onclick={send.reform(move |_| Action::TryPage(wanted.clone()))}
                        >
                            {&credit.title}
                        </button>
                        <p>{"Page "}{credit.page}{". "}<Attribution credit={credit.clone()} /></p>
                    </li>
                }
            })}
        </ol>
    }
}
