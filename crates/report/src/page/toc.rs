//! The contents of the report: its parts, and its systems with their scores.

use maud::{Markup, html};
use texlens_evaluate::{Evaluation, noun};

use super::arrangement::Arrangement;
use super::layout::Layout;
use super::{samples, scores::decimal};

/// Writes the contents, which fold without scripts; nothing if there is only one part.
pub(super) fn nav(evaluation: &Evaluation, arrangement: &Arrangement<'_>, layout: Layout) -> Markup {
    let parts = evaluation.comparisons.len() + evaluation.judge.len() + usize::from(evaluation.unit_tests.is_some());
    let has_list = samples::has_list(arrangement, layout);
    html! {
        @if parts > 0 || has_list {
            nav.toc aria-label="Contents" {
                details open {
                    summary { "Contents" }
                    ol {
                        @if evaluation.unit_tests.is_some() { li { a href="#unit-tests" { "Unit tests" } } }
                        @for (index, comparison) in evaluation.comparisons.iter().enumerate() {
                            li { a href={ "#comparison-" (index + 1) } { "Comparison of " (noun(comparison.level, 2)) } }
                        }
                        @for (index, run) in evaluation.judge.iter().enumerate() {
                            li { a href={ "#judge-" (index + 1) } { "Judged by " (run.model) } }
                        }
                        @if has_list { li { a href="#samples" { "Samples" } (systems(arrangement)) } }
                        li { a href="#made" { "How this was made" } }
                    }
                }
            }
        }
    }
}

/// Lists the systems with their primary score, the best first.
fn systems(arrangement: &Arrangement<'_>) -> Markup {
    html! {
        ol {
            @for group in &arrangement.groups {
                li {
                    a href={ "#" (group.anchor) } { (samples::system_name(group.system)) }
                    @if let Some(first) = group.standing.first() { " " span.number { (decimal(first.value)) } }
                }
            }
        }
    }
}
