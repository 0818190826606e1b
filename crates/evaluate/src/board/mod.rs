//! The scores of several systems on the same samples, from which everything else is aggregated: leaderboards, intervals,
//! differences, breakdowns, and each file that is written.
//!
//! A board is made in two ways. Whoever has all texts at hand scores each sample of each system by
//! [`Scorer::assess`] and puts the results into a [`Board`]. Whoever keeps samples one by one, as the app does, hands them
//! over as [`Entry`]s: a [`PackedBoard`] finds out which belong together and what is missing, and
//! [`unpack`](PackedBoard::unpack)s to a board once that is scored.
//!
//! # Missing predictions
//! [`MISSING`] is the rule. A prediction is missing where there is none, where it is blank although its reference is not, and
//! where it cannot be read or is too long to be scored: then the reason is a problem of the board as well. Of a document whose
//! predictions are pages, a missing page counts as an empty one.

mod arrange;
mod packed;
mod units;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_metrics::{Kind, Score, Side};
use texlens_stats::{Bootstrap, Confidence};
use texlens_vocabulary::Compilation;

pub use arrange::{Entry, EntryPage, Known};
pub use packed::{AbsentValues, Case, Cell, PackedBoard, Paged};
pub use units::{Unit, units};

use crate::comparison::{Breakdown, Comparing, Comparison, TagPart, breakdown, tag_parts};
use crate::correlation::{CorrelatedItems, Correlations, RATINGS, Rating, ValueTable};
use crate::judged::is_of_judge;
use crate::parallel;
use crate::scorer::{Detail, Parsed, Scored, Scorer};
use crate::scores::{InputError, check_length};
use crate::text::Text;

/// How missing predictions count, as a sentence to stand wherever means are shown.
pub const MISSING: &str = "A missing prediction is scored as empty text on every metric, and counted.";

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

/// One sample with the scores of every system.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleScores {
    /// Identifies the sample.
    pub id: String,
    /// The document it comes from; its own id where there is none.
    pub document: String,
    /// What else is known of it: names and values.
    pub tags: BTreeMap<String, String>,
    /// What the TeX engine says of the reference; none where it was not asked.
    pub reference_compilation: Option<Compilation>,
    /// In the order of the systems.
    pub systems: Vec<SystemScores>,
}

/// What became of one system's prediction for a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemScores {
    /// Missing predictions, which are scored as empty ones: at most one, or one for each page of a document. A formula that
    /// the prediction of its page does not have is missing, too.
    pub missing: usize,
    /// Whether the system has a prediction of all of the sample. A formula is covered if its page is.
    pub is_covered: bool,
    /// Why a prediction that is there counts as missing.
    pub problem: Option<String>,
    /// The scores, or why there are none: the reference cannot be used.
    pub outcome: Result<Scored, String>,
}

impl SystemScores {
    /// Of a prediction that was scored, of which so many pages are missing.
    #[must_use]
    pub fn of(missing: usize, outcome: Result<Scored, String>) -> Self {
        Self {
            missing,
            is_covered: missing == 0,
            problem: None,
            outcome,
        }
    }

    /// Scores a system's prediction, which comes as its pages; one that is missing is none. `problem` says why a prediction
    /// that is there cannot be read, if so. `compile` gives the engine's verdict on a text, where there is an engine. A
    /// prediction that is too long to be scored counts as missing.
    #[must_use]
    pub fn assess(
        scorer: &Scorer<'_>,
        reference: &Parsed<'_>,
        pages: &[Option<&str>],
        problem: Option<String>,
        compile: impl Fn(&Text<'_>) -> Option<Compilation>,
    ) -> Self {
        let assess = |text: &Text<'_>| {
            check_length(Side::Prediction, text.latex())?;
            let compilation = compile(text);
            let scored = scorer.assess(reference, text, compilation.as_ref(), Detail::Values)?;
            Ok(Scored { compilation, ..scored })
        };
        let text = joined(
            scorer.kind(),
            &pages.iter().map(|page| page.unwrap_or_default()).collect::<Vec<_>>(),
        );
        let references = reference.page_texts().map(Some).chain(std::iter::repeat(None));
        let missing = pages
            .iter()
            .zip(references)
            .filter(|(page, reference)| is_missing(**page, *reference));
        let missing = missing.count();
        match assess(&text) {
            Ok(scored) => Self {
                problem,
                ..Self::of(missing, Ok(scored))
            },
            Err(error @ InputError::TooLong { .. }) => {
                let outcome = assess(&empty(pages.len())).map_err(|error| error.to_string());
                Self {
                    problem: Some(error.to_string()),
                    ..Self::of(pages.len(), outcome)
                }
            }
        }
    }

    /// The score of a metric, if the sample could be scored.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        self.outcome.as_ref().ok()?.score(metric)
    }
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

impl SampleScores {
    /// Whether every system has a prediction of all of it.
    #[must_use]
    pub fn is_common(&self) -> bool {
        self.systems.iter().all(|system| system.is_covered)
    }
}

/// Whether the prediction of a page is missing: there is none, or it is blank and the reference is not.
#[must_use]
pub fn is_missing(prediction: Option<&str>, reference: Option<&str>) -> bool {
    let is_blank = |text: &str| text.trim().is_empty();
    prediction.is_none_or(|prediction| is_blank(prediction) && !reference.is_some_and(is_blank))
}

/// What stands for a prediction of so many pages of which none is there.
fn empty(pages: usize) -> Text<'static> {
    Text::with_pages("", &vec![0..0; pages])
}

/// The text of a sample from those of its pages.
#[must_use]
pub fn joined<'a>(kind: Kind, pages: &[&'a str]) -> Text<'a> {
    match (kind, pages) {
        (Kind::Page | Kind::Formula, [page]) => Text::from(*page),
        _ => Text::document(pages.iter().copied()),
    }
}

#[cfg(test)]
mod tests;
