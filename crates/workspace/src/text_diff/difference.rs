//! The differences of two texts, and the order in which one steps through them.

use std::cmp::Reverse;
use std::ops::Range;

/// A place at which the two texts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// How the texts differ.
    pub kind: DifferenceKind,
    /// Byte range in the reference, possibly empty.
    pub reference: Range<usize>,
    /// Byte range in the prediction, possibly empty.
    pub prediction: Range<usize>,
    /// The number of the difference at the other end of a move.
    pub elsewhere: Option<usize>,
}

/// How two texts differ at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DifferenceKind {
    /// The reference has text that the prediction lacks.
    Missing,
    /// The prediction has text that the reference lacks.
    Extra,
    /// Both have text, but not the same.
    Replaced,
    /// The same text stands at another place on the other side.
    Moved,
    /// Both have the same text with other white space. TeX sets it alike.
    Space,
}

/// Which differences are shown, and in which order one steps through them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shown {
    /// Whether differences of white space are shown.
    pub spaces: bool,
    /// Whether the largest difference comes first, instead of the first one in the text.
    pub largest_first: bool,
}

impl Shown {
    /// Returns whether differences of this kind are shown.
    #[must_use]
    pub fn has(self, kind: DifferenceKind) -> bool {
        self.spaces || kind != DifferenceKind::Space
    }
}

impl Difference {
    /// Returns the length of the longer side in bytes.
    fn len(&self) -> usize {
        self.reference.len().max(self.prediction.len())
    }
}

/// Returns the numbers of the shown differences. If the largest one comes first, equally large ones keep their order, and
/// white space comes last.
pub(super) fn order(differences: &[Difference], shown: Shown) -> Vec<usize> {
    let numbered = differences.iter().enumerate();
    let mut numbered: Vec<_> = numbered.filter(|(_, difference)| shown.has(difference.kind)).collect();
    if shown.largest_first {
        numbered.sort_by_key(|(_, difference)| (difference.kind == DifferenceKind::Space, Reverse(difference.len())));
    }
    numbered.into_iter().map(|(number, _)| number).collect()
}
