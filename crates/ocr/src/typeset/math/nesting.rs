//! The depth of a row in a formula.

/// Deepest row that is analysed; deeper formulas are written as one row.
const MAX_DEPTH: usize = 24;

/// The position of a row in the formula around it. Each kind of structure analyses its parts one level deeper (the
/// methods are in `structure`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Nesting {
    /// The em of the text around the formula.
    pub(super) em: f32,
    depth: usize,
}

impl Nesting {
    /// Returns the nesting of the formula itself.
    pub(super) fn outermost(em: f32) -> Self {
        Self { em, depth: 0 }
    }

    /// Returns the nesting of a part of this row.
    pub(super) fn inner(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }

    /// Reports whether the row is too deep to be analysed.
    pub(super) fn is_too_deep(self) -> bool {
        self.depth >= MAX_DEPTH
    }
}
