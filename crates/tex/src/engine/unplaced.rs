//! Errors that the engine meets at the end of the file, where it has no line to show. It was looking for the end of an
//! argument that begins earlier, and the instant check knows where.

use texlens_latex::{Diagnostic, check};
use texlens_vocabulary::TexError;

use super::placement::Placement;

/// Gives an error without a position that of the check's first finding of the same class.
pub(crate) fn settle(error: &mut TexError, placement: &Placement<'_>) {
    let is_same = |found: &Diagnostic| found.class == error.diagnostic.class;
    let Some(range) = check(placement.text())
        .into_iter()
        .find(is_same)
        .and_then(|found| found.range)
    else {
        return;
    };
    let place = placement.at_offset(range.start);
    error.line = Some(place.line);
    error.column = Some(place.column);
    error.diagnostic.range = Some(range);
}
