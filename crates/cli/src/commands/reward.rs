//! `texlens reward`: rewards the completions of pages, for training.

mod arguments;
mod output;
mod pages;
mod rewarding;
mod summary;
mod threads;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use texlens_evaluate::{TestSet, TestSetError};
use texlens_report::plot::{Ink, best_reward};

use super::arguments::{settings, threads};
use crate::failure::Failure;
use crate::output::write_whole;
use crate::terminal::{self, Form};
use crate::{tables, tex};
pub(crate) use arguments::Arguments;
use rewarding::Setup;
use summary::Summary;

/// Width of the plot, in pixels.
const PLOT_WIDTH: f64 = 640.0;

/// Runs the command. The exit code is 1 if a line or a completion could not be rewarded.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let setup = Arc::new(setup(arguments)?);
    let mut summary = Summary::new(&setup.tests, &setup.ks, arguments.plot.is_some());
    let mut out = terminal::output(Form::Json);
    threads::reward_all(&arguments.pages, &setup, threads(arguments.jobs), |done| {
        summary.add(&done);
        output::write(&done, &mut out).map_err(Failure::Write)?;
        // Training code may wait for this page before it writes the next one.
        out.flush().map_err(Failure::Write)
    })?;
    if arguments.summary {
        let mut text = Vec::new();
        tables::text(&summary.tables(), &mut text).map_err(Failure::Write)?;
        terminal::say(String::from_utf8_lossy(&text).trim_end());
    }
    if let Some(path) = &arguments.plot {
        write_plot(&summary, path)?;
    }
    Ok(ExitCode::from(u8::from(summary.errors() > 0)))
}

fn setup(arguments: &Arguments) -> Result<Setup, Failure> {
    let tests = tests(arguments)?;
    // An engine that is missing is an error: a reward must not silently lose a test.
    let engine = || tex::verdicts(Some(&tex::folder(arguments.tex.as_deref())));
    Ok(Setup {
        settings: settings(&arguments.settings)?,
        verdicts: tests.has("csr").then(engine).transpose()?,
        tests,
        ks: arguments
            .k
            .iter()
            .map(|k| k.get())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect(),
        pass: arguments.pass,
    })
}

/// Returns the unit tests that count.
fn tests(arguments: &Arguments) -> Result<TestSet, TestSetError> {
    let compiled = if arguments.csr {
        TestSet::default()
    } else {
        TestSet::default().without("csr")?
    };
    let left = (arguments.without.iter()).try_fold(compiled, |tests, name| tests.without(name.trim()))?;
    (arguments.weight.iter()).try_fold(left, |tests, (name, weight)| tests.weighted(name, *weight))
}

fn write_plot(summary: &Summary, path: &Path) -> Result<(), Failure> {
    let Some(plot) = best_reward("best-reward", &summary.curve(), PLOT_WIDTH) else {
        terminal::say("texlens: no plot is written, since no completion has a reward");
        return Ok(());
    };
    write_whole(path, plot.svg(Ink::File).as_bytes()).map_err(|error| Failure::WriteFile {
        path: path.to_owned(),
        error,
    })
}
