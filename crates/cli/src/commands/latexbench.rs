//! `texlens latexbench`: makes the items of LaTeXBench, asks models about them, checks answers, and shows results.

mod check;
mod checker;
mod error;
mod files;
mod make;
mod results;
mod run;
mod saved;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;
pub(crate) use error::LatexBenchError;

/// Measure how well a language model writes, edits and checks LaTeX, with the tasks of LaTeXBench.
///
/// Only `run` uses the network. docs/latexbench.md describes the items, the rules and the files.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Make(make::Arguments),
    Check(check::Arguments),
    Run(Box<run::Arguments>),
    Results(results::Arguments),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.task {
        Task::Make(arguments) => make::run(arguments),
        Task::Check(arguments) => check::run(arguments),
        Task::Run(arguments) => run::run(arguments),
        Task::Results(arguments) => results::run(arguments),
    }
}

#[cfg(test)]
mod tests {
    use texlens_judge::latexbench::{BUG_TYPES, BenchTask, read_items};
    use texlens_latexbench::{ErrorType, Family, FaultType, items_of, to_jsonl};

    #[test]
    fn judge_and_rules_have_the_same_names() {
        assert_eq!(FaultType::ALL.map(FaultType::name), BUG_TYPES);
        let protocol = include_str!("../../../judge/src/prompts/latexbench_edit.json");
        for error_type in [
            ErrorType::Capability,
            ErrorType::Syntax,
            ErrorType::Logical,
            ErrorType::Package,
            ErrorType::Formatting,
            ErrorType::Constraint,
        ] {
            assert!(protocol.contains(&format!("\"{}\"", error_type.name())));
        }
    }

    #[test]
    fn a_judge_reads_contrasts_as_they_are_made() {
        let read = read_items("items.jsonl", &to_jsonl(&items_of(1234, Family::Contrast))).unwrap();
        assert_eq!(read.len(), 50);
        assert!(read.iter().all(|item| matches!(item.task, BenchTask::Contrast { .. })));
    }
}
