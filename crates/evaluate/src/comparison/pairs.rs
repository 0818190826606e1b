//! The differences of every two systems, sorted by how they are reported.

use texlens_metrics::{Direction, Group, info};

use super::{Comparison, Difference};

/// Two systems and the differences between them.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemPair<'a> {
    /// The first system.
    pub first: &'a str,
    /// The second system.
    pub second: &'a str,
    /// The differences on all metrics.
    pub all: &'a [Difference],
    /// Clear differences that are reported in full: those of TexOCR's metrics, or all if none of these were compared.
    pub told: Vec<&'a Difference>,
    /// Ids of other metrics in which the first system is clearly better.
    pub first_also: Vec<&'a str>,
    /// Ids of other metrics in which the second system is clearly better.
    pub second_also: Vec<&'a str>,
    /// Ids of the metrics without a clear difference.
    pub unclear: Vec<&'a str>,
}

impl Comparison {
    /// Returns every two systems, in the order of the differences.
    pub fn pairs(&self) -> impl Iterator<Item = SystemPair<'_>> {
        SystemPair::all(&self.differences)
    }
}

impl<'a> SystemPair<'a> {
    /// Returns every two systems, in the order of their differences.
    pub fn all(differences: &'a [Difference]) -> impl Iterator<Item = Self> {
        let same_pair = |a: &Difference, b: &Difference| a.first == b.first && a.second == b.second;
        differences.chunk_by(same_pair).filter_map(Self::of)
    }

    /// Sorts the differences of two systems. Returns `None` if there are none.
    #[must_use]
    pub fn of(all: &'a [Difference]) -> Option<Self> {
        let Difference { first, second, .. } = all.first()?;
        let mut pair = Self {
            first,
            second,
            all,
            told: Vec::new(),
            first_also: Vec::new(),
            second_also: Vec::new(),
            unclear: Vec::new(),
        };
        let tell_all = !all.iter().any(is_of_texocr);
        for difference in all {
            let id = difference.metric.as_str();
            match (difference.is_clear, tell_all || is_of_texocr(difference)) {
                (false, _) => pair.unclear.push(id),
                (true, true) => pair.told.push(difference),
                (true, false) if is_first_better(difference) => pair.first_also.push(id),
                (true, false) => pair.second_also.push(id),
            }
        }
        Some(pair)
    }
}

fn is_of_texocr(difference: &Difference) -> bool {
    info(&difference.metric).is_some_and(|info| info.group <= Group::Overall)
}

fn is_first_better(difference: &Difference) -> bool {
    match info(&difference.metric).map(|info| info.direction) {
        Some(Direction::LowerIsBetter) => difference.mean < 0.0,
        _ => difference.mean > 0.0,
    }
}
