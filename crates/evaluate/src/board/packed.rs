//! The scores of a board without the words beside them, and what is still to be scored: small enough to be handed over as a whole.

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
    /// What a sample is.
    pub kind: Kind,
    /// Settings of the metrics that are not the default, by name.
    pub settings: BTreeMap<String, String>,
    /// The dataset that the samples are of, where there are others besides.
    pub dataset: Option<String>,
    /// Names of the systems.
    pub systems: Vec<String>,
    /// Ids of the metrics, in the order of the registry.
    pub metrics: Vec<String>,
    /// Why metrics are not defined, each reason once.
    pub reasons: Vec<String>,
    /// In the order of their first samples.
    pub cases: Vec<Case>,
    /// Whether predictions were compiled: then a missing one has no page that compiles.
    pub is_compiled: bool,
    /// Samples that were left out because not all systems have a prediction of them; none if nobody asked for that.
    pub left_out: Option<usize>,
}

/// One sample, with the cells of all systems.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Case {
    /// Names it.
    pub id: String,
    /// The document it comes from; its own id where there is none.
    pub document: String,
    /// What else is known of it.
    pub tags: BTreeMap<String, String>,
    /// Its reference, where a system's prediction is missing in whole or in part.
    pub reference: Option<Paged>,
    /// What the engine says of the reference, where that is there, without the list of errors.
    pub reference_compilation: Option<Compilation>,
    /// In the order of the systems.
    pub cells: Vec<Cell>,
}

/// A text of one page or several.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Paged {
    /// LaTeX.
    pub latex: String,
    /// Byte ranges of its pages.
    pub pages: Vec<Range<usize>>,
}

/// Values of a prediction that a [`PackedBoard`] has no scores of, as [`MISSING`](crate::MISSING) says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AbsentValues {
    /// The sample, by its place in [`PackedBoard::cases`].
    pub case: u32,
    /// The system, by its place in [`PackedBoard::systems`].
    pub system: u32,
    /// In the order of [`PackedBoard::metrics`]; none where the metric is not defined.
    pub values: Vec<Option<f64>>,
}

/// What is known of a system's prediction for a sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// There is none.
    Missing,
    /// It cannot be scored, and counts as missing.
    Failed {
        /// As [`Entry::sample`](super::Entry::sample).
        sample: u32,
        /// Why.
        message: String,
    },
    /// It is a document without some of its pages, which is scored anew with these as empty ones.
    Partial {
        /// As [`Entry::sample`](super::Entry::sample).
        sample: u32,
        /// With the empty pages in their places.
        prediction: Paged,
        /// How many these are.
        missing: usize,
        /// The engine's verdict, without the list of errors.
        compilation: Option<Compilation>,
    },
    /// It was scored.
    Scored {
        /// As [`Entry::sample`](super::Entry::sample).
        sample: u32,
        /// How many of its pages are blank, or 1 if all of it is.
        missing: usize,
        /// In the order of [`PackedBoard::metrics`]; none where the metric is not defined.
        values: Vec<Option<f64>>,
        /// Why not, for those without a value in their order: places in [`PackedBoard::reasons`] from 1, and 0 where the metric
        /// was not computed.
        undefined: Vec<usize>,
        /// For the metrics that are pooled over a corpus.
        counts: Vec<Counts>,
        /// Signs that it was made for the metrics.
        suspicions: Vec<SuspicionKind>,
        /// Error types that were looked for, and whether they were found; none where that could not be judged.
        errors: Vec<(ErrorType, Option<bool>)>,
    },
}

impl Cell {
    /// The sample it comes from, as [`Entry::sample`](super::Entry::sample).
    #[must_use]
    pub fn sample(&self) -> Option<u32> {
        match self {
            Self::Missing => None,
            Self::Failed { sample, .. } | Self::Partial { sample, .. } | Self::Scored { sample, .. } => Some(*sample),
        }
    }

    /// The value of a metric, by its place in [`PackedBoard::metrics`].
    #[must_use]
    pub fn value(&self, metric: usize) -> Option<f64> {
        match self {
            Self::Scored { values, .. } => values.get(metric).copied().flatten(),
            Self::Missing | Self::Failed { .. } | Self::Partial { .. } => None,
        }
    }

    /// Whether the system has a prediction of all of the sample.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        matches!(self, Self::Scored { missing: 0, .. })
    }
}

impl PackedBoard {
    /// Of one dataset of several.
    #[must_use]
    pub fn of_dataset(self, dataset: Option<String>) -> Self {
        Self { dataset, ..self }
    }

    /// The samples that every system covers, and nothing else.
    #[must_use]
    pub fn common(mut self) -> Self {
        let before = self.cases.len();
        self.cases.retain(|case| case.cells.iter().all(Cell::is_covered));
        self.left_out = Some(before - self.cases.len() + self.left_out.unwrap_or_default());
        self
    }

    /// How many samples every system covers.
    #[must_use]
    pub fn common_count(&self) -> usize {
        let is_common = |case: &&Case| case.cells.iter().all(Cell::is_covered);
        self.cases.iter().filter(is_common).count()
    }

    /// What the scores were made with.
    #[must_use]
    pub fn scorer<'s>(&self, settings: &'s Settings) -> Scorer<'s> {
        match self.metrics.as_slice() {
            // Nothing was scored.
            [] => Scorer::new(self.kind, settings),
            metrics => Scorer::only(self.kind, settings, metrics).unwrap_or_else(|_| Scorer::new(self.kind, settings)),
        }
    }

    /// The board, with what is missing scored by the [scorer](Self::scorer).
    #[must_use]
    pub fn unpack(&self, scorer: &Scorer<'_>) -> Board {
        let samples = (0..self.cases.len()).filter_map(|case| self.unpack_case(case, scorer, |_| None));
        self.board(samples.collect())
    }

    /// A board of samples that were [unpacked one by one](Self::unpack_case), all of them in their order.
    #[must_use]
    pub fn board(&self, samples: Vec<SampleScores>) -> Board {
        Board {
            kind: self.kind,
            systems: self.systems.clone(),
            samples,
            dataset: self.dataset.clone(),
            left_out: self.left_out,
        }
    }

    /// The values of what is not scored here, a missing prediction above all, from the board that was made of this one.
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

    /// One of the samples, by its place in [`cases`](Self::cases), for those who cannot wait for all. `known` gives all that is
    /// known of a prediction that was scored, where more than values are wanted.
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
