//! Reference validity.
//!
//! # What it measures
//! Whether the figures and tables are referred to as often as they should be.
//!
//! # Formula
//! Right labels / labels of figures and tables in the reference. A label is right if the prediction refers to it as often
//! as the reference does. Every command that refers counts (`\ref`, `\autoref`, `\cref`, ...), and each of its keys. The
//! prefixes `fig:`, `figure:`, `tab:`, `table:` and `tbl:` do not distinguish two keys if one has none: `fig:figure_1`
//! and `figure_1` are the same label, `fig:1` and `tab:1` are two.
//!
//! # Range and direction
//! 0 (no label is right) to 1 (all are); higher is better.
//!
//! # Edge cases
//! No label of a figure or table in the reference: undefined. A label that neither side refers to is right. A key that is
//! defined twice is one label.
//!
//! # Deviations from the paper
//! The paper counts `\ref` alone and does not speak of prefixes; but its prompt asks for `\label{figure_x}` and
//! `\ref{fig:figure_x}`, of which no reference would resolve (`rv.as_written`, `rv_strict`). A label belongs to a figure or table if it
//! stands inside one or if its prefix says so. Section 3.1 also asks that references resolve, for which appendix A.8 has
//! no rule; see `rv_resolved`.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.8.

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::labels::{FloatLabels, Keys};
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::Parameter;
use crate::summary::of_what;

/// For the registry.
pub const METRIC: &dyn Metric = &ReferenceValidity;

/// Whether the letter of the paper decides what refers to a label.
pub const AS_WRITTEN: Parameter<bool> = Parameter {
    name: "rv.as_written",
    default: false,
    about: "Whether only \\ref counts, and keys are compared with their prefixes.",
};

static INFO: Info = Info {
    id: "rv",
    name: "Reference validity",
    about: "The share of figures and tables that are referred to as often as in the reference.",
    group: Group::Structural,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.8",
    limits: "A label that neither side refers to counts as right, so even an empty prediction can score; rv_resolved leaves \
             such labels out.",
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

/// The one command that refers by the letter of the paper.
pub(crate) fn is_ref(command: &str) -> bool {
    command == "\\ref"
}

/// Why there is nothing to refer to.
const NO_LABEL: &str = "the reference labels no figure or table";

/// The share of labels that are referred to as often on both sides, by commands that count.
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
