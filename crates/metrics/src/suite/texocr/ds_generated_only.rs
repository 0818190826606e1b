//! Document-level similarity, BibTeX removed from the prediction only.
//!
//! # What it measures
//! How much of the LaTeX source was recovered, if the reference is taken as it stands.
//!
//! # Formula
//! As `ds`, but a BibTeX entry of the reference is compared like everything else.
//!
//! # Range and direction
//! 0 (nothing in common) to 1 (equal); higher is better.
//!
//! # Edge cases
//! Those of `ds`. A reference that carries BibTeX is less than 1 similar to itself; one without it scores as `ds` does.
//!
//! # Deviations from the paper
//! None: this is the letter of appendix A.2. The paper's references keep their entries in .bib files.
//!
//! # Source
//! TexOCR-Bench, section 3.1 and appendix A.2.

use crate::metric::{Direction, Group, Info, Input, Kind, Metric, Need};
use crate::score::{Score, Side};
use crate::suite::ds::{self, ReferenceBibtex, entries, similarity};

/// For the registry.
pub const METRIC: &dyn Metric = &GeneratedOnly;

static INFO: Info = Info {
    id: "ds_generated_only",
    name: "Document-level similarity, BibTeX removed from the prediction only",
    about: "How much of the LaTeX agrees if the bibliography is removed from the prediction alone.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, appendix A.2",
    limits: "A reference that carries BibTeX entries lowers every prediction, even a perfect one.",
    parameters: &[],
};

struct GeneratedOnly;

impl Metric for GeneratedOnly {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let carries_none = entries(input.reference, Side::Reference).next().is_none();
        let same = input.scores.iter().find(|score| score.metric == ds::METRIC.info().id);
        match same.filter(|_| carries_none) {
            // The distance is the slowest thing on a page: not computed twice.
            Some(same) => Score {
                metric: INFO.id.to_owned(),
                ..same.clone()
            },
            None => similarity(INFO.id, input, ReferenceBibtex::Compared),
        }
    }
}
