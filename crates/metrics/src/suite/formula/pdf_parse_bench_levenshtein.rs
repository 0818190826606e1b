//! The edit similarity of pdf-parse-bench.
//!
//! # What it measures
//! How much of a formula was recovered, character by character, without dollar signs.
//!
//! # Formula
//! `1 - Levenshtein(A, B) / max(|A|, |B|)`, rounded to four decimals. Lengths are in Unicode code points of the
//! formulas without dollar signs and with collapsed white space.
//!
//! # Example
//! ```text
//! reference: $x^2+1$
//! prediction: x^2-1
//! score: 0.8 = 1 - 1/5
//! ```
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal); higher is better.
//!
//! # Edge cases
//! Both empty: 1. One empty: 0. Texts with more than 2^34 pairs of characters (131,072 on each side) that differ much
//! are divided at corresponding places, and the parts are compared. The value is then a lower bound, and the summary
//! says so.
//!
//! # Deviations from the paper
//! The code of the paper is followed; later versions of the benchmark have no such metric.
//!
//! # Source
//! pdf-parse-bench (Horn and Keuper 2025), its code of December 2025.

use texlens_vocabulary::{Kind, Score};

use crate::compare::Distance;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::text::pdf_parse_bench::{clean, round};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &PdfParseBenchLevenshtein;

pub(super) static INFO: Info = Info {
    id: "pdf_parse_bench_levenshtein",
    name: "Edit similarity (pdf-parse-bench)",
    about: "How much of the LaTeX agrees, character by character, as pdf-parse-bench counts.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text],
    source: "pdf-parse-bench",
    limits: "Delimiters other than the dollar sign count as differences; long names of commands weigh more than short symbols.",
    headline: None,
    parameters: &[],
};

struct PdfParseBenchLevenshtein;

impl Metric for PdfParseBenchLevenshtein {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let [reference, prediction] = [input.reference.source, input.prediction.source].map(clean);
        let longest = reference.chars().count().max(prediction.chars().count());
        if longest == 0 {
            return Score::value_of(INFO.id, 1.0, Vec::new()).saying("both formulas are empty");
        }
        let distance = Distance::of_unknown(&reference, &prediction);
        let summary = format!(
            "{} between formulas of up to {longest} characters",
            distance.counted("character edit")
        );
        let value = round(1.0 - distance.edits as f64 / longest as f64);
        Score::value_of(INFO.id, value, Vec::new()).saying(summary)
    }
}
