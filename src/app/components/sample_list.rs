use std::rc::Rc;

use texlens_evaluate::Credit;
use yew::prelude::*;

use super::{file_button::FileButton, filter_choice::FilterChoice};
use crate::app::state::{Action, Catalogue, Filter, Reading, Sample, SampleId, Scoring, Verdict};

/// The scores worth a place in the list.
const SHOWN: [(&str, &str); 2] = [("ds", "DS"), ("ctp", "CTP")];

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) samples: Vec<Rc<Sample>>,
    pub(super) filter: Filter,
    pub(super) selected: SampleId,
    pub(super) catalogue: Catalogue,
    pub(super) send: Callback<Action>,
}

/// The samples with their state, and the pages that come with the app.
#[component]
pub(super) fn SampleList(props: &Props) -> Html {
    let Props {
        samples,
        filter,
        selected,
        catalogue,
        send,
    } = props;
    html! {
        <nav class="samples" aria-label="Samples">
            <h2>{"Samples"}<span class="count">{samples.len()}</span></h2>
            <FilterChoice samples={samples.clone()} filter={*filter} {send} />
            <ul>
                {for samples.iter().filter(|sample| filter.admits(sample)).map(|sample| html! {
                    <SampleRow
                        key={sample.id.0}
                        sample={sample.clone()}
                        selected={sample.id == *selected}
                        {send}
                    />
                })}
            </ul>
            <FileButton label="Add files" {send} />
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
            if let Some(credit) = &sample.credit {
                <p class="credit">
                    <cite>{&credit.title}</cite>{", p. "}{credit.page}{". "}
                    <Attribution credit={(**credit).clone()} />
                </p>
            }
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
        (Reading::Cancelled, _) => (None, "cancelled"),
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

#[derive(Properties, PartialEq)]
struct AttributionProps {
    credit: Credit,
}

/// Who wrote a page, where it comes from and under which licence.
#[component]
fn Attribution(props: &AttributionProps) -> Html {
    let Credit {
        authors,
        licence,
        licence_url,
        origin,
        source_url,
        changes,
        ..
    } = &props.credit;
    let link = |url: &str, text: &str| {
        html! { <a href={url.to_owned()} target="_blank" rel="noopener noreferrer">{text.to_owned()}</a> }
    };
    html! {
        <span title={format!("Reference: {changes}")}>
            {authors}{". "}{link(source_url, origin)}{", "}{link(licence_url, licence)}
        </span>
    }
}
