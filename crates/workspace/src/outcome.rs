//! What an import will do once the person confirms it.

use texlens_dataset::Overview;

use crate::messages::import::Summary;

/// One thing that an import does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Opens saved evaluations.
    Open {
        /// Their number.
        evaluations: usize,
    },
    /// Scores predictions.
    Score {
        /// Number of pages.
        pages: usize,
        /// Number of formulas.
        formulas: usize,
        /// Number of documents in one text.
        documents: usize,
        /// Number of systems.
        systems: usize,
    },
    /// Runs unit tests on predictions.
    Test {
        /// Number of pages with tests.
        pages: usize,
        /// Number of systems.
        systems: usize,
    },
    /// Reads pages with the built-in OCR.
    Read {
        /// Number of pages.
        pages: usize,
        /// Whether all of them have references, so that they are scored then.
        are_scored: bool,
    },
    /// Adds texts that nothing can be done with yet.
    Add {
        /// Number of references.
        references: usize,
        /// Number of predictions.
        predictions: usize,
    },
    /// Adds people's ratings.
    Rate,
}

impl Outcome {
    /// Returns what an import does, in order. Nothing if there is nothing to import.
    #[must_use]
    pub fn of(summary: &Summary) -> Vec<Self> {
        let Summary {
            overview,
            to_read,
            read_and_scored,
            ..
        } = summary;
        let Overview { scored, .. } = overview;
        let predictions = overview.systems.iter().map(|system| system.predictions).sum();
        let systems = overview.systems.iter().filter(|system| system.predictions > 0).count();
        let open = Self::Open {
            evaluations: overview.reports,
        };
        let score = Self::Score {
            pages: scored.pages,
            formulas: scored.formulas,
            documents: scored.documents,
            systems: scored.systems,
        };
        let test = Self::Test {
            pages: overview.tested,
            systems,
        };
        let read = Self::Read {
            pages: *to_read,
            are_scored: *read_and_scored == *to_read,
        };
        let outcomes: Vec<Self> = [
            (overview.reports > 0, open),
            (overview.pairs > 0, score),
            (overview.tested > 0 && predictions > 0 && overview.pairs == 0, test),
            (*to_read > 0, read),
        ]
        .into_iter()
        .filter_map(|(is_done, outcome)| is_done.then_some(outcome))
        .collect();
        if !outcomes.is_empty() {
            return outcomes;
        }
        let add = Self::Add {
            references: overview.references,
            predictions,
        };
        let is_text = overview.references + predictions > 0;
        let others = [(is_text, add), (overview.ratings > 0, Self::Rate)];
        others
            .into_iter()
            .filter_map(|(is_done, outcome)| is_done.then_some(outcome))
            .collect()
    }

    /// Returns whether the person gains something by confirming, so that the button may have the focus: something is
    /// done, and no guess has to be checked first.
    #[must_use]
    pub fn is_useful(summary: &Summary) -> bool {
        let outcomes = Self::of(summary);
        let is_done = |outcome: &Self| !matches!(outcome, Self::Add { .. });
        !summary.needs_columns() && outcomes.iter().any(is_done)
    }
}
