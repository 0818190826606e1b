//! Which samples are listed.

use texlens_evaluate::{ErrorType, Kind};
use texlens_metrics::{Score, headlines};

use super::{Reading, Sample, Scoring};

/// Which samples are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    /// All of them.
    #[default]
    All,
    /// Those whose prediction is not what the reference is.
    Different,
    /// Those whose prediction the engine refuses.
    NotCompiling,
    /// Those that could not be read or scored.
    Failed,
    /// Those of which systems say things of different quality: their values of the main metric are at least 0.1 apart.
    Disputed,
    /// Those that one similarity finds good and another one bad.
    MetricsDisagree,
    /// Those that a person has marked or written about.
    Marked,
    /// Those with an error of this type.
    ErrorType(ErrorType),
}

/// Values of two similarities that differ by so much contradict each other.
const CONTRADICTION: f64 = 0.4;

/// The metric that stands for a kind of sample in a list.
#[must_use]
pub fn main_metric(kind: Kind) -> &'static str {
    headlines(kind).first().map_or("", |info| info.id)
}

/// So many headlines are similarities that would be expected to agree: of symbols, of their order, of words.
const SIMILARITIES: usize = 3;

impl Filter {
    /// All filters, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        // The failure to compile is the engine's verdict, which is known of samples without a reference as well.
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

    /// As it is written in addresses.
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

    /// Whether a sample is one of them, as far as it alone tells: of [`Self::Disputed`] those that can be.
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
    /// Its value of the metric that stands for its kind.
    #[must_use]
    pub fn main_value(&self) -> Option<f64> {
        self.score(main_metric(self.kind)).and_then(Score::value)
    }

    /// Whether its scores tell the prediction from the reference.
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
