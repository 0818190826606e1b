//! The table of all systems.

use texlens_evaluate::{Comparison, Measure, Problem, noun};

/// Heading.
pub const TITLE: &str = "Leaderboard";

/// Heading of the ranks.
pub const RANK: &str = "Rank";

/// Heading of the systems.
pub const SYSTEM: &str = "System";

/// Heading of the drawn intervals.
pub const PLOT: &str = "Plot of the interval";

/// Hint of the numbers of samples.
pub const COUNT_ABOUT: &str = "Samples with scores";

/// Heading of the numbers of missing predictions.
pub const MISSING: &str = "Missing";

/// Hint of the numbers of missing predictions.
pub const MISSING_ABOUT: &str = "Predictions that are missing or empty; for documents, pages";

/// Heading of the numbers of failed samples.
pub const FAILED: &str = "Failed";

/// Hint of the numbers of failed samples.
pub const FAILED_ABOUT: &str = "Samples whose texts could not be scored";

/// Button that shows only the main metrics.
pub const MAIN_METRICS: &str = "Main metrics";

/// Remark in the heading of a metric.
pub const LOWER_IS_BETTER: &str = "lower is better";

/// Button that shows all metrics.
#[must_use]
pub fn all_metrics(hidden: usize) -> String {
    format!("All metrics ({hidden} more)")
}

/// Button that explains a metric.
#[must_use]
pub fn guide(measure: &Measure) -> String {
    format!("How {} is measured", measure.id())
}

/// Button that unfolds the plot.
#[must_use]
pub fn as_plot(measure: &Measure) -> String {
    format!("{} as a plot", measure.name())
}

/// Hint of the heading of a metric.
#[must_use]
pub fn sort_by(measure: &Measure) -> String {
    let lower = if measure.lower_is_better() {
        format!(" ({LOWER_IS_BETTER})")
    } else {
        String::new()
    };
    format!("{}{lower}: sort the systems by it", measure.name())
}

/// Reason why there is no mean.
#[must_use]
pub fn undefined(why: &str) -> String {
    format!("not defined: {why}")
}

/// Note about the means and the intervals.
#[must_use]
pub fn note(comparison: &Comparison) -> String {
    let resampling = &comparison.resampling;
    format!(
        "Means over {}, with {:.0} % intervals: {} draws of whole documents, seed {}. Overall and the groups are means of \
         the metrics\u{2019} means, as in TexOCR\u{2019}s tables.",
        noun(comparison.level, 2),
        100.0 * resampling.level,
        resampling.resamples,
        resampling.seed
    )
}

/// Warning about intervals from fewer than `few` documents.
#[must_use]
pub fn too_narrow(few: usize, documents: usize) -> String {
    format!(
        "With fewer than {few} documents (here {documents}), intervals are too narrow; one document gives no interval."
    )
}

/// Number of samples that could not be used.
#[must_use]
pub fn problems(count: usize) -> String {
    format!("{count} could not be used")
}

/// Problem of a sample.
#[must_use]
pub fn problem(problem: &Problem) -> String {
    let system = problem.system.as_ref().map(|system| format!(" of {system}"));
    format!("{}{}: {}", problem.sample, system.unwrap_or_default(), problem.message)
}
