//! Labels of the commands of LaTeXBench.

use crate::commands::{BenchCommand, BenchText};
use crate::state::BenchPart;
use crate::words::latexbench;

/// The label of a command.
pub(super) fn label(command: &BenchCommand) -> String {
    let label = match command {
        BenchCommand::Ask => "Ask a model about all tasks",
        BenchCommand::Make => latexbench::MAKE,
        BenchCommand::MakeOthers => latexbench::MAKE_OTHERS,
        BenchCommand::Open => latexbench::OPEN,
        BenchCommand::Cancel => "Cancel work on LaTeXBench",
        BenchCommand::Show(BenchPart::Tasks) => "Show the tasks",
        BenchCommand::Show(BenchPart::Results) => "Show the results of LaTeXBench",
        BenchCommand::Family(None) => "List tasks of all families",
        BenchCommand::Family(family) => return format!("List tasks of the family {}", latexbench::family(*family)),
        BenchCommand::Outcome(outcome) => return format!("List tasks by outcome: {}", latexbench::outcome(*outcome)),
        BenchCommand::Run(label) => return format!("Show the answers of {label}"),
        BenchCommand::RemoveRun => latexbench::REMOVE_RUN,
        BenchCommand::Typeset(BenchText::Answer) => latexbench::TYPESET,
        BenchCommand::Typeset(BenchText::Reference) => latexbench::TYPESET_REFERENCE,
        BenchCommand::Typeset(BenchText::Document) => latexbench::TYPESET_DOCUMENT,
        BenchCommand::Save(file) => return format!("Save: {}", latexbench::file(*file)),
    };
    label.to_owned()
}
