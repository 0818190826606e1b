//! `texlens ratings results`: agreement, correlations and strengths from the sheets that came back.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use texlens_evaluate::{Bootstrap, Confidence, CorrelatedItems, ValueTable};
use texlens_ratings::{
    Attention, Evidence, Group, MAX_JSON, Merged, Problem, RESAMPLES, Results, Scale, Study, merge_files, value_table,
};
use texlens_report::plot::Ink;
use texlens_report::{MAX_BYTES, ResultTable, from_html, item_values, read_item_values};

use super::RatingsError;
use crate::commands::correlate::ratings::Exclusion;
use crate::failure::Failure;
use crate::input::read_text;
use crate::tables;
use crate::terminal::{self, Form};

/// Show what people say: agreement of the raters, mean ratings, correlations with metrics and judges, and strengths of
/// systems.
///
/// FILES are the sheets that came back, complete or not. Problems are listed with the raters.
///
/// Exit code: 0 if every file and answer counts, 1 if something is left out, 2 if no answer counts.
#[derive(Args)]
pub(super) struct Arguments {
    /// The study.json that `texlens ratings make` has written
    study: PathBuf,

    /// Sheets with answers
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Evaluation with the metrics and judges to compare with: JSON of `texlens evaluate --level formula` or HTML
    #[arg(long, value_name = "EVALUATION")]
    scores: Option<PathBuf>,

    /// Formulas to exclude from correlations, as in `texlens correlate`
    #[arg(long, value_enum, value_name = "WHICH", requires = "scores")]
    exclude: Option<Exclusion>,

    /// A group of raters, such as experts=1-5,9, in place of the groups of the study; give the option once for each
    /// group
    #[arg(long = "group", value_name = "NAME=RATERS")]
    groups: Vec<String>,

    /// Keep raters who failed an attention check
    #[arg(long)]
    keep_failed: bool,

    /// Number of resamples of the bootstrap
    #[arg(long, value_name = "N", default_value_t = RESAMPLES)]
    resamples: usize,

    /// Seed of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Also write a plot as SVG: correlations with the ratings if --scores is given, otherwise mean ratings or strengths
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Also write the ratings as CSV for `texlens correlate --ratings`
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// All numbers
    Json,
    /// Tables for a README or an issue
    Markdown,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let study = study(&arguments.study)?;
    if arguments.ratings.is_some() && study.scale == Scale::Choice {
        return Err(RatingsError::NoRatings.into());
    }
    let bootstrap = Bootstrap::new(arguments.resamples, arguments.seed, Confidence::default());
    let groups = match arguments.groups.as_slice() {
        [] => study.groups.clone(),
        groups => groups
            .iter()
            .map(|group| parsed(group, &study))
            .collect::<Result<_, _>>()?,
    };
    let table = arguments.scores.as_deref().map(values).transpose()?;
    let evidence = Evidence {
        table: table.as_ref(),
        items: arguments.exclude.map_or(CorrelatedItems::All, Exclusion::items),
        groups,
        bootstrap: bootstrap.map_err(RatingsError::Stats)?,
    };
    let merged = merged(arguments, &study);
    if merged.answers.is_empty() {
        let problems: Vec<String> = merged.problems.iter().map(|problem| format!("\n{problem}")).collect();
        return Err(RatingsError::NoAnswers(problems.concat()).into());
    }
    let results = Results::of(&study, &merged, &evidence);
    if let Some(path) = &arguments.ratings {
        save(path, &merged.to_csv(&study))?;
    }
    if let Some(path) = &arguments.plot {
        match results.figure() {
            Some(figure) => save(path, &figure.svg(Ink::File))?,
            None => terminal::say("texlens: no plot is written, since no value is defined"),
        }
    }
    write(arguments.format, &merged, &results).map_err(Failure::Write)?;
    Ok(ExitCode::from(u8::from(!merged.problems.is_empty())))
}

fn study(path: &Path) -> Result<Study, Failure> {
    let text = read_text(path, MAX_JSON as u64)?;
    let study = Study::read(&text).map_err(|error| RatingsError::Study {
        path: path.to_owned(),
        error,
    })?;
    Ok(study)
}

/// Reads and merges the files. One that cannot be read is a problem, and the others count.
fn merged(arguments: &Arguments, study: &Study) -> Merged {
    let (mut texts, mut problems) = (Vec::new(), Vec::new());
    for path in &arguments.files {
        let file = path.display().to_string();
        match read_text(path, MAX_JSON as u64) {
            Ok(text) => texts.push((file, text)),
            Err(error) => problems.push(Problem::Unreadable {
                file,
                reason: error.to_string(),
            }),
        }
    }
    let allowed = (!arguments.keep_failed).then_some(0);
    let files = texts.iter().map(|(file, text)| (file.as_str(), text.as_str()));
    let mut merged = merge_files(study, files, Attention { allowed });
    merged.problems.splice(..0, problems);
    merged
}

/// Reads the metrics and judges of an evaluation.
fn values(path: &Path) -> Result<ValueTable, Failure> {
    let text = read_text(path, MAX_BYTES as u64)?;
    let values = if text.trim_start().starts_with('{') {
        read_item_values(&text)?
    } else {
        item_values(&from_html(&text)?)
    };
    Ok(value_table(values))
}

/// Reads a group such as `experts=1-5,9`.
fn parsed(text: &str, study: &Study) -> Result<Group, RatingsError> {
    let wrong = || RatingsError::Group(text.to_owned());
    let (name, list) = text.split_once('=').ok_or_else(wrong)?;
    let mut raters = Vec::new();
    for part in list.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| {
            let number = text.trim().parse::<u32>().ok();
            number
                .filter(|number| (1..=study.raters()).contains(number))
                .ok_or_else(wrong)
        };
        raters.extend(number(from)?..=number(to)?);
    }
    if name.trim().is_empty() || raters.is_empty() {
        return Err(wrong());
    }
    Ok(Group {
        name: name.trim().to_owned(),
        raters,
    })
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::WriteFile {
        path: path.to_owned(),
        error,
    })
}

fn write(format: Format, merged: &Merged, results: &Results) -> io::Result<()> {
    let form = if format == Format::Json { Form::Json } else { Form::Text };
    let mut out = terminal::output(form);
    let all: Vec<ResultTable> = [merged.table()].into_iter().chain(results.tables()).collect();
    match format {
        Format::Text => tables::text(&all, &mut out)?,
        Format::Markdown => tables::markdown(&all, &mut out)?,
        Format::Json => out.write_all(results.to_json(merged).as_bytes())?,
    }
    out.flush()
}
