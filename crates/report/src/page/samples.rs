//! The samples by system, one line each. In a report of one file, a line unfolds to everything that is known about the
//! sample; in a folder, it is a link.

use maud::{Markup, PreEscaped, html};
use texlens_evaluate::{Evaluation, SampleResult, Selection, noun};
use texlens_metrics::label;

use super::anchors::permalink;
use super::arrangement::{Arrangement, Group};
use super::layout::{Layout, sample_file};
use super::{errors, row, sample, scores};
use crate::formula::Renderer;

/// Reports whether samples are listed by system.
pub(super) fn has_list(arrangement: &Arrangement<'_>, layout: Layout) -> bool {
    !arrangement.groups.is_empty() && (layout == Layout::Folder || !arrangement.is_single)
}

/// Returns the name of a group of samples.
pub(super) fn system_name(system: Option<&str>) -> &str {
    system.unwrap_or("Without a prediction")
}

/// Writes the samples. `sections` are the results of [`folded`], by the index of the sample.
pub(super) fn sections(
    evaluation: &Evaluation,
    arrangement: &Arrangement<'_>,
    layout: Layout,
    sections: &[String],
) -> Markup {
    let samples = &evaluation.samples;
    html! {
        @if has_list(arrangement, layout) {
            section.samples id="samples" aria-labelledby="samples-title" {
                h2 id="samples-title" { "Samples" }
                @if let Some(selection) = &evaluation.selection { (selected(selection, evaluation)) }
            }
            @for group in &arrangement.groups {
                section.group id=(group.anchor) aria-labelledby={ (group.anchor) ":title" } {
                    (heading(group, samples))
                    (head(arrangement))
                    ol.entries {
                        @for &index in &group.samples {
                            @match layout {
                                Layout::OneFile => (PreEscaped(sections.get(index).map_or("", String::as_str))),
                                Layout::Folder => { @if let Some(sample) = samples.get(index) { (linked(index, sample, arrangement)) } },
                            }
                        }
                    }
                }
            }
        } @else {
            @if let Some(selection) = &evaluation.selection { (selected(selection, evaluation)) }
            @for section in sections { (PreEscaped(section)) }
        }
    }
}

fn heading(group: &Group<'_>, samples: &[SampleResult]) -> Markup {
    let name = system_name(group.system);
    html! {
        h2 id={ (group.anchor) ":title" } { (name) (permalink(&group.anchor, name)) }
        p.meta {
            @for standing in &group.standing {
                strong { (standing.measure.name()) " " (scores::decimal(standing.value)) }
                @if group.standing.len() > 1 { " (" (noun(standing.level, 2)) ")" }
                ". "
            }
            (group.caption(samples)) "."
        }
    }
}

/// Writes the names of the columns. Each number is named in its line as well, for narrow windows and screen readers.
fn head(arrangement: &Arrangement<'_>) -> Markup {
    html! {
        @if !arrangement.columns.is_empty() {
            div.row.head aria-hidden="true" {
                span.name { "Sample" }
                @for metric in &arrangement.columns { span.cell title=(metric) { (short(metric)) } }
                @if arrangement.has_errors { span.error-types { "Error types" } }
            }
        }
    }
}

/// Writes a sample that unfolds, or all of it if it is the only one.
pub(super) fn folded(
    index: usize,
    sample: &SampleResult,
    renderer: &Renderer,
    arrangement: &Arrangement<'_>,
) -> Markup {
    let whole = sample::section(index, sample, renderer, Layout::OneFile, arrangement);
    if arrangement.is_single {
        return whole;
    }
    html! {
        li.entry data-sample=(row::data(sample)) {
            (permalink(arrangement.anchor(index), &sample.id))
            details {
                summary.row { span.name { (sample.id) } (cells(sample, arrangement)) }
                (whole)
            }
        }
    }
}

/// Writes a sample that is a link to its page.
fn linked(index: usize, sample: &SampleResult, arrangement: &Arrangement<'_>) -> Markup {
    html! {
        li.entry data-sample=(row::data(sample)) {
            div.row { a.name href=(sample_file(index)) { (sample.id) } (cells(sample, arrangement)) }
        }
    }
}

/// Returns the short name of a metric, without what tells it from metrics that the line does not show.
fn short(metric: &str) -> &str {
    let label = label(metric);
    label.split_once(',').map_or(label, |(name, _)| name)
}

fn cells(sample: &SampleResult, arrangement: &Arrangement<'_>) -> Markup {
    html! {
        @for metric in &arrangement.columns {
            span.cell { span.label { (short(metric)) " " } (scores::brief(sample, metric)) }
        }
        @if arrangement.has_errors { span.error-types { (errors::marks(sample)) } }
    }
}

/// States which samples follow.
fn selected(selection: &Selection, evaluation: &Evaluation) -> Markup {
    let level = evaluation
        .comparisons
        .first()
        .map(|comparison| comparison.level)
        .unwrap_or_default();
    html! {
        p.note.selection {
            @if selection.shown < selection.total {
                "Below are " (selection.shown) " of " (selection.total) " " (noun(level, selection.total)) ", those with the worst "
            } @else {
                "Below are all " (noun(level, selection.total)) ", sorted by "
            }
            code { (selection.lowest) } ". "
            @if selection.shown < selection.total { "The others are left out to keep this page small; their scores are part of the means above. " }
            @if selection.images_left_out > 0 { (selection.images_left_out) " page images are left out." }
        }
    }
}
