//! Compilation success rate.
//!
//! # What it measures
//! Whether the LaTeX compiles as it is.
//!
//! # Formula
//! 1 if the document compiles without help, else 0.
//!
//! # Range and direction
//! 0 or 1; higher is better.
//!
//! # Edge cases
//! Always undefined for now: this version has no TeX engine, and a guess is not a verdict. Everything that needs it
//! (`usability`, `overall`) is undefined with it.
//!
//! # Deviations from the paper
//! The paper leaves open preamble, engine, number of runs, time limit and whether a document with errors that still
//! gives pages succeeds.
//!
//! # Source
//! TexOCR-Bench, section 3.1.

use crate::metric::{Direction, Group, Info, Input, Kind, Metric, Need};
use crate::score::Score;

/// For the registry.
pub const METRIC: &dyn Metric = &CompilationSuccess;

static INFO: Info = Info {
    id: "csr",
    name: "Compilation success rate",
    about: "Whether the LaTeX compiles as it is.",
    group: Group::Usability,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Compilation],
    source: "TexOCR-Bench, section 3.1",
    limits: "",
    parameters: &[],
};

struct CompilationSuccess;

impl Metric for CompilationSuccess {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, _: &Input<'_>) -> Score {
        Score::undefined(INFO.id, "it takes a TeX engine, which this version does not have")
    }
}
