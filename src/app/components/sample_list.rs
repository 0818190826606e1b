use std::rc::Rc;

use rpds::HashTrieSet;
use texlens_metrics::{headlines, label};
use texlens_workspace::naming;
use texlens_workspace::state::{
    Action, Catalogue, CatalogueAction, CatalogueEntry, Dialog, Keeping, Listing, Open, Order, PageCount, Reading,
    Sample, SampleAction, SampleId, Samples, Scoring, SelectAction, Stage, Trial, Verdict, ViewAction,
};
use texlens_workspace::words::{common, list as words, own_models, readers, unit_tests};
use yew::prelude::*;

use super::{
    attribution::Attribution, file_button::FileButton, listing_choice::ListingChoice, not_kept::NotKept, queue::Queue,
};
use crate::app::hooks::{Importer, use_listed, use_row_in_sight, use_window};

/// Height of a row in pixels; the style sheet has the same value.
const ROW: f64 = 48.0;

/// Number of scores that fit into a row.
const SHOWN: usize = 2;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) samples: Samples,
    pub(super) listing: Listing,
    pub(super) unfolded: HashTrieSet<SampleId>,
    pub(super) selected: SampleId,
    pub(super) open: Open,
    pub(super) paused: bool,
    pub(super) keeping: Keeping,
    /// Tries again to store samples that are not stored.
    pub(super) on_keep: Callback<()>,
    pub(super) catalogue: Catalogue,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// Shows the samples with their state, and the sample pages that come with the app.
#[component]
pub(super) fn SampleList(props: &Props) -> Html {
    let Props {
        samples,
        listing,
        unfolded,
        selected,
        open,
        paused,
        keeping,
        on_keep,
        catalogue,
        importer,
        send,
    } = props;
    let listed = use_listed(samples, listing, unfolded);
    html! {
        <nav class="samples" aria-label={words::TITLE}>
            <h2>{words::TITLE}<span class="count">{samples.len()}</span></h2>
            <NotKept keeping={keeping.clone()} samples={samples.len()} on_retry={on_keep} {send} />
            <Queue open={*open} paused={*paused} unfinished={samples.count(Stage::Unfinished)} {send} />
            <ListingChoice samples={samples.clone()} listing={listing.clone()} listed={listed.len()} {send} />
            <Rows samples={samples.clone()} {listed} listing={listing.clone()} unfolded={unfolded.clone()} selected={*selected} {send} />
            <div class="buttons">
                <FileButton label={common::ADD_FILES} {importer} />
                <FileButton label={common::ADD_FOLDER} folder=true {importer} />
                if samples.iter().any(|sample| sample.image.is_some()) {
                    <button
                        type="button"
                        class="button read-with"
                        title={readers::OPEN_HINT}
                        onclick={send.reform(|_: MouseEvent| Action::View(ViewAction::Dialog(Some(Dialog::Read))))}
                    >
                        {readers::OPEN}
                    </button>
                    <button
                        type="button"
                        class="button read-with"
                        title={own_models::OPEN_HINT}
                        onclick={send.reform(|_: MouseEvent| Action::View(ViewAction::Dialog(Some(Dialog::OwnModels))))}
                    >
                        {own_models::OPEN}
                    </button>
                }
            </div>
            if !catalogue.entries.is_empty() {
                <details>
                    <summary>{words::SAMPLE_PAGES}</summary>
                    <SamplePages catalogue={catalogue.clone()} {send} />
                </details>
            }
        </nav>
    }
}

#[derive(Properties, PartialEq)]
struct RowsProps {
    samples: Samples,
    /// The listed samples, in the order of their rows.
    listed: Rc<Vec<SampleId>>,
    listing: Listing,
    unfolded: HashTrieSet<SampleId>,
    selected: SampleId,
    send: Callback<Action>,
}

/// Shows the rows of the listed samples that are in view.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let RowsProps {
        samples,
        listed,
        listing,
        unfolded,
        selected,
        send,
    } = props;
    let scroller = use_node_ref();
    let shown = use_window(&scroller, listed.len(), ROW);
    use_row_in_sight(&scroller, listed.iter().position(|id| id == selected), ROW);
    let (before, behind) = (shown.start, listed.len() - shown.end);
    html! {
        <ul ref={scroller}>
            {gap(before)}
            {for listed.get(shown).into_iter().flatten().filter_map(|id| samples.get(*id)).map(|sample| html! {
                <SampleRow
                    key={sample.id.0}
                    sample={sample.clone()}
                    selected={sample.id == *selected}
                    pages={samples.page_count(sample.id)}
                    is_unfolded={listing.is_selective() || unfolded.contains(&sample.id)}
                    is_flat={listing.is_flat()}
                    order={sorted_by(listing)}
                    {send}
                />
            })}
            {gap(behind)}
        </ul>
    }
}

/// Renders the space of rows outside the view.
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
    /// The page counts of a document.
    pages: PageCount,
    is_unfolded: bool,
    /// Whether the row is shown outside the tree of documents and pages.
    is_flat: bool,
    /// The metric by which the list is sorted.
    order: Option<&'static str>,
    send: Callback<Action>,
}

#[component]
fn SampleRow(props: &RowProps) -> Html {
    let RowProps {
        sample,
        selected,
        pages,
        is_unfolded,
        is_flat,
        order,
        send,
    } = props;
    let id = sample.id;
    let (name, system) = naming::parts(&sample.name);
    let is_document = pages.total > 0 && !is_flat;
    let leaf = sample.leaf.filter(|_| !is_flat);
    let (class, state) = if is_document {
        state_of_document(sample, *pages, *order)
    } else {
        state_of(sample, *order)
    };
    let level = match leaf {
        Some(_) => "2",
        None => "1",
    };
    let keys = {
        let (sample, is_unfolded, send) = (sample.clone(), *is_unfolded, send.clone());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(action) = step(&event.key(), &sample, is_document.then_some(is_unfolded)) {
                event.prevent_default();
                send.emit(action);
            }
        })
    };
    html! {
        <li
            class={classes!(selected.then_some("selected"), is_document.then_some("document"), leaf.map(|_| "leaf"))}
            aria-level={level}
        >
            if is_document {
                <Fold sample={sample.clone()} is_unfolded={*is_unfolded} {send} />
            }
            <button
                type="button"
                class="sample"
                aria-current={selected.then_some("true")}
                onclick={send.reform(move |_| Action::Select(SelectAction::Sample(id)))}
                onkeydown={keys}
            >
                <span class="name" title={sample.name.clone()}><span>{name}</span><span>{system}</span></span>
                <span class={classes!("state", class)}>{state}</span>
                {compile_mark(sample)}
            </button>
            <button
                type="button"
                class="remove"
                aria-label={words::remove(&sample.name)}
                title={common::REMOVE}
                onclick={send.reform(move |_| Action::Sample(SampleAction::Remove(id)))}
            >
                {"\u{d7}"}
            </button>
        </li>
    }
}

/// Returns the action of a key: arrows unfold and fold a document, and lead from a page to its document.
fn step(key: &str, sample: &Sample, is_unfolded: Option<bool>) -> Option<Action> {
    let document = sample.id;
    match (key, is_unfolded, sample.leaf) {
        ("ArrowRight", Some(false), _) => Some(Action::Select(SelectAction::Fold {
            document,
            is_folded: false,
        })),
        ("ArrowLeft", Some(true), _) => Some(Action::Select(SelectAction::Fold {
            document,
            is_folded: true,
        })),
        ("ArrowLeft", None, Some(leaf)) => Some(Action::Select(SelectAction::Sample(leaf.document))),
        _ => None,
    }
}

#[derive(Properties, PartialEq)]
struct FoldProps {
    sample: Rc<Sample>,
    is_unfolded: bool,
    send: Callback<Action>,
}

/// Shows the button that unfolds or folds the pages of a document.
#[component]
fn Fold(props: &FoldProps) -> Html {
    let FoldProps {
        sample,
        is_unfolded,
        send,
    } = props;
    let (document, is_folded) = (sample.id, *is_unfolded);
    html! {
        <button
            type="button"
            class="fold"
            aria-label={words::pages_of(&sample.name)}
            aria-expanded={is_unfolded.to_string()}
            onclick={send.reform(move |_| Action::Select(SelectAction::Fold { document, is_folded }))}
        >
            <span aria-hidden="true">{if *is_unfolded { "\u{25be}" } else { "\u{25b8}" }}</span>
        </button>
    }
}

/// Renders the verdict of the engine as a sign and a number.
fn compile_mark(sample: &Sample) -> Html {
    let (class, sign, says) = match &sample.verdict {
        Verdict::Given(compilation) if compilation.compiles => ("compiles", "\u{2713}", words::COMPILES.to_owned()),
        Verdict::Given(compilation) => ("fails", "\u{2717}", words::does_not_compile(compilation.error_count)),
        Verdict::Failed { .. } => ("fails", "?", words::NO_VERDICT.to_owned()),
        Verdict::Open | Verdict::Running { .. } => return Html::default(),
    };
    html! {
        <span class={classes!("compile-mark", class)} title={says.clone()}>
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">{", "}{says}</span>
        </span>
    }
}

/// Returns the class and the text that describe the state of a sample.
fn state_of(sample: &Sample, order: Option<&str>) -> (Option<&'static str>, Html) {
    let (class, text) = match (&sample.reading, &sample.scoring) {
        (Reading::Queued, _) => (None, words::WAITING),
        (Reading::Running { tiles: None, .. }, _) => (Some("busy"), words::PREPARING),
        (
            Reading::Running {
                tiles: Some((done, total)),
                ..
            },
            _,
        ) => {
            return (Some("busy"), html! { {words::reading(*done, *total)} });
        }
        (Reading::Stopping { .. }, _) => (Some("busy"), words::STOPPING),
        (Reading::Failed { .. }, _) | (_, Scoring::Failed { .. }) => (Some("failed"), words::FAILED),
        (Reading::Cancelled, _) | (_, Scoring::Cancelled) => (None, words::CANCELLED),
        (_, Scoring::Queued | Scoring::Running { .. }) if sample.scored.is_none() => (Some("busy"), words::SCORING),
        (_, Scoring::Queued | Scoring::Running { .. } | Scoring::Done) => {
            return (Some("scored"), main_scores(sample, order));
        }
        (_, Scoring::Waiting) if sample.prediction.is_none() => (None, common::NO_PREDICTION),
        (_, Scoring::Waiting) => match sample.unit_tests_passed() {
            (_, 0) => (None, words::NO_REFERENCE),
            (passed, tests) => return (Some("scored"), html! { {unit_tests::summary(passed, tests)} }),
        },
    };
    (class, html! { {text} })
}

/// Returns the class and the text for a document: first the progress of its pages, then its scores.
fn state_of_document(sample: &Sample, pages: PageCount, order: Option<&str>) -> (Option<&'static str>, Html) {
    let PageCount {
        total, open, failed, ..
    } = pages;
    if open > 0 {
        return (Some("busy"), html! { {words::pages_read(total - open, total)} });
    }
    let is_joining = matches!(
        sample.reading,
        Reading::Queued | Reading::Running { .. } | Reading::Stopping { .. }
    );
    if is_joining {
        return (Some("busy"), html! { {words::WRITING} });
    }
    let (class, state) = match (&sample.scored, &sample.scoring) {
        (Some(_), _) => (Some("scored"), main_scores(sample, order)),
        (None, Scoring::Failed { .. }) => (Some("failed"), html! { {words::FAILED} }),
        (None, Scoring::Queued | Scoring::Running { .. }) => (Some("busy"), html! { {words::SCORING} }),
        (None, _) => (None, html! { {common::pages(total)} }),
    };
    let failed = (failed > 0).then(|| html! { <span class="failed">{words::not_read(failed)}</span> });
    (class, html! { <>{state}{failed}</> })
}

/// Renders the value by which the list is sorted, then the main scores.
fn main_scores(sample: &Sample, order: Option<&str>) -> Html {
    let sorted = order.and_then(texlens_metrics::info);
    let sorted = sorted.map(|info| (info.id, info.name));
    let others = headlines(sample.kind)
        .into_iter()
        .filter(|info| sorted.is_none_or(|(by, _)| by != info.id))
        .map(|info| (info.id, label(info.id)));
    let score = |(metric, label): (&'static str, &'static str)| {
        let value = sample.score(metric)?.value();
        let value = value.map_or_else(|| "\u{2013}".to_owned(), |value| format!("{value:.2}"));
        Some(html! { <span class="main-score"><abbr>{label}</abbr>{" "}{value}</span> })
    };
    sorted.into_iter().chain(others).take(SHOWN).filter_map(score).collect()
}

/// Returns the metric by which a list is sorted.
fn sorted_by(listing: &Listing) -> Option<&'static str> {
    match &listing.order {
        Order::Score { metric, .. } => texlens_metrics::info(metric).map(|info| info.id),
        Order::Arrival | Order::Name => None,
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct PagesProps {
    pub(super) catalogue: Catalogue,
    pub(super) send: Callback<Action>,
}

/// Lists the sample pages that come with the app, each with its licence and origin.
#[component]
pub(super) fn SamplePages(props: &PagesProps) -> Html {
    let PagesProps { catalogue, send } = props;
    html! {
        <ol class="sample-pages" aria-label={words::SAMPLE_PAGES}>
            {for catalogue.entries.iter().map(|entry| {
                let wanted = Box::new(entry.clone());
                let credit = &entry.credit;
                html! {
                    <li key={entry.id.clone()}>
                        <button
                            type="button"
                            disabled={catalogue.fetching.is_some()}
                            onclick={send.reform(move |_| Action::Catalogue(CatalogueAction::Try(Trial::Page(wanted.clone()))))}
                        >
                            <Thumbnail entry={entry.clone()} />
                            <span class="title">{&credit.title}</span>
                        </button>
                        <p>{words::page(credit.page)}{". "}<Attribution credit={credit.clone()} is_short=true /></p>
                    </li>
                }
            })}
        </ol>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct ThumbnailProps {
    pub(super) entry: CatalogueEntry,
}

/// Shows a small picture of a sample page, as decoration.
#[component]
pub(super) fn Thumbnail(props: &ThumbnailProps) -> Html {
    let CatalogueEntry { width, height, .. } = &props.entry;
    html! {
        <span class="thumbnail">
            <img
                src={props.entry.thumbnail()}
                width={width.to_string()}
                height={height.to_string()}
                alt=""
                loading="lazy"
                decoding="async"
            />
        </span>
    }
}
