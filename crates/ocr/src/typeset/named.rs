//! What a named place of a PDF file says about the line below it.

/// What stands below a named place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// A heading that stands alone in its line.
    Heading,
    /// An entry of the bibliography.
    Entry,
}
