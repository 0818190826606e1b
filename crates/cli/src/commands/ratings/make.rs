//! `texlens ratings make`: writes a study and a sheet for each rater.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use texlens_ratings::{LeftOut, MAX_TEXT, Scale, Study, StudyPlan, files};

use super::RatingsError;
use super::exclusion::ExclusionArgument;
use super::source;
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::{check_is_free, write_whole};
use crate::terminal::{self, Form};

/// Make a study: which person rates which formulas, and a sheet for each person.
///
/// INPUT is an evaluation (a file that `texlens evaluate DATASET --json FILE --texts` has written, with or without
/// additions by `texlens judge`, or a report saved as HTML), or a list of pairs: JSONL, JSON, CSV or TSV with id,
/// reference, prediction and, if there are several, system. Formulas without a prediction are left out.
///
/// Writes study.json, which names the systems and stays with you, and sheet-01.json and so on, one for each rater. The
/// same input and seed give the same bytes on every machine.
#[derive(Args)]
pub(super) struct Arguments {
    /// Evaluation as JSON with texts or as HTML, or a list of pairs
    input: PathBuf,

    /// Folder for the files, created if necessary
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// What people answer
    #[arg(long, value_enum, default_value_t = ScaleArgument::Ten)]
    scale: ScaleArgument,

    /// Number of raters
    #[arg(long, value_name = "N", default_value_t = 30)]
    raters: usize,

    /// Number of raters of each pair, in each group
    #[arg(long, value_name = "N", default_value_t = 3)]
    each: usize,

    /// Number of groups of the same size; each group rates all pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    groups: usize,

    /// Draw this many pairs; without this option, all are taken
    #[arg(long, value_name = "N")]
    pairs: Option<usize>,

    /// Take the predictions of this system only; give the option once for each system
    #[arg(long = "system", value_name = "NAME")]
    systems: Vec<String>,

    /// Formulas to leave out
    #[arg(long, value_enum, value_name = "WHICH")]
    exclude: Option<ExclusionArgument>,

    /// Number of attention checks in each sheet, 0 to 6
    #[arg(long, value_name = "N", default_value_t = 2)]
    checks: usize,

    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Title that raters see; it should not name a system
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Text file with instructions in place of the default ones
    #[arg(long, value_name = "FILE")]
    instructions: Option<PathBuf>,

    /// Write into a folder that is not empty; its other files stay
    #[arg(long)]
    force: bool,
}

/// A scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScaleArgument {
    /// Ratings from 0 to 10, as in "Benchmarking Document Parsers"
    #[value(name = "10")]
    Ten,
    /// Ratings from 1 to 5, as in TeXBLEU
    #[value(name = "5")]
    Five,
    /// The better of two systems' predictions, or a tie
    Choice,
}

impl From<ScaleArgument> for Scale {
    fn from(scale: ScaleArgument) -> Self {
        match scale {
            ScaleArgument::Ten => Self::Ten,
            ScaleArgument::Five => Self::Five,
            ScaleArgument::Choice => Self::Choice,
        }
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let folder = &arguments.out;
    let unwritable = |error: io::Error| Failure::WriteFile {
        path: folder.clone(),
        error,
    };
    check_is_free(folder, arguments.force)?;
    let plan = plan(arguments)?;
    let predictions = source::predictions(&arguments.input, plan.exclusion)?;
    let planned = plan.study(predictions).map_err(RatingsError::Design)?;
    fs::create_dir_all(folder).map_err(unwritable)?;
    for (name, text) in files(&planned.study) {
        write(folder, &name, &text)?;
    }
    report(&planned.study, folder, &left_out(planned.left_out)).map_err(Failure::Write)?;
    Ok(ExitCode::SUCCESS)
}

fn plan(arguments: &Arguments) -> Result<StudyPlan, Failure> {
    let instructions = arguments.instructions.as_ref();
    let instructions = instructions.map(|path| read_text(path, MAX_TEXT as u64)).transpose()?;
    Ok(StudyPlan {
        scale: arguments.scale.into(),
        systems: arguments.systems.clone(),
        exclusion: arguments.exclude.map(Into::into),
        pairs: arguments.pairs,
        raters: arguments.raters,
        each: arguments.each,
        groups: arguments.groups,
        checks: arguments.checks,
        title: arguments.title.clone(),
        instructions: instructions.map(|text| text.trim().to_owned()),
        seed: arguments.seed,
    })
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    write_whole(&path, text.as_bytes()).map_err(|error| Failure::WriteFile { path, error })
}

/// Returns a line for each reason why predictions are not rated.
fn left_out(counts: LeftOut) -> Vec<String> {
    [
        ("Excluded predictions", counts.excluded),
        ("Left out, without a prediction", counts.empty),
        ("Left out, since both versions are the same", counts.same),
        ("Not drawn", counts.not_drawn),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
    .map(|(what, count)| format!("{what}: {count}"))
    .collect()
}

fn report(study: &Study, folder: &Path, left_out: &[String]) -> io::Result<()> {
    let mut out = terminal::output(Form::Text);
    let sizes = || study.tasks.iter().map(Vec::len);
    let (least, most) = (sizes().min().unwrap_or_default(), sizes().max().unwrap_or_default());
    let questions = if least == most {
        most.to_string()
    } else {
        format!("{least} or {most}")
    };
    writeln!(
        out,
        "{} pairs, {} raters, {} ratings of each pair{}; questions in a sheet: {questions}",
        study.pairs.len(),
        study.raters(),
        study.each,
        if study.groups.len() > 1 { " by each group" } else { "" }
    )?;
    for line in left_out {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "Written to {}: {}, which names the systems, and a sheet for each rater",
        folder.display(),
        Study::FILE,
    )?;
    out.flush()
}
