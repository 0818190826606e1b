//! Texts with parts replaced.

use std::ops::Range;

/// Returns a text with byte ranges replaced. The ranges are in order and do not overlap. Takes linear time.
///
/// ```
/// assert_eq!(texlens_latex::replaced("a + b", [(0..1, "x"), (4..5, "yz")]), "x + yz");
/// ```
#[must_use]
pub fn replaced(text: &str, changes: impl IntoIterator<Item = (Range<usize>, impl AsRef<str>)>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    for (range, new) in changes {
        result.push_str(text.get(from..range.start).unwrap_or_default());
        result.push_str(new.as_ref());
        from = range.end;
    }
    result.push_str(text.get(from..).unwrap_or_default());
    result
}
