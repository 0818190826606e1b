//! The results of `texlens evaluate` for the columns.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::arguments::Arguments;
use crate::column::Column;

/// The nine metrics of TexOCR. `CHOSEN_BY` is the metric that selects the worst pages.
pub(crate) const METRICS: [&str; 9] = ["sa", "cc", "rv", "ds", "baseline", "csr", "ctp", "fa", "ta"];
const CHOSEN_BY: &str = "overall_defined";

/// Number of pages in the report.
const WORST: &str = "20";

/// A table for people, the report, and the numbers.
pub(crate) struct Scores {
    pub(crate) printed: String,
    pub(crate) report: PathBuf,
    levels: Vec<Level>,
}

#[derive(Deserialize)]
struct File {
    levels: Vec<Level>,
}

#[derive(Deserialize)]
struct Level {
    level: String,
    systems: Vec<System>,
}

#[derive(Deserialize)]
struct System {
    system: String,
    metrics: Vec<Metric>,
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Metric {
    metric: String,
    mean: Option<f64>,
}

#[derive(Deserialize)]
struct Group {
    group: String,
    value: Option<f64>,
    interval: Option<Interval>,
}

/// A 95 % confidence interval.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Scores the predictions in the folder, which has a subfolder for each column: documents as a whole, and pages. The
/// report shows the worst pages.
pub(crate) fn evaluate(arguments: &Arguments, dataset: &Path, columns: &[Column], folder: &Path) -> Result<Scores> {
    let (json, report) = (folder.join("scores.json"), folder.join("report.html"));
    let mut command = Command::new(&arguments.texlens);
    command.arg("evaluate").arg(dataset);
    for column in columns {
        let predictions = folder.join(column.name());
        command
            .arg("--system")
            .arg(format!("{}={}", column.name(), predictions.display()));
    }
    command
        .args(["--level", "page,document", "--html-samples", WORST, "--metrics"])
        .arg(format!("{},{CHOSEN_BY}", METRICS.join(",")))
        .args(["--resamples", &arguments.resamples.to_string()])
        .arg("--json")
        .arg(&json)
        .arg("--html")
        .arg(&report);
    let output = command
        .output()
        .with_context(|| arguments.texlens.display().to_string())?;
    if !output.status.success() {
        bail!(
            "texlens evaluate: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let file: File = serde_json::from_slice(&fs::read(&json)?).with_context(|| json.display().to_string())?;
    Ok(Scores {
        printed: String::from_utf8(output.stdout)?,
        report,
        levels: file.levels,
    })
}

impl Scores {
    fn system(&self, level: &str, column: Column) -> Option<&System> {
        let level = self.levels.iter().find(|known| known.level == level)?;
        level.systems.iter().find(|system| system.system == column.name())
    }

    /// Returns the mean of a metric over documents.
    pub(crate) fn metric(&self, column: Column, id: &str) -> Option<f64> {
        self.system("document", column)?.metric(id)
    }

    /// Returns the mean of a group, or `overall`, over documents.
    pub(crate) fn group(&self, column: Column, id: &str) -> Option<(f64, Option<Interval>)> {
        let groups = &self.system("document", column)?.groups;
        let group = groups.iter().find(|group| group.group == id)?;
        Some((group.value?, group.interval))
    }

    /// Returns the share of pages that compile.
    pub(crate) fn compiling_pages(&self, column: Column) -> Option<f64> {
        self.system("page", column)?.metric("csr")
    }
}

impl System {
    fn metric(&self, id: &str) -> Option<f64> {
        self.metrics.iter().find(|metric| metric.metric == id)?.mean
    }
}
