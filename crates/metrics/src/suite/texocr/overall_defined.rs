//! Overall (available metrics).
//!
//! # What it measures
//! The part of TexOCR-Bench that is defined on the sample, in one number.
//!
//! # Formula
//! Plain mean of those of the nine metrics that are defined: `sa`, `cc`, `rv`, `ds`, `baseline`, `csr`, `ctp`, `fa` and
//! `ta`. Equal to `overall` if all are defined.
//!
//! # Example
//! ```text
//! scores: sa 1, cc 0.5, ds 0.9
//! score: 0.8 = (1 + 0.5 + 0.9) / 3
//! ```
//!
//! # Range and direction
//! 0 to 1; higher is better.
//!
//! # Edge cases
//! Undefined if none of the nine is defined. The summary lists the defined and the undefined metrics.
//!
//! # Deviations from the paper
//! The paper has no undefined metrics. Here all metrics have equal weight, so a group with an undefined metric has less
//! weight than the others.
//!
//! # Source
//! texlens, after TexOCR-Bench, table 2.

use texlens_vocabulary::{Kind, Score};

use crate::mean::{Members, missing, nine, without};
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &OverallDefined;

pub(super) static INFO: Info = Info {
    id: "overall_defined",
    name: "Overall (available metrics)",
    about: "The mean of those of the nine metrics that are defined.",
    group: Group::Overall,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Scores, Need::Compilation],
    source: "texlens, after TexOCR-Bench, table 2",
    limits: "Samples on which different metrics are defined are not comparable, and none is comparable with the Overall \
             that the paper prints.",
    headline: Some(Headline {
        label: "Overall, as defined",
        places: &[(Kind::Page, 2), (Kind::Document, 2)],
    }),
    parameters: &[],
};

struct OverallDefined;

impl Metric for OverallDefined {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let members = Members::of(input, nine());
        let Some(mean) = members.mean() else {
            return Score::undefined(INFO.id, missing(&members.undefined));
        };
        let mut summary = format!("mean of {}", members.listed());
        if !members.undefined.is_empty() {
            summary = format!("{summary}; {}", without(&members.undefined));
        }
        Score::value_of(INFO.id, mean, Vec::new()).saying(summary)
    }
}
