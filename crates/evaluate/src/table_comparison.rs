//! The tables of two texts, compared cell by cell.

use texlens_latex::Outline;
use texlens_metrics::{Settings, Side, TableComparison, compare_tables};

use crate::input::{InputError, check_length};

/// Returns the tables of two texts in pairs, as the metric `teds` compares them: first the tables of the reference in
/// order, then those of the prediction without a partner.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn table_comparisons(
    reference: &str,
    prediction: &str,
    settings: &Settings,
) -> Result<Vec<TableComparison>, InputError> {
    check_length(Side::Reference, reference)?;
    check_length(Side::Prediction, prediction)?;
    Ok(compare_tables(
        &Outline::of(reference),
        &Outline::of(prediction),
        settings,
    ))
}
