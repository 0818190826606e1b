//! Formula accuracy.
//!
//! # What it measures
//! Whether the displayed formulas were recognised, token by token.
//!
//! # Formula
//! Right formulas of the reference / displayed formulas of the reference. Displayed formulas are `$$…$$`, `\[…\]` and
//! the display environments of LaTeX, amsmath and IEEEtran. Tokens are commands, letters, operators and numbers. They
//! are compared as written, after comments, white space and layout commands are removed: sizes of delimiters (`\left`,
//! `\bigl`), spaces, styles, labels and numbers.
//!
//! Formulas are aligned one to one. Those with the same tokens come first, in order. Then come the most similar pairs,
//! if their similarity is above `fa.min_similarity`. An aligned formula is right if both sides have the same tokens, or
//! if the tokens of one side are an ordered subsequence of those of the other. Similarity is 2 · LCS / (tokens of both
//! sides), where LCS is the length of the longest common subsequence.
//!
//! # Example
//! ```text
//! reference: \[ a + b \] \[ c = 1 \] \[ d = 2 \]
//! prediction: \[ a + b \] \[ c = \] \[ d = 3 \]
//! score: 0.667 = 2 / 3
//! ```
//!
//! The second formula was cut off: its tokens are a subsequence, so it counts as right.
//!
//! # Range and direction
//! 0 (no formula is right) to 1 (all are right); higher is better.
//!
//! # Edge cases
//! No displayed formula in the reference: undefined. A formula without tokens is omitted. Predicted formulas without a
//! partner cost nothing.
//!
//! # Deviations from the paper
//! None from the steps of appendix A.4. Two ways to write the same symbol, such as `\le` and `\leq`, are different
//! tokens here and in the means that contain `fa`. `fa_equivalent` treats them as equal.
//!
//! The paper leaves similarity and threshold open. Its similarity may be the ratio of Python's difflib. That of the
//! longest common subsequence is never below it, and does not depend on which side comes first. To bound the time, the
//! alignment compares only the first 512 tokens of a formula; whether a formula is right depends on all of them. If
//! there are more than 40,000 pairs, a formula is only compared with those at about the same relative place in the
//! other text.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.4.

use texlens_latex::Step;
use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::displays::{Agreement, Display, Displays, LETTER};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::settings::{Parameter, Share};
use crate::summary::of_what;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &FormulaAccuracy;

/// The similarity above which two different formulas can be aligned.
pub const MIN_SIMILARITY: Parameter<Share> = Parameter {
    name: "fa.min_similarity",
    default: Share(0.6),
    about: "Two displayed formulas that differ are aligned only if their similarity is above this.",
};

pub(super) static INFO: Info = Info {
    id: "fa",
    name: "Formula accuracy",
    about: "The share of displayed formulas written with the right tokens, or right as far as they go.",
    group: Group::Fidelity,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.4",
    limits: "A formula that was cut off or that goes on too long counts as right as long as the tokens of one side are an \
             ordered part of the other's; fa_strict asks for the same tokens. Another way to write the same symbol is wrong; \
             fa_equivalent accepts it.",
    headline: Some(Headline {
        label: "FA",
        places: &[(Kind::Page, 4), (Kind::Document, 4)],
    }),
    parameters: &[&MIN_SIMILARITY],
};

struct FormulaAccuracy;

impl Metric for FormulaAccuracy {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        accuracy(INFO.id, input, LETTER, |agreement| agreement != Agreement::Different)
    }
}

/// Returns the share of the reference's displayed formulas with a partner for which `is_right` returns true. Tokens are
/// compared after `steps`.
pub(crate) fn accuracy(
    metric: &'static str,
    input: &Input<'_>,
    steps: &[Step],
    is_right: fn(Agreement) -> bool,
) -> Score {
    let displays = Displays::align(input, steps, input.settings.get(&MIN_SIMILARITY).0);
    if displays.reference.is_empty() {
        return Score::undefined(metric, "the reference has no displayed formula");
    }
    let total = displays.reference.len();
    let is_wrong = |(_, partner): &(&Display, &Option<_>)| partner.is_none_or(|(_, agreement)| !is_right(agreement));
    let of_reference = displays.reference.iter().zip(&displays.partners);
    let wrong: Vec<&str> = of_reference
        .filter(is_wrong)
        .map(|(display, _)| input.reference.source.get(display.body.clone()).unwrap_or_default())
        .collect();
    let right = total - wrong.len();
    let summary = of_what(right, total, "displayed formulas are right", "wrong or missing", &wrong);
    Score::rate(metric, right as f64, total as f64, spans(&displays, is_right)).saying(summary)
}

fn spans(displays: &Displays, is_right: fn(Agreement) -> bool) -> Vec<Span> {
    let mut agreements = vec![None; displays.prediction.len()];
    for (partner, agreement) in displays.partners.iter().flatten() {
        agreements[*partner] = Some(*agreement);
    }
    let span = |side, display: &Display, agreement: Option<Agreement>| {
        let (kind, note) = match (agreement, side) {
            (Some(agreement), _) => {
                let kind = if is_right(agreement) {
                    SpanKind::Match
                } else {
                    SpanKind::Different
                };
                (kind, agreement_note(agreement))
            }
            (None, Side::Reference) => (SpanKind::Missing, "no displayed formula of the prediction is similar"),
            (None, Side::Prediction) => (SpanKind::Extra, "no displayed formula of the reference is similar"),
        };
        Span::new(side, display.range.clone(), kind, note)
    };
    let of_reference = displays.reference.iter().zip(&displays.partners);
    let of_reference =
        of_reference.map(|(display, partner)| span(Side::Reference, display, partner.map(|(_, agreement)| agreement)));
    let of_prediction = displays.prediction.iter().zip(&agreements);
    let of_prediction = of_prediction.map(|(display, agreement)| span(Side::Prediction, display, *agreement));
    of_reference.chain(of_prediction).collect()
}

const fn agreement_note(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Equal => "the same tokens",
        Agreement::Part => "the tokens of one side are an ordered part of the other's",
        Agreement::Different => "the tokens differ",
    }
}
