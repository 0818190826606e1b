//! The content of a short table of a comparison: main metrics in columns, systems in rows.

use texlens_evaluate::{Comparison, Interval, SystemSummary};
use texlens_metrics::{Direction, Group, info, label};

/// Maximum number of metrics in a table without any of TexOCR's metrics.
const MAX_OTHERS: usize = 14;

/// A column.
pub(crate) struct Column {
    /// Name in the table head.
    pub(crate) name: String,
    /// Whether lower values are better.
    pub(crate) lower_is_better: bool,
    /// A cell for each system.
    pub(crate) cells: Vec<Option<Cell>>,
}

/// A mean with its interval.
pub(crate) struct Cell {
    pub(crate) value: f64,
    pub(crate) interval: Option<Interval>,
}

/// Returns the metrics of TexOCR's tables and their groups, or else the first of the other metrics. Metrics without a
/// value for any system are omitted.
pub(crate) fn columns(comparison: &Comparison) -> Vec<Column> {
    let ids: Vec<&str> = comparison.systems.first().map_or_else(Vec::new, |system| {
        system.metrics.iter().map(|summary| summary.metric.as_str()).collect()
    });
    let is_main = |id: &&&str| info(id).is_some_and(|info| info.group < Group::Overall);
    let main: Vec<&str> = ids.iter().filter(is_main).copied().collect();
    let shown = if main.is_empty() {
        ids.into_iter().take(MAX_OTHERS).collect()
    } else {
        main
    };
    let metrics = shown.into_iter().map(|id| {
        column(comparison, name(id), is_lower_better(id), |system| {
            of_metric(system, id)
        })
    });
    let mean = |id: &str| column(comparison, label(id).to_owned(), false, |system| of_group(system, id));
    let groups = Group::WITH_MEAN.into_iter().filter_map(Group::mean).map(mean);
    // `overall_defined` replaces `overall` if no system has that.
    let overall = ["overall", "overall_defined"].map(mean).into_iter().find(has_values);
    metrics.chain(groups).filter(has_values).chain(overall).collect()
}

fn column(
    comparison: &Comparison,
    name: String,
    lower_is_better: bool,
    of: impl Fn(&SystemSummary) -> Option<Cell>,
) -> Column {
    Column {
        name,
        lower_is_better,
        cells: comparison.systems.iter().map(of).collect(),
    }
}

fn has_values(column: &Column) -> bool {
    column.cells.iter().any(Option::is_some)
}

/// Returns the name of a metric in the table head: its id, in capitals if it is short, as in papers.
fn name(id: &str) -> String {
    if id.len() <= 3 {
        id.to_uppercase()
    } else {
        id.to_owned()
    }
}

fn is_lower_better(id: &str) -> bool {
    info(id).is_some_and(|info| info.direction == Direction::LowerIsBetter)
}

fn of_metric(system: &SystemSummary, id: &str) -> Option<Cell> {
    let summary = system.metric(id)?;
    Some(Cell {
        value: summary.mean?,
        interval: summary.interval,
    })
}

fn of_group(system: &SystemSummary, id: &str) -> Option<Cell> {
    let summary = system.group(id)?;
    Some(Cell {
        value: summary.value?,
        interval: summary.interval,
    })
}

/// Returns the information that a reader needs to interpret the values, in a few sentences.
pub(crate) fn caption(comparison: &Comparison) -> String {
    let resampling = &comparison.resampling;
    let means = format!(
        "Means over {}, in brackets {:.0} % intervals (bootstrap over documents, {} draws, seed {}).",
        comparison.counted(),
        100.0 * resampling.level,
        resampling.resamples,
        resampling.seed,
    );
    match comparison.coverage() {
        Some(coverage) => format!("{means} {coverage}"),
        None => means,
    }
}

/// Describes the missing and unscored predictions of a system; `None` if all were scored.
#[must_use]
pub fn missing(system: &SystemSummary) -> Option<String> {
    let missing = (system.missing > 0).then(|| format!("{} missing", system.missing));
    let failed = (system.failed > 0).then(|| format!("{} not scored", system.failed));
    let parts: Vec<String> = missing.into_iter().chain(failed).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

pub(crate) fn decimal(value: f64) -> String {
    format!("{value:.3}")
}
