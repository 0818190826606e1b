//! The scores of several systems on the same samples, from which everything else is aggregated: leaderboards, intervals,
//! differences, breakdowns, and each file that is written.
//!
//! A board is made in two ways. Whoever has all texts at hand scores each sample of each system by
//! [`Scorer::assess`] and puts the results into a [`Board`]. Whoever keeps samples one by one, as the app does, hands them
//! over as [`Entry`]s: a [`PackedBoard`] finds out which belong together and what is missing, and
//! [`unpack`](PackedBoard::unpack)s to a board once that is scored.
//!
//! # Missing predictions
//! [`MISSING`](crate::MISSING) is the rule. A prediction is missing where there is none, where it is blank although its reference is not, and
//! where it cannot be read or is too long to be scored: then the reason is a problem of the board as well. Of a document whose
//! predictions are pages, a missing page counts as an empty one.

mod arrange;
mod packed;
mod scores;
mod units;

use std::num::NonZeroUsize;

use texlens_stats::{Bootstrap, Confidence};
use texlens_vocabulary::Kind;

pub use arrange::{Entry, EntryPage, Known};
pub use packed::{AbsentValues, Case, Cell, PackedBoard, Paged};
pub use scores::{SampleScores, SystemScores, joined};
pub use units::{Unit, units};

use crate::comparison::{Breakdown, Comparing, Comparison, TagPart, breakdown, tag_parts};
use crate::correlation::{CorrelatedItems, Correlations, RATINGS, Rating, ValueTable};
use crate::judged::is_of_judge;
use crate::parallel;
use crate::scorer::Scorer;

/// Systems, samples and scores of one kind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Board {
    /// What a sample is.
    pub kind: Kind,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// In the order of the dataset.
    pub samples: Vec<SampleScores>,
    /// The dataset that the samples are of, where there are others besides.
    pub dataset: Option<String>,
    /// Samples that were left out because not all systems have a prediction of them; none if nobody asked for that.
    pub left_out: Option<usize>,
}

impl Board {
    /// The samples that every system covers, and nothing else.
    #[must_use]
    pub fn common(mut self) -> Self {
        let before = self.samples.len();
        self.samples.retain(SampleScores::is_common);
        self.left_out = Some(before - self.samples.len() + self.left_out.unwrap_or_default());
        self
    }

    /// The comparison of the systems in steps. `scorer` is the one that made the scores.
    #[must_use]
    pub fn comparing<'a>(&'a self, scorer: &'a Scorer<'a>, bootstrap: &'a Bootstrap) -> Comparing<'a> {
        Comparing::new(scorer, &self.systems, &self.samples, bootstrap).of_part(self.dataset.clone(), self.left_out)
    }

    /// The differences of these systems, by their places, in steps.
    #[must_use]
    pub fn differences<'a>(
        &'a self,
        scorer: &'a Scorer<'a>,
        bootstrap: &'a Bootstrap,
        pairs: impl IntoIterator<Item = [usize; 2]>,
    ) -> Comparing<'a> {
        Comparing::differences(scorer, &self.systems, &self.samples, bootstrap, pairs)
    }

    /// Means, intervals, and the difference of each two systems. The result does not depend on the number of threads.
    #[must_use]
    pub fn compare(&self, scorer: &Scorer<'_>, bootstrap: &Bootstrap, threads: NonZeroUsize) -> Comparison {
        let comparing = self.comparing(scorer, bootstrap).with_all_pairs();
        let steps: Vec<usize> = (0..comparing.steps()).collect();
        comparing.finish(parallel::map(&steps, threads, |step| comparing.step(*step)))
    }

    /// The same for each value of a tag.
    #[must_use]
    pub fn breakdown(&self, scorer: &Scorer<'_>, tag: &str, bootstrap: &Bootstrap, threads: NonZeroUsize) -> Breakdown {
        breakdown(scorer, &self.systems, &self.samples, tag, bootstrap, threads)
    }

    /// The correlation of each metric with people's ratings, with the arithmetic and the items of `texlens correlate`: a missing
    /// prediction has the values of an empty text, as everywhere.
    #[must_use]
    pub fn correlations(&self, ratings: &[Rating<'_>]) -> Correlations {
        let mut table = ValueTable::new();
        for sample in &self.samples {
            for (system, scores) in self.systems.iter().zip(&sample.systems) {
                table.add_item(&sample.id, system);
                let scores = scores.outcome.iter().flat_map(|scored| &scored.scores);
                for score in scores.filter(|score| !is_of_judge(&score.metric)) {
                    if let Some(value) = score.value() {
                        table.set_metric(&score.metric, &sample.id, system, value);
                    }
                }
            }
        }
        table.add_ratings(ratings, Confidence::default());
        let mut correlations = table.correlations(CorrelatedItems::All, Confidence::default());
        correlations.pairs.retain(|pair| pair.with == RATINGS);
        correlations
    }

    /// The samples by the values of a tag, and how many values are left out.
    #[must_use]
    pub fn tag_parts(&self, tag: &str) -> (Vec<TagPart<'_>>, usize) {
        tag_parts(&self.samples, tag)
    }
}

#[cfg(test)]
mod tests;
