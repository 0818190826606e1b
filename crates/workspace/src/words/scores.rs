//! Sentences of the scores of a sample, and of the passages that explain a score.

use texlens_evaluate::Kind;
use texlens_metrics::{Info, Ratio, Score, Side, SpanKind};

use crate::state::Sample;

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

/// Heading of the column with the values.
pub const VALUE: &str = "Value";

/// Heading of the column with the bars, for screen readers.
pub const BAR: &str = "Bar";

/// Heading of the column with the numbers of correct pieces.
pub const CORRECT: &str = "Correct";

/// Heading of the column with the numbers of passages.
pub const PASSAGES: &str = "Passages";

/// Button that hides the scores that are not always shown.
pub const FEWER: &str = "Fewer scores";

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

/// Returns the label of the button that shows the hidden scores.
#[must_use]
pub fn more(hidden: usize) -> String {
    format!("More scores ({hidden})")
}

/// Returns what a sample without scores waits for.
#[must_use]
pub fn missing(sample: &Sample) -> &'static str {
    match (&sample.reference, &sample.prediction) {
        (None, Some(_)) => "No reference: drop or paste the LaTeX of this page to score the prediction.",
        (Some(_), None) if sample.kind == Kind::Document => "Scores appear here once its pages are read.",
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

/// Returns where a passage is, after its kind.
#[must_use]
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Reference => "in the reference",
        Side::Prediction => "in the prediction",
    }
}
