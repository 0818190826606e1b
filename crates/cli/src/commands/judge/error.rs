//! The reasons why nothing can be judged.

use std::path::PathBuf;

use texlens_judge::ProtocolError;

/// An error that ends `texlens judge`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JudgeError {
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    #[error(transparent)]
    Stats(#[from] texlens_evaluate::StatsError),
    #[error("--protocol: no protocol and no file is called {name:?}; the protocols are {known}")]
    NoProtocol { name: String, known: String },
    #[error("--protocol: {0} and {1} have the same task; give one for formulas and one for tables")]
    SameTask(String, String),
    #[error("--protocol: {0} judges neither formulas nor tables")]
    OtherTask(String),
    #[error(transparent)]
    Bench(#[from] texlens_judge::latexbench::BenchError),
    #[error("{} contains no items: LaTeXBench's items are lines of its .jsonl files", .0.display())]
    NoItems(PathBuf),
    #[error("blind contrasts are put to the model under test: name it with --subject-model (--model is the judge)")]
    NoSubject,
    #[error(
        "the run ended before all formulas were matched: {0}. With --cache, a later run continues where this one ended"
    )]
    Unmatched(String),
    #[error("the report contains no formula or table with a reference that {0} could judge")]
    NothingToJudge(String),
}
