//! `texlens ratings`: makes studies in which people rate formulas, and shows what they say.

mod error;
mod exclusion;
mod make;
mod results;
mod source;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;
pub(crate) use error::RatingsError;

/// Have people rate formulas blindly, and compare their ratings with metrics and judges.
///
/// Nothing is sent. Raters are numbers. docs/ratings.md describes the files and the statistics.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Make(Box<make::Arguments>),
    Results(results::Arguments),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.task {
        Task::Make(arguments) => make::run(arguments),
        Task::Results(arguments) => results::run(arguments),
    }
}
