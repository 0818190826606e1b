//! Reference validity.
//!
//! # What it measures
//! Whether the figures and tables are referred to as often as they should be.
//!
//! # Formula
//! Right labels / labels of figures and tables in the reference. A label is right if the prediction refers to it as
//! often as the reference does. Every referring command counts (`\ref`, `\autoref`, `\cref`, ...), and each of its
//! keys. The prefixes `fig:`, `figure:`, `tab:`, `table:` and `tbl:` do not distinguish two keys if one has none:
//! `fig:figure_1` and `figure_1` are the same label, `fig:1` and `tab:1` are two.
//!
//! # Example
//! ```text
//! reference: \label{fig:a} \label{tab:b} See \ref{fig:a}, \ref{tab:b}.
//! prediction: \label{fig:a} \label{tab:b} See \ref{fig:a}.
//! score: 0.5 = 1 / 2
//! ```
//!
//! # Range and direction
//! 0 (no label is right) to 1 (all are right); higher is better.
//!
//! # Edge cases
//! No label of a figure or table in the reference: undefined. A label that neither side refers to is right. A key that
//! is defined twice is one label.
//!
//! # Deviations from the paper
//! The paper counts `\ref` alone and does not mention prefixes. But its prompt asks for `\label{figure_x}` and
//! `\ref{fig:figure_x}`, so that no reference would resolve (`rv.as_written`, `rv_strict`). A label belongs to a figure
//! or table if it is inside one or if its prefix says so. Section 3.1 also asks that references resolve, for which
//! appendix A.8 has no rule; see `rv_resolved`.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.8.

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::labels::{FloatLabels, Keys};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::Parameter;
use crate::summary::of_what;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &ReferenceValidity;

/// Whether references are counted to the letter of the paper.
pub const AS_WRITTEN: Parameter<bool> = Parameter {
    name: "rv.as_written",
    default: false,
    about: "Whether only \\ref counts, and keys are compared with their prefixes.",
};

pub(super) static INFO: Info = Info {
    id: "rv",
    name: "Reference validity",
    about: "The share of figures and tables that are referred to as often as in the reference.",
    group: Group::Structural,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.8",
    limits: "A label that neither side refers to counts as right, so even an empty prediction can score; rv_resolved omits \
             such labels.",
    headline: None,
    parameters: &[&AS_WRITTEN],
};

struct ReferenceValidity;

impl Metric for ReferenceValidity {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        if input.settings.get(&AS_WRITTEN) {
            validity(INFO.id, input, Keys::AsWritten, is_ref)
        } else {
            validity(INFO.id, input, Keys::Normalised, |_| true)
        }
    }
}

/// Whether a command is `\ref`, the only one that refers to the letter of the paper.
pub(crate) fn is_ref(command: &str) -> bool {
    command == "\\ref"
}

/// The reason for an undefined score without labels.
const NO_LABEL: &str = "the reference labels no figure or table";

/// Returns the share of labels that are referred to equally often on both sides, by commands that count.
pub(crate) fn validity(metric: &'static str, input: &Input<'_>, keys: Keys, counts: fn(&str) -> bool) -> Score {
    let labels = FloatLabels::of(input.reference, keys);
    if labels.labels.is_empty() {
        return Score::undefined(metric, NO_LABEL);
    }
    let expected = labels.references(input.reference, counts);
    let found = labels.references(input.prediction, counts);
    let mut spans = Vec::new();
    let mut wrong = Vec::new();
    for (((key, range), expected), found) in labels.labels.iter().zip(&expected).zip(&found) {
        let is_right = expected.len() == found.len();
        if !is_right {
            wrong.push(*key);
        }
        let kind = if is_right { SpanKind::Match } else { SpanKind::Different };
        let note = format!(
            "“{key}” is referred to {}, in the prediction {}",
            times(expected.len()),
            times(found.len())
        );
        spans.push(Span::new(Side::Reference, range.clone(), kind, note.clone()));
        let places = found.iter().map(|reference| reference.range.clone());
        spans.extend(places.map(|range| Span::new(Side::Prediction, range, kind, note.clone())));
    }
    spans.sort_by_key(|span| (span.side == Side::Prediction, span.range.start));
    let total = labels.labels.len();
    let right = total - wrong.len();
    let summary = of_what(
        right,
        total,
        "labels of figures and tables are referred to as often as in the reference",
        "not so",
        &wrong,
    );
    Score::rate(metric, right as f64, total as f64, spans).saying(summary)
}

fn times(count: usize) -> String {
    match count {
        0 => "nowhere".to_owned(),
        1 => "once".to_owned(),
        _ => format!("{count} times"),
    }
}
