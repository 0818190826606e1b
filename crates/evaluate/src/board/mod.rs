//! The scores of several systems on the same samples. Leaderboards, intervals, differences, breakdowns and all output
//! files are aggregated from them.
//!
//! There are two ways to make a board. A caller that has all texts scores each sample of each system by
//! [`Scorer::assess`] and puts the results into a [`Board`]. A caller that keeps samples one by one, as the app does,
//! passes them as [`Entry`]s. A [`PackedBoard`] then finds out which entries belong together and which predictions are
//! missing. [`unpack`](PackedBoard::unpack) scores the missing predictions and returns a board.
//!
//! # Missing predictions
//! [`MISSING`](crate::MISSING) is the rule. A prediction is missing if there is none, if it is blank although its
//! reference is not, or if it is unreadable or too long to be scored. In the last two cases the reason is also a
//! problem of the board. If the predictions of a document are pages, a missing page counts as an empty page.

mod arrange;
mod packed;
mod scores;
mod units;

use std::num::NonZeroUsize;

use texlens_stats::{Bootstrap, Confidence};
use texlens_vocabulary::Kind;

pub use arrange::{ArrangedRow, Arrangement, Entry, EntryPage, Known, Placed, arranged};
pub use packed::{AbsentValues, Case, Cell, PackedBoard, Paged};
pub use scores::{Predicted, Sample, SampleScores, SystemScores, joined};
pub use units::{Unit, units};

use crate::comparison::{Breakdown, Comparing, Comparison, Curve, TagPart, breakdown, curve, tag_parts};
use crate::correlation::{CorrelatedItems, Correlations, JudgedValues, RATINGS, Rating, ValueTable};
use crate::judged::is_of_judge;
use crate::parallel;
use crate::scorer::Scorer;

/// The systems, samples and scores of one kind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Board {
    /// The kind of the samples.
    pub kind: Kind,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// The samples in the order of the dataset.
    pub samples: Vec<SampleScores>,
    /// The dataset of the samples, if there are other datasets.
    pub dataset: Option<String>,
    /// Ids of the samples left out because not all systems have a prediction for them; `None` if this was not requested.
    pub left_out: Option<Vec<String>>,
}

impl Board {
    /// Keeps only the samples that every system covers.
    #[must_use]
    pub fn common(mut self) -> Self {
        let (common, others): (Vec<_>, Vec<_>) = self.samples.into_iter().partition(SampleScores::is_common);
        self.samples = common;
        let others = others.into_iter().map(|sample| sample.id);
        self.left_out.get_or_insert_default().extend(others);
        self
    }

    /// Returns the comparison of the systems in steps. `scorer` is the scorer that made the scores.
    #[must_use]
    pub fn comparing<'a>(&'a self, scorer: &'a Scorer<'a>, bootstrap: &'a Bootstrap) -> Comparing<'a> {
        Comparing::new(scorer, &self.systems, &self.samples, bootstrap)
            .of_part(self.dataset.clone(), self.left_out.as_deref())
    }

    /// Returns the differences of these systems, given by index, in steps.
    #[must_use]
    pub fn differences<'a>(
        &'a self,
        scorer: &'a Scorer<'a>,
        bootstrap: &'a Bootstrap,
        pairs: impl IntoIterator<Item = [usize; 2]>,
    ) -> Comparing<'a> {
        Comparing::differences(scorer, &self.systems, &self.samples, bootstrap, pairs)
    }

    /// Computes means, intervals and the difference of every two systems. The result does not depend on the number of
    /// threads.
    #[must_use]
    pub fn compare(&self, scorer: &Scorer<'_>, bootstrap: &Bootstrap, threads: NonZeroUsize) -> Comparison {
        let comparing = self.comparing(scorer, bootstrap).with_all_pairs();
        let steps: Vec<usize> = (0..comparing.steps()).collect();
        comparing.finish(parallel::map(&steps, threads, |step| comparing.step(*step)))
    }

    /// Computes the comparison for each value of a tag.
    #[must_use]
    pub fn breakdown(&self, scorer: &Scorer<'_>, tag: &str, bootstrap: &Bootstrap, threads: NonZeroUsize) -> Breakdown {
        breakdown(scorer, &self.systems, &self.samples, tag, bootstrap, threads)
    }

    /// Computes every measure by the values of a factor from its [`Board::breakdown`] with the same bootstrap. `factors`
    /// are all factors of the experiment.
    #[must_use]
    pub fn curve(
        &self,
        scorer: &Scorer<'_>,
        breakdown: &Breakdown,
        factors: &[String],
        bootstrap: &Bootstrap,
        threads: NonZeroUsize,
    ) -> Curve {
        curve(
            scorer,
            &self.systems,
            &self.samples,
            breakdown,
            factors,
            bootstrap,
            threads,
        )
    }

    /// Computes the correlation of each metric and judge with people's ratings, by the same arithmetic and on the same
    /// items as `texlens correlate`. Judges' scores of other items do not count. A missing prediction has the values of
    /// an empty text, as everywhere.
    #[must_use]
    pub fn correlations(
        &self,
        ratings: &[Rating<'_>],
        judges: &[JudgedValues],
        items: CorrelatedItems,
    ) -> Correlations {
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
        for judge in judges {
            let mut judge = judge.clone();
            judge.items.retain(|item| table.has_item(&item.id, &item.system));
            if !judge.items.is_empty() {
                table.add_judge(&judge);
            }
        }
        table.add_ratings(ratings, Confidence::default());
        let mut correlations = table.correlations(items, Confidence::default());
        correlations.pairs.retain(|pair| pair.with == RATINGS);
        correlations
    }

    /// Returns the samples by the values of a tag, and the number of values that are left out.
    #[must_use]
    pub fn tag_parts(&self, tag: &str) -> (Vec<TagPart<'_>>, usize) {
        tag_parts(&self.samples, tag)
    }
}

#[cfg(test)]
mod tests;
