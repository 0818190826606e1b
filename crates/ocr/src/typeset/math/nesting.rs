//! How deep a row stands in a formula.

/// Formulas nested deeper are written as one row.
const MAX_DEPTH: usize = 24;

/// The place of a row in the formula around it. Each kind of structure takes its parts apart one level further in
/// (`structure` has the methods that do so).
#[derive(Debug, Clone, Copy)]
pub(super) struct Nesting {
    /// The em of the text around the formula.
    pub(super) em: f32,
    depth: usize,
}

impl Nesting {
    /// The formula itself.
    pub(super) fn outermost(em: f32) -> Self {
        Self { em, depth: 0 }
    }

    /// A part of what stands here.
    pub(super) fn inner(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }

    /// Whether nothing is taken apart any more.
    pub(super) fn is_too_deep(self) -> bool {
        self.depth >= MAX_DEPTH
    }
}
