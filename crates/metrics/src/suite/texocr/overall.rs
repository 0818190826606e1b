//! Overall.
//!
//! # What it measures
//! Everything that TexOCR-Bench measures, in one number.
//!
//! # Formula
//! Plain mean of the three groups `structural`, `usability` and `fidelity`, each the mean of its three metrics.
//!
//! # Example
//! ```text
//! scores: sa 1, cc 0.5, rv 0, ds 0.9, baseline 1, csr 0, ctp 0.5, fa 0.25, ta 0
//! score: 0.461 = (1.5/3 + 1.9/3 + 0.75/3) / 3
//! ```
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! Undefined if one of the nine metrics is undefined; the reason names it. `overall_defined` is the mean of the others.
//!
//! # Deviations from the paper
//! None. All printed rows of tables 2 and 5 recompute up to rounding, except Qwen3-VL-8B: printed 62.2, recomputed
//! 62.0.
//!
//! # Source
//! TexOCR-Bench, table 2.

use texlens_vocabulary::{Kind, Score};

use crate::mean::{GROUPS, Members, listed, missing, nine};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &Overall;

pub(super) static INFO: Info = Info {
    id: "overall",
    name: "Overall",
    about: "The mean of the three groups of TexOCR-Bench.",
    group: Group::Overall,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Scores, Need::Compilation],
    source: "TexOCR-Bench, table 2",
    limits: "",
    headline: Some(Headline {
        label: "Overall",
        places: &[(Kind::Page, 1), (Kind::Document, 1)],
    }),
    parameters: &[],
};

struct Overall;

impl Metric for Overall {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let undefined = Members::of(input, nine()).undefined;
        if !undefined.is_empty() {
            return Score::undefined(INFO.id, missing(&undefined));
        }
        let mean = |(group, members): (&'static str, [&'static str; 3])| {
            Some((group, Members::of(input, members.into_iter()).mean()?))
        };
        let groups: Vec<_> = GROUPS.into_iter().filter_map(mean).collect();
        let sum: f64 = groups.iter().map(|(_, mean)| mean).sum();
        let summary = format!("mean of {}", listed(&groups));
        Score::value_of(INFO.id, sum / groups.len() as f64, Vec::new()).saying(summary)
    }
}
