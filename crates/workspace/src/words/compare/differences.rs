//! Differences between two systems.

use texlens_evaluate::Interval;

use super::numbers::signed;

/// Heading.
pub const TITLE: &str = "Differences";

/// Label of the choice of the first system.
pub const OF: &str = "Of";

/// Label of the choice of the second system.
pub const AND: &str = "and";

/// Text in place of differences without common samples.
pub const NO_SAMPLE: &str = "There is no sample on which a metric is defined for both.";

/// Text in place of clear differences if there are none.
pub const NONE_CLEAR: &str = "No difference can be claimed: the intervals contain 0, or cannot be calculated.";

/// Heading of the intervals.
pub const INTERVAL: &str = "Interval";

/// Heading of the drawn intervals.
pub const PLOT: &str = "Plot, with 0 marked";

/// Heading of the p-values.
pub const P_VALUE: &str = "p";

/// Heading of the numbers of samples with equal values.
pub const EQUAL: &str = "Equal";

/// Metrics in which a system is better, and which have no sentence of their own.
#[must_use]
pub fn also_better(system: &str, metrics: &[&str]) -> String {
    format!("{system} is also clearly better in {}.", metrics.join(", "))
}

/// Metrics without a clear difference.
#[must_use]
pub fn unclear(metrics: &[&str]) -> String {
    format!(
        "No difference can be claimed in {}: the intervals contain 0.",
        metrics.join(", ")
    )
}

/// Button that unfolds the table.
#[must_use]
pub fn in_numbers(count: usize) -> String {
    format!("{count} differences in numbers")
}

/// Note below the table.
#[must_use]
pub fn note(units: &str) -> String {
    format!(
        "Paired: both systems on the same {units}. There is no correction for multiple comparisons: among 20 \
         differences, expect one clear difference by chance."
    )
}

/// Name of the table.
#[must_use]
pub fn table(first: &str, second: &str) -> String {
    format!("Differences of {first} and {second}")
}

/// Heading of the numbers of samples on which a system is better.
#[must_use]
pub fn better(system: &str) -> String {
    format!("{system} better")
}

/// Interval of a difference.
#[must_use]
pub fn interval(interval: Interval) -> String {
    format!("{} to {}", signed(interval.low), signed(interval.high))
}
