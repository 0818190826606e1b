//! Sentences of the scores of a sample, and of the passages that explain a score.

use texlens_evaluate::Kind;
use texlens_metrics::{Info, Ratio, Score, Side, Span, SpanKind, info};

use crate::state::{Aspect, KeyScore, Sample};

/// Shown instead of the scores if their calculation was cancelled.
pub const CANCELLED: &str = "Scoring was cancelled.";

/// Button that calculates the scores after all.
pub const SCORE: &str = "Score";

/// Shown while the scores are calculated.
pub const RUNNING: &str = "Scoring\u{2026}";

/// Caption of the table, for screen readers.
pub const TABLE: &str = "Scores";

/// Heading of the column with the names of the metrics.
pub const METRIC: &str = "Metric";

/// Heading of the column with the ids of the metrics, outside of the app.
pub const ID: &str = "Id";

/// Heading of the column with remarks on the values, outside of the app.
pub const NOTE: &str = "Remark";

/// Heading of the column with the values.
pub const VALUE: &str = "Value";

/// Heading of the column with the bars, for screen readers.
pub const BAR: &str = "Bar";

/// Heading of the column with the numbers of correct pieces.
pub const CORRECT: &str = "Correct";

/// Heading of the column with the numbers of passages.
pub const PASSAGES: &str = "Passages";

/// Accessible name of the numbers at the top of a result.
pub const KEY_SCORES: &str = "Key scores";

/// Shown in place of the number of a text that compiles.
pub const YES: &str = "Yes";

/// Shown in place of the number of a text that does not compile.
pub const NO: &str = "No";

/// Heading of the scores that have no value.
pub const NOT_DEFINED: &str = "Not defined";

/// The reason why means have no value.
pub const PARTS_MISSING: &str = "Some of the scores that these average are not defined.";

/// Button that opens the settings of the metrics.
pub const SETTINGS: &str = "Settings\u{2026}";

/// Shown instead of a bar.
pub const LOWER_IS_BETTER: &str = "lower is better";

/// Button that explains the selected metric.
pub const GUIDE: &str = "How it is measured";

/// Button that closes the explanation of the selected score.
pub const DESELECT: &str = "Deselect the score";

/// Shown instead of a passage if the selected score has none.
pub const NO_PASSAGES: &str = "This score has no passages to show.";

/// Returns the heading of the table of all scores, which folds.
#[must_use]
pub fn all(scores: usize) -> String {
    format!("All scores ({scores})")
}

/// Returns the name of one of the numbers at the top of a result.
#[must_use]
pub const fn aspect(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Overall => "Overall",
        Aspect::Text => "Text",
        Aspect::Formulas => "Formulas",
        Aspect::Structure => "Structure",
        Aspect::Compiles => "Compiles",
        Aspect::Same => "Same LaTeX",
        Aspect::Symbols => "Symbols",
        Aspect::Look => "Same look",
    }
}

/// Returns the hint of one of the numbers at the top of a result: the metric that it shows.
#[must_use]
pub fn shown_as(key: &KeyScore) -> String {
    let name = key
        .metric
        .and_then(info)
        .map(|info| format!("{} ({})", info.name, info.id));
    match (name, key.value) {
        (None, Some(_)) => "The verdict of the TeX engine".to_owned(),
        (None, None) => "Not compiled yet".to_owned(),
        (Some(name), Some(_)) => name,
        (Some(name), None) => format!("{name}: not defined"),
    }
}

/// Returns what a sample without scores waits for.
#[must_use]
pub fn missing(sample: &Sample) -> &'static str {
    match (&sample.reference, &sample.prediction) {
        (None, Some(_)) => "No reference: drop or paste the LaTeX of this page to score the prediction.",
        (None, None) => "No reference: without one, the LaTeX has no scores.",
        (Some(_), None) if sample.kind == Kind::Document => {
            "Scores of the document appear here once its pages are read."
        }
        (Some(_), None) if sample.image.is_none() => {
            "No prediction: drop or paste a system\u{2019}s LaTeX, or the page as an image or PDF."
        }
        _ => "Scores appear here once the page is read.",
    }
}

/// Returns the reason why a score has no value.
#[must_use]
pub fn undefined(reason: &str) -> String {
    format!("Not defined: {reason}")
}

/// Returns the hint of a score: its summary, and what its metric measures.
#[must_use]
pub fn about(score: &Score, info: Option<&Info>) -> Option<String> {
    let about = info.map(|info| format!("{} {}\n{}", info.about, info.limits, info.source));
    match (score.summary.as_str(), about) {
        ("", about) => about,
        (summary, about) => Some(format!("{summary}.\n{}", about.unwrap_or_default())),
    }
}

/// Returns the number of correct pieces among all pieces.
#[must_use]
pub fn correct(Ratio { numerator, denominator }: Ratio) -> String {
    let number = |value: f64| {
        if value.fract() == 0.0 {
            format!("{value:.0}")
        } else {
            format!("{value:.1}")
        }
    };
    format!("{} of {}", number(numerator), number(denominator))
}

/// Explains why the steps end before the last passage.
#[must_use]
pub fn unlisted(score: &Score) -> Option<String> {
    let listed = score.spans.len();
    (score.unlisted > 0).then(|| format!("The first {listed} passages are listed."))
}

/// Returns the name of a kind of passage.
#[must_use]
pub fn kind(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Match => "Found",
        SpanKind::Missing => "Missing",
        SpanKind::Extra => "Extra",
        SpanKind::Different => "Different",
        SpanKind::Ignored => "Left out",
    }
}

/// Returns in which texts the passages of a place are, after their kind.
#[must_use]
pub fn sides(place: &[Span]) -> &'static str {
    let is_on = |side: Side| place.iter().any(|span| span.side == side);
    match (is_on(Side::Reference), is_on(Side::Prediction)) {
        (true, true) => "in both texts",
        (false, true) => "in the prediction",
        _ => "in the reference",
    }
}
