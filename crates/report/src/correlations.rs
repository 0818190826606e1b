//! Correlations as a table for programs: the data of the figure [`agreement`](crate::plot::agreement).

use texlens_evaluate::{Coefficient, Correlations, RATINGS};

use crate::ReportError;
use crate::spreadsheet::{as_text, csv};

/// The columns of [`correlations_to_csv`].
const COLUMNS: [&str; 9] = [
    "of",
    "with",
    "lower_is_better",
    "items",
    "coefficient",
    "value",
    "low",
    "high",
    "reason",
];

/// Writes a line for each coefficient of each pair, then of each two groups of raters: its value with the 95 %
/// interval, or the reason why it is undefined.
///
/// # Errors
/// If the table cannot be written; see [`ReportError::Inconsistent`].
pub fn correlations_to_csv(correlations: &Correlations) -> Result<String, ReportError> {
    csv(|writer| {
        writer.write_record(COLUMNS)?;
        for pair in correlations.all_pairs() {
            for coefficient in pair.coefficients() {
                let lower = pair.lower_is_better.to_string();
                writer.write_record(line([&pair.of, &pair.with, &lower], pair.items, coefficient))?;
            }
        }
        for between in &correlations.between {
            let [first, second] = [&between.first, &between.second].map(|name| format!("{RATINGS} of {name}"));
            for coefficient in between.coefficients() {
                writer.write_record(line([&first, &second, "false"], between.pairs, coefficient))?;
            }
        }
        Ok(())
    })
}

/// Returns the cells of a coefficient.
fn line(
    [of, with, lower_is_better]: [&str; 3],
    items: usize,
    (name, coefficient): (&str, &Coefficient),
) -> [Vec<u8>; COLUMNS.len()] {
    let [value, low, high, reason] = match coefficient {
        Coefficient::Defined(estimate) => {
            let interval = estimate.interval;
            let [value, low, high] = [estimate.value, interval.low, interval.high].map(|n| n.to_string());
            [value, low, high, String::new()]
        }
        Coefficient::Undefined { reason } => [String::new(), String::new(), String::new(), reason.clone()],
    };
    let items = items.to_string();
    [of, with, lower_is_better, &items, name, &value, &low, &high, &reason].map(|cell| as_text(cell).into_owned())
}
