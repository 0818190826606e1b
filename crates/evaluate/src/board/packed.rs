//! The scores of a board without their explanations, and the texts that are still to be scored. A packed board is small
//! enough to be passed to a worker as a whole.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_metrics::{Kind, Outcome, Score, Settings, Side};
use texlens_vocabulary::Compilation;

use super::Board;
use super::scores::{SampleScores, SystemScores, empty};
use crate::counts::Counts;
use crate::error_types::{ErrorFinding, ErrorType, Judgement};
use crate::input::Parsed;
use crate::scorer::{Detail, Scored, Scorer};
use crate::suspicions::{Suspicion, SuspicionKind};
use crate::text::Text;

/// The scores of all systems on samples of one kind. Missing predictions are not scored yet.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PackedBoard {
    /// The kind of the samples.
    pub kind: Kind,
    /// Settings of the metrics that differ from the defaults, by name.
    pub settings: BTreeMap<String, String>,
    /// The dataset of the samples, if there are other datasets.
    pub dataset: Option<String>,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// Ids of the metrics, in the order of the registry.
    pub metrics: Vec<String>,
    /// Reasons why metrics are undefined, each once.
    pub reasons: Vec<String>,
    /// The samples in the order of their first entries.
    pub cases: Vec<Case>,
    /// Whether predictions were compiled. If so, a missing prediction counts as one that gives no page.
    pub is_compiled: bool,
    /// Ids of the samples left out because not all systems have a prediction for them; `None` if this was not requested.
    pub left_out: Option<Vec<String>>,
}

/// One sample, with the cells of all systems.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Case {
    /// Name of the sample.
    pub id: String,
    /// The document that the sample comes from; the sample's own id if there is none.
    pub document: String,
    /// Tags of the sample.
    pub tags: BTreeMap<String, String>,
    /// The reference, if a system's prediction is missing in whole or in part.
    pub reference: Option<Paged>,
    /// The engine's verdict on the reference without the list of errors, if `reference` is present.
    pub reference_compilation: Option<Compilation>,
    /// The cells in the order of the systems.
    pub cells: Vec<Cell>,
}

/// A text of one or more pages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Paged {
    /// LaTeX.
    pub latex: String,
    /// Byte ranges of the pages.
    pub pages: Vec<Range<usize>>,
}

/// The values of a prediction for which a [`PackedBoard`] has no scores, by the rule of [`MISSING`](crate::MISSING).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AbsentValues {
    /// Index of the sample in [`PackedBoard::cases`].
    pub case: u32,
    /// Index of the system in [`PackedBoard::systems`].
    pub system: u32,
    /// Values in the order of [`PackedBoard::metrics`]; `None` if the metric is undefined.
    pub values: Vec<Option<f64>>,
}

/// A system's prediction for a sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// There is no prediction.
    Missing,
    /// The prediction cannot be scored and counts as missing.
    Failed {
        /// As [`Entry::sample`](super::Entry::sample).
        sample: u32,
        /// The reason.
        message: String,
    },
    /// The prediction is a document that lacks some pages. It is scored again with empty pages in their places.
    Partial {
        /// As [`Entry::sample`](super::Entry::sample).
        sample: u32,
        /// The prediction, including the empty pages.
        prediction: Paged,
        /// Number of missing pages.
        missing: usize,
        /// The engine's verdict, without the list of errors.
        compilation: Option<Compilation>,
    },
    /// The prediction was scored.
    Scored {
        /// As [`Entry::sample`](super::Entry::sample).
        sample: u32,
        /// Number of blank pages, or 1 if the whole prediction is blank.
        missing: usize,
        /// Values in the order of [`PackedBoard::metrics`]; `None` if the metric is undefined.
        values: Vec<Option<f64>>,
        /// The reasons for the metrics without a value, in their order: positions in [`PackedBoard::reasons`] from 1,
        /// or 0 if the metric was not computed.
        undefined: Vec<usize>,
        /// Counts for the metrics that are pooled over a corpus.
        counts: Vec<Counts>,
        /// Signs that the prediction was made for the metrics.
        suspicions: Vec<SuspicionKind>,
        /// Error types that were looked for, and whether they were found; `None` if that could not be judged.
        errors: Vec<(ErrorType, Option<bool>)>,
    },
}

impl Cell {
    /// Returns the sample of the cell, as in [`Entry::sample`](super::Entry::sample).
    #[must_use]
    pub fn sample(&self) -> Option<u32> {
        match self {
            Self::Missing => None,
            Self::Failed { sample, .. } | Self::Partial { sample, .. } | Self::Scored { sample, .. } => Some(*sample),
        }
    }

    /// Returns the value of a metric, given by its index in [`PackedBoard::metrics`].
    #[must_use]
    pub fn value(&self, metric: usize) -> Option<f64> {
        match self {
            Self::Scored { values, .. } => values.get(metric).copied().flatten(),
            Self::Missing | Self::Failed { .. } | Self::Partial { .. } => None,
        }
    }

    /// Reports whether the system has a prediction for the whole sample.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        matches!(self, Self::Scored { missing: 0, .. })
    }
}

impl PackedBoard {
    /// Sets the dataset of the samples.
    #[must_use]
    pub fn of_dataset(self, dataset: Option<String>) -> Self {
        Self { dataset, ..self }
    }

    /// Keeps only the samples that every system covers.
    #[must_use]
    pub fn common(mut self) -> Self {
        let is_common = |case: &Case| case.cells.iter().all(Cell::is_covered);
        let (common, others): (Vec<_>, Vec<_>) = self.cases.into_iter().partition(is_common);
        self.cases = common;
        let others = others.into_iter().map(|case| case.id);
        self.left_out.get_or_insert_default().extend(others);
        self
    }

    /// Returns the number of samples that every system covers.
    #[must_use]
    pub fn common_count(&self) -> usize {
        let is_common = |case: &&Case| case.cells.iter().all(Cell::is_covered);
        self.cases.iter().filter(is_common).count()
    }

    /// Returns the scorer with which the scores were made.
    #[must_use]
    pub fn scorer<'s>(&self, settings: &'s Settings) -> Scorer<'s> {
        match self.metrics.as_slice() {
            // Nothing was scored.
            [] => Scorer::new(self.kind, settings),
            metrics => Scorer::only(self.kind, settings, metrics).unwrap_or_else(|_| Scorer::new(self.kind, settings)),
        }
    }

    /// Returns the board, with missing predictions scored by the [scorer](Self::scorer).
    #[must_use]
    pub fn unpack(&self, scorer: &Scorer<'_>) -> Board {
        let samples = (0..self.cases.len()).filter_map(|case| self.unpack_case(case, scorer, |_| None));
        self.board(samples.collect())
    }

    /// Returns a board of samples that were [unpacked one by one](Self::unpack_case): all samples, in their order.
    #[must_use]
    pub fn board(&self, samples: Vec<SampleScores>) -> Board {
        Board {
            kind: self.kind,
            systems: self.systems.clone(),
            samples,
            dataset: self.dataset.clone(),
            left_out: self.left_out.clone(),
        }
    }

    /// Returns the values of the predictions that this packed board has not scored, mainly missing ones. `board` is the
    /// board that was made from this one.
    #[must_use]
    pub fn absent(&self, board: &Board) -> Vec<AbsentValues> {
        let mut absent = Vec::new();
        for ((case, packed), sample) in (0u32..).zip(&self.cases).zip(&board.samples) {
            for ((system, cell), scores) in (0u32..).zip(&packed.cells).zip(&sample.systems) {
                if !matches!(cell, Cell::Scored { .. }) {
                    let value = |metric: &String| scores.score(metric)?.value();
                    absent.push(AbsentValues {
                        case,
                        system,
                        values: self.metrics.iter().map(value).collect(),
                    });
                }
            }
        }
        absent
    }

    /// Unpacks one sample, given by its index in [`cases`](Self::cases), for callers that cannot wait for all. `known`
    /// returns the complete result of a scored prediction if more than its values is wanted.
    #[must_use]
    pub fn unpack_case(
        &self,
        case: usize,
        scorer: &Scorer<'_>,
        known: impl Fn(u32) -> Option<Scored>,
    ) -> Option<SampleScores> {
        let case = self.cases.get(case)?;
        let verdict = self.is_compiled.then(Compilation::of_nothing);
        let assess = |prediction: &Text<'_>, compilation: Option<&Compilation>| {
            let reference = case.reference.as_ref().ok_or("there is no reference")?;
            let reference = Text::with_pages(&reference.latex, &reference.pages);
            let reference = Parsed::of(Side::Reference, &reference).map_err(|error| error.to_string())?;
            let reference = reference.with_compilation(case.reference_compilation.as_ref());
            let scored = scorer.assess(&reference, prediction, compilation, Detail::Values);
            scored.map_err(|error| error.to_string())
        };
        let count = case
            .reference
            .as_ref()
            .map_or(1, |reference| reference.pages.len().max(1));
        let mut of_nothing = None;
        let mut of_nothing = || {
            let outcome = of_nothing.get_or_insert_with(|| assess(&empty(count), verdict.as_ref()));
            SystemScores::of(count, outcome.clone())
        };
        let scores = |cell: &Cell| match cell {
            Cell::Missing => of_nothing(),
            Cell::Failed { message, .. } => SystemScores {
                problem: Some(message.clone()),
                ..of_nothing()
            },
            Cell::Partial {
                prediction,
                missing,
                compilation,
                ..
            } => {
                let prediction = Text::with_pages(&prediction.latex, &prediction.pages);
                SystemScores::of(*missing, assess(&prediction, compilation.as_ref()))
            }
            Cell::Scored {
                sample,
                missing,
                values,
                undefined,
                counts,
                suspicions,
                errors,
            } => {
                let scored = known(*sample).unwrap_or_else(|| Scored {
                    scores: self.scores(values, undefined),
                    counts: counts.clone(),
                    error_types: errors.iter().map(finding).collect(),
                    suspicions: suspicions.iter().map(|kind| Suspicion::bare(*kind)).collect(),
                    ..Scored::default()
                });
                SystemScores::of(*missing, Ok(scored))
            }
        };
        Some(SampleScores {
            id: case.id.clone(),
            document: case.document.clone(),
            content: None,
            tags: case.tags.clone(),
            reference_compilation: case.reference_compilation.clone(),
            systems: case.cells.iter().map(scores).collect(),
        })
    }

    fn scores(&self, values: &[Option<f64>], undefined: &[usize]) -> Vec<Score> {
        let mut undefined = undefined.iter();
        let outcome = |value: &Option<f64>| match value {
            Some(value) => Some(Outcome::Defined {
                value: *value,
                ratio: None,
            }),
            None => {
                let reason = undefined.next()?.checked_sub(1)?;
                let reason = self.reasons.get(reason)?.clone();
                Some(Outcome::Undefined { reason })
            }
        };
        let outcomes = values.iter().map(outcome).collect::<Vec<_>>();
        let score = |(metric, outcome): (&String, Option<Outcome>)| {
            Some(Score {
                metric: metric.clone(),
                outcome: outcome?,
                summary: String::new(),
                spans: Vec::new(),
                unlisted: 0,
            })
        };
        self.metrics.iter().zip(outcomes).filter_map(score).collect()
    }
}

fn finding((error_type, found): &(ErrorType, Option<bool>)) -> ErrorFinding {
    ErrorFinding {
        error_type: *error_type,
        judgement: match found {
            Some(true) => Judgement::Found { why: String::new() },
            Some(false) => Judgement::NotFound,
            None => Judgement::NotJudged { reason: String::new() },
        },
        spans: Vec::new(),
    }
}
