//! Filters of the list of samples.

use texlens_evaluate::{ErrorType, Kind};
use texlens_metrics::{Score, headlines};

use super::{Reading, Sample, Scoring};

/// A filter of the list of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    /// All samples.
    #[default]
    All,
    /// Samples whose prediction differs from the reference.
    Different,
    /// Samples whose prediction does not compile, by the engine's verdict.
    NotCompiling,
    /// Samples that could not be read or scored.
    Failed,
    /// Samples on which systems differ: their values of the main metric are at least 0.1 apart.
    Disputed,
    /// Samples that one similarity rates as good and another as bad.
    MetricsDisagree,
    /// Samples that the person has tagged or commented on.
    Marked,
    /// Samples with an error of this type.
    ErrorType(ErrorType),
}

/// Values of two similarities that differ by at least this much contradict each other.
const CONTRADICTION: f64 = 0.4;

/// Returns the main metric of a kind of sample.
#[must_use]
pub fn main_metric(kind: Kind) -> &'static str {
    headlines(kind).first().map_or("", |info| info.id)
}

/// Number of headline metrics that are similarities and expected to agree: of symbols, of their order, of words.
const SIMILARITIES: usize = 3;

impl Filter {
    /// Returns all filters, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        // Compilation failures have their own filter: the engine's verdict is known for samples without a reference as
        // well.
        let types = ErrorType::ALL
            .into_iter()
            .filter(|one| *one != ErrorType::CompilationFailure);
        [
            Self::All,
            Self::Different,
            Self::NotCompiling,
            Self::Failed,
            Self::Disputed,
            Self::MetricsDisagree,
            Self::Marked,
        ]
        .into_iter()
        .chain(types.map(Self::ErrorType))
    }

    /// Returns the filter's id in addresses.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Different => "different",
            Self::NotCompiling => "not_compiling",
            Self::Failed => "failed",
            Self::Disputed => "systems_disagree",
            Self::MetricsDisagree => "metrics_disagree",
            Self::Marked => "marked",
            Self::ErrorType(error_type) => error_type.info().id,
        }
    }

    /// Returns whether the filter admits a sample, as far as that sample alone can tell. [`Self::Disputed`] admits all
    /// samples that may be disputed.
    #[must_use]
    pub fn admits(self, sample: &Sample) -> bool {
        match self {
            Self::All => true,
            Self::Different => sample.is_different(),
            Self::NotCompiling => sample.compilation().is_some_and(|compilation| !compilation.compiles),
            Self::Failed => {
                matches!(sample.reading, Reading::Failed { .. }) || matches!(sample.scoring, Scoring::Failed { .. })
            }
            Self::Disputed => sample.main_value().is_some(),
            Self::MetricsDisagree => sample.has_contradiction(),
            Self::Marked => !sample.comment.is_empty() || sample.tags.values().any(String::is_empty),
            Self::ErrorType(error_type) => sample.error_types().any(|found| found.error_type == error_type),
        }
    }
}

impl Sample {
    /// Returns the sample's value of the main metric of its kind.
    #[must_use]
    pub fn main_value(&self) -> Option<f64> {
        self.score(main_metric(self.kind)).and_then(Score::value)
    }

    /// Returns whether the scores show that the prediction differs from the reference.
    fn is_different(&self) -> bool {
        let Some(scored) = &self.scored else { return false };
        let is_perfect = |metric: &str| {
            self.score(metric)
                .and_then(Score::value)
                .is_none_or(|value| value >= 1.0)
        };
        match self.kind {
            Kind::Formula => !is_perfect("exact"),
            Kind::Page | Kind::Document => !is_perfect("ds") || scored.formulas.iter().any(|pair| !pair.exact),
        }
    }

    fn has_contradiction(&self) -> bool {
        let similarities = headlines(self.kind).into_iter().take(SIMILARITIES);
        let values = similarities.filter_map(|info| self.score(info.id)?.value());
        let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        most - least >= CONTRADICTION
    }
}
