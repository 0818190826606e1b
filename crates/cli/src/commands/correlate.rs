//! `texlens correlate`: correlations of the metrics and judges of a report with people's ratings and with each other.

mod error;
pub(super) mod ratings;
pub(super) mod table;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use texlens_evaluate::{Coefficient, Confidence, Correlations, RATINGS};
use texlens_judge::judging::judged_values;
use texlens_report::plot::{Ink, agreement};
use texlens_report::{ItemValues, MAX_BYTES, correlations_to_csv, from_html, item_values, read_item_values};

use crate::failure::Failure;
use crate::input::read_text;
use crate::terminal::{self, Form};
pub(crate) use error::CorrelateError;
use ratings::RatingArguments;

/// Width of the plot, in pixels.
const PLOT_WIDTH: f64 = 720.0;

/// Correlate the metrics and judges of a report with people's ratings of the same items, or with each other.
///
/// REPORT is a file that `texlens evaluate DATASET --level formula --json FILE` has written, with or without additions
/// by `texlens judge`, or a report saved as HTML. With --ratings, every metric and every judge is correlated with the
/// ratings, also with those of each group of raters; without, every judge with every metric. The mean ratings of the
/// groups are correlated with each other. Nobody is asked and nothing is sent. docs/judge.md describes the
/// file of ratings and the pairing of values.
///
/// Exit code: 0 if everything was calculated, 1 if a coefficient is undefined or a rating is of an item that the report
/// does not have, 2 if nothing could be calculated.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Report as JSON or HTML
    report: PathBuf,

    #[command(flatten)]
    ratings: RatingArguments,

    /// Also write a plot as SVG: Pearson's r of each metric and judge with the ratings, with intervals of 95 %
    #[arg(long, value_name = "FILE", requires = "ratings")]
    plot: Option<PathBuf>,

    /// Format of the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs: the field `correlations` of a judge's run
    Json,
    /// For spreadsheets and statistics: a line for each coefficient
    Csv,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let ItemValues { mut table, judge } = values(&read_text(&arguments.report, MAX_BYTES as u64)?)?;
    for judge in judged_values(&judge.iter().collect::<Vec<_>>()) {
        table.add_judge(&judge);
    }
    match (table.has_metrics(), table.has_judges(), arguments.ratings.is_given()) {
        (false, false, _) => return Err(CorrelateError::NoValues.into()),
        (_, false, false) => return Err(CorrelateError::Nothing.into()),
        (false, _, false) => return Err(CorrelateError::NoMetrics.into()),
        _ => {}
    }
    let systems: Vec<&str> = table.systems().collect();
    if let Some(ratings) = arguments.ratings.read(&systems)? {
        ratings.add_to(&mut table);
    }
    let mut correlations = table.correlations(arguments.ratings.items(), Confidence::default());
    if correlations.ratings.is_some() {
        correlations.pairs.retain(|pair| pair.with == RATINGS);
    }
    write(&correlations, arguments.format)?;
    if let Some(path) = &arguments.plot {
        write_plot(&correlations, path)?;
    }
    Ok(exit_code(&correlations))
}

/// Returns the values of a report as JSON or as HTML.
fn values(text: &str) -> Result<ItemValues, Failure> {
    if text.trim_start().starts_with('{') {
        return Ok(read_item_values(text)?);
    }
    Ok(item_values(&from_html(text)?))
}

fn write(correlations: &Correlations, format: Format) -> Result<(), Failure> {
    let mut out = terminal::output(match format {
        Format::Json => Form::Json,
        Format::Table | Format::Csv => Form::Text,
    });
    let written = match format {
        Format::Table => table::write(correlations, &mut out),
        Format::Json => serde_json::to_writer_pretty(&mut out, correlations)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out)),
        Format::Csv => out.write_all(correlations_to_csv(correlations)?.as_bytes()),
    };
    written.and_then(|()| out.flush()).map_err(Failure::Write)
}

/// Writes the plot of the correlations with the ratings. Without a defined coefficient there is no plot, which the exit
/// code reports.
fn write_plot(correlations: &Correlations, path: &Path) -> Result<(), Failure> {
    let Some(plot) = agreement("agreement", correlations, PLOT_WIDTH) else {
        terminal::say("texlens: no plot is written, since no coefficient is defined");
        return Ok(());
    };
    fs::write(path, plot.svg(Ink::File)).map_err(|error| Failure::WriteFile {
        path: path.to_owned(),
        error,
    })
}

fn exit_code(correlations: &Correlations) -> ExitCode {
    let coefficients = || correlations.coefficients();
    let is_defined = |coefficient: &Coefficient| coefficient.estimate().is_some();
    let has_unknown = correlations.ratings.as_ref().is_some_and(|ratings| ratings.unknown > 0);
    ExitCode::from(match (coefficients().any(is_defined), coefficients().all(is_defined)) {
        (false, _) => 2,
        (true, true) if !has_unknown => 0,
        _ => 1,
    })
}
