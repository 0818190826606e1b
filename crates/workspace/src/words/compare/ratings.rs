//! Correlations of metrics with people's ratings.

use texlens_evaluate::{CorrelatedItems, Interval, RaterAgreement, RatingsSummary};

use super::numbers::coefficient;

/// Heading.
pub const TITLE: &str = "Metrics and people\u{2019}s ratings";

/// Advice without ratings.
pub const EMPTY: &str = "Add people\u{2019}s ratings to see which metrics correlate with them: a CSV or JSONL file with \
                         `id`, `rating` and, if there are several, `system` and `rater`. Higher is better.";

/// Label of the choice of the samples that count.
pub const WHICH: &str = "Samples";

/// Choices of the samples that count.
pub const ITEMS: [(CorrelatedItems, &str); 3] = [
    (CorrelatedItems::All, "All"),
    (CorrelatedItems::Imperfect, "Without those with CDM 1 and judge 10"),
    (
        CorrelatedItems::Asked,
        "Without those that a judge\u{2019}s rule decides",
    ),
];

/// Value of a choice in the list, which nobody sees.
#[must_use]
pub fn value(items: CorrelatedItems) -> &'static str {
    match items {
        CorrelatedItems::All => "all",
        CorrelatedItems::Imperfect => "imperfect",
        CorrelatedItems::Asked => "asked",
    }
}

/// Warning about ratings without a system.
pub const SYSTEM_NEEDED: &str = "The file does not say which system was rated, and there are several systems here. Add \
                                 a column named system, or compare one system only.";

/// Text in place of the table while it is calculated.
pub const CORRELATING: &str = "Correlating\u{2026}";

/// Text in place of a table that could not be calculated.
pub const NOT_COMPUTED: &str = "Not computed.";

/// Name of the saved plot.
pub const PLOT: &str = "Correlation with human ratings";

/// Heading of one of the coefficients.
pub const PEARSON: &str = "Pearson\u{2019}s r";

/// Heading of one of the coefficients.
pub const SPEARMAN: &str = "Spearman\u{2019}s \u{3c1}";

/// Heading of one of the coefficients.
pub const KENDALL: &str = "Kendall\u{2019}s \u{3c4}-b";

/// Remark after the id of a metric.
pub const LESS_IS_BETTER: &str = "(less is better)";

/// Note below the table.
pub const NOTE: &str = "95 % intervals, which take samples as independent. Grey: the interval contains 0, so no \
                        correlation can be claimed. Sorted by Spearman\u{2019}s \u{3c1}.";

/// Meaning of a grey coefficient.
pub const UNCLEAR: &str = "no correlation can be claimed";

/// File with the ratings, and their number.
#[must_use]
pub fn file(name: &str, ratings: usize) -> String {
    let plural = if ratings == 1 { "" } else { "s" };
    format!("{name}: {ratings} rating{plural}")
}

/// Interval of a coefficient.
#[must_use]
pub fn interval(interval: Interval) -> String {
    format!("{} to {}", coefficient(interval.low), coefficient(interval.high))
}

/// Summary of the ratings.
#[must_use]
pub fn summary(summary: &RatingsSummary) -> String {
    let range = summary.lowest.zip(summary.highest);
    let range = range.map(|(low, high)| format!(", from {low} to {high}"));
    let people = match summary.raters {
        1 => "1 person".to_owned(),
        count => format!("{count} people"),
    };
    format!(
        "{} ratings of {} samples by {people}{}; several ratings of a sample are averaged.",
        summary.ratings,
        summary.items,
        range.unwrap_or_default()
    )
}

/// Warning about ratings of unknown samples.
#[must_use]
pub fn unknown(summary: &RatingsSummary) -> String {
    let ratings = match summary.unknown {
        1 => "1 rating is of a sample that is not in the list".to_owned(),
        count => format!("{count} ratings are of samples that are not in the list"),
    };
    format!("{ratings}, such as {}.", summary.unknown_items.join(", "))
}

/// Agreement of two raters, if it is defined.
#[must_use]
pub fn agreement(pair: &RaterAgreement) -> Option<String> {
    let kappa = pair.kappa.estimate()?;
    Some(format!(
        "{} and {} on {} samples: weighted \u{3ba} {} ({}).",
        pair.first,
        pair.second,
        pair.items,
        coefficient(kappa.value),
        interval(kappa.interval)
    ))
}
