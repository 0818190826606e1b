//! Compilation success rate.
//!
//! # What it measures
//! Whether the LaTeX compiles as it is, without manual corrections.
//!
//! # Formula
//! 1 if pdfTeX ends with exit status 0 in nonstop mode, so without an error, and at least one page comes out; else 0.
//!
//! The pages are compiled in order, in the preamble of texlens. BibTeX entries are removed from the running text and
//! put after it as a `thebibliography` with the same keys. Pages that have a preamble (`\documentclass`) are compiled
//! as they are, each document separately; then all must compile.
//!
//! # Example
//! ```text
//! reference: \textbf{Tides}
//! prediction: \texbf{Tides}
//! engine: 1 page, 1 error
//! score: 0
//! ```
//!
//! The command does not exist. One error is enough, although a page comes out.
//!
//! # Range and direction
//! 0 or 1; higher is better.
//!
//! # Edge cases
//! A text without anything to typeset gives no page, so it does not compile. A run that exceeds its limits on steps,
//! memory or output fails. Missing pictures, unresolved references and citations, and overlong lines are warnings: `rv`
//! and `cc` count references and citations. Text after `\end{document}` is not read. Without a TeX engine, the value is
//! undefined, and `usability` and `overall` with it.
//!
//! # Deviations from the paper
//! The paper leaves open preamble, engine, number of runs, limits, and whether a document with errors that still gives
//! pages succeeds. Here: pdfTeX of TeX Live 2022, one run, a limit on the engine's steps rather than on time, and no
//! success with errors (`csr_lenient` is the other reading). The paper's rate is the mean of this value over documents.
//!
//! # Source
//! TexOCR-Bench, section 3.1.

use texlens_vocabulary::{Kind, Score};

use crate::compiled::NO_VERDICT;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &CompilationSuccess;

pub(super) static INFO: Info = Info {
    id: "csr",
    name: "Compilation success rate",
    about: "Whether the LaTeX compiles as it is.",
    group: Group::Usability,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Compilation],
    source: "TexOCR-Bench, section 3.1",
    limits: "Says nothing about the content of the page: any text without markup compiles.",
    headline: None,
    parameters: &[],
};

struct CompilationSuccess;

impl Metric for CompilationSuccess {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(compiled) = &input.evidence.compiled else {
            return Score::undefined(INFO.id, NO_VERDICT);
        };
        let summary = if compiled.compiles {
            format!("compiles to {}", compiled.counted_pages())
        } else {
            format!("does not compile: {}", compiled.faults())
        };
        let value = f64::from(u8::from(compiled.compiles));
        Score::value_of(INFO.id, value, compiled.spans(input.prediction.source)).saying(summary)
    }
}
