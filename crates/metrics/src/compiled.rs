//! The verdict of a TeX engine, as far as metrics need it.

use std::ops::Range;

/// What a TeX engine says of a prediction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// Exit status 0 in nonstop mode, and at least one page.
    pub compiles: bool,
    /// Whether the engine gave up before the end.
    pub fatal: bool,
    /// Pages that came out.
    pub pages: u32,
    /// Number of errors.
    pub errors: usize,
    /// The first errors: the bytes of the prediction that are to blame, where known, and what is wrong.
    pub listed: Vec<(Option<Range<usize>>, String)>,
}
