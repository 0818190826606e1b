//! Tables as CSV.

use std::borrow::Cow;

use csv::Writer;

use crate::ReportError;

/// Returns the CSV that `write` writes.
///
/// # Errors
/// The error of `write`.
pub fn csv(write: impl FnOnce(&mut Writer<Vec<u8>>) -> Result<(), csv::Error>) -> Result<String, ReportError> {
    let inconsistent = |error: String| ReportError::Inconsistent(error);
    let mut writer = Writer::from_writer(Vec::new());
    write(&mut writer).map_err(|error| inconsistent(error.to_string()))?;
    let bytes = writer.into_inner().map_err(|error| inconsistent(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| inconsistent(error.to_string()))
}

/// Returns a cell that no spreadsheet treats as a formula.
#[must_use]
pub fn as_text(cell: &str) -> Cow<'_, [u8]> {
    let is_number = || cell.parse::<f64>().is_ok_and(f64::is_finite);
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number() {
        Cow::Owned(format!("'{cell}").into_bytes())
    } else {
        Cow::Borrowed(cell.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for formula in [
            "=1+1",
            "+1-1",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "-",
            "-inf",
            "=HYPERLINK(\"http://x\")",
        ] {
            assert_eq!(*as_text(formula), *format!("'{formula}").as_bytes());
        }
        for cell in ["-0.5", "+1e-3", "0.25", "a=b", "", "x-y", "'"] {
            assert_eq!(*as_text(cell), *cell.as_bytes());
        }
    }
}
