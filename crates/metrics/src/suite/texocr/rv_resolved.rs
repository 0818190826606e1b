//! References that resolve.
//!
//! # What it measures
//! Whether the references to figures and tables were recovered and lead to a label.
//!
//! # Formula
//! Resolved references / references of the reference to labels of its figures and tables. If the prediction defines
//! such a label for one of its figures or tables, as many references to it are resolved as both sides have. Otherwise
//! none is resolved. Labels and references are those of `rv`, with prefixes normalised.
//!
//! # Example
//! ```text
//! reference: \label{fig:a} \label{tab:b} See \ref{fig:a}, \ref{tab:b}.
//! prediction: \label{fig:a} See \ref{fig:a}, \ref{tab:b}.
//! score: 0.5 = 1 / 2
//! ```
//!
//! The second reference leads to no label. With `rv`, the value is 1.
//!
//! # Range and direction
//! 0 (no reference was recovered and resolves) to 1 (all were recovered and resolve); higher is better.
//!
//! # Edge cases
//! No reference to a figure or table that the reference labels: undefined. This is common on a single page, because the
//! label is on another one. Extra references cost nothing; `rv` counts them.
//!
//! # Deviations from the paper
//! Section 3.1 asks that undefined references be found and that commands resolve to existing labels. Appendix A.8,
//! followed by `rv`, only counts references. The rule is that of texlens.
//!
//! # Source
//! TexOCR-Bench, section 3.1.

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::labels::{FloatLabels, Keys};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::summary::of_what;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &ResolvedReferences;

pub(super) static INFO: Info = Info {
    id: "rv_resolved",
    name: "References that resolve",
    about: "The share of references to figures and tables that were recovered together with their label.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, section 3.1",
    limits: "",
    headline: None,
    parameters: &[],
};

struct ResolvedReferences;

impl Metric for ResolvedReferences {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let [labels, defined] =
            [input.reference, input.prediction].map(|outline| FloatLabels::of(outline, Keys::Normalised));
        let expected = labels.references(input.reference, |_| true);
        let found = labels.references(input.prediction, |_| true);
        let total: usize = expected.iter().map(Vec::len).sum();
        if total == 0 {
            return Score::undefined(INFO.id, "the reference refers to no figure or table that it labels");
        }
        let mut spans = Vec::new();
        let mut resolved = 0;
        let mut lost = Vec::new();
        for (((key, _), expected), found) in labels.labels.iter().zip(&expected).zip(&found) {
            let has_label = defined.find(key).is_some();
            let common = if has_label { expected.len().min(found.len()) } else { 0 };
            resolved += common;
            lost.extend(std::iter::repeat_n(*key, expected.len() - common));
            spans.extend(expected.iter().enumerate().map(|(place, reference)| {
                let (kind, note) = reference_note(place < common, has_label);
                Span::new(Side::Reference, reference.range.clone(), kind, note)
            }));
            spans.extend(found.iter().map(|reference| {
                let (kind, note) = if has_label {
                    (SpanKind::Match, "")
                } else {
                    (
                        SpanKind::Different,
                        "the prediction has no figure or table with this label",
                    )
                };
                Span::new(Side::Prediction, reference.range.clone(), kind, note)
            }));
        }
        spans.sort_by_key(|span| (span.side == Side::Prediction, span.range.start));
        let summary = of_what(
            resolved,
            total,
            "references to figures and tables were recovered and resolve",
            "lost",
            &lost,
        );
        Score::rate(INFO.id, resolved as f64, total as f64, spans).saying(summary)
    }
}

const fn reference_note(is_resolved: bool, has_label: bool) -> (SpanKind, &'static str) {
    match (is_resolved, has_label) {
        (true, _) => (SpanKind::Match, ""),
        (false, true) => (SpanKind::Missing, "the prediction refers to this label less often"),
        (false, false) => (SpanKind::Missing, "the prediction does not define this label"),
    }
}
