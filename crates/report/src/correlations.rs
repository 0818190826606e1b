//! Correlations as a table for programs: the data of the figure [`agreement`](crate::plot::agreement).

use texlens_evaluate::{Coefficient, Correlations};

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

/// Writes a line for each coefficient of each pair: its value with the 95 % interval, or the reason why it is undefined.
///
/// # Errors
/// If the table cannot be written; see [`ReportError::Inconsistent`].
pub fn correlations_to_csv(correlations: &Correlations) -> Result<String, ReportError> {
    csv(|writer| {
        writer.write_record(COLUMNS)?;
        for pair in &correlations.pairs {
            let coefficients = [
                ("pearson", &pair.pearson),
                ("spearman", &pair.spearman),
                ("kendall", &pair.kendall),
            ];
            for (name, coefficient) in coefficients {
                let [value, low, high, reason] = match coefficient {
                    Coefficient::Defined(estimate) => {
                        let interval = estimate.interval;
                        let [value, low, high] = [estimate.value, interval.low, interval.high].map(|n| n.to_string());
                        [value, low, high, String::new()]
                    }
                    Coefficient::Undefined { reason } => [String::new(), String::new(), String::new(), reason.clone()],
                };
                let (lower, items) = (pair.lower_is_better.to_string(), pair.items.to_string());
                let cells = [&pair.of, &pair.with, &lower, &items, name, &value, &low, &high, &reason];
                writer.write_record(cells.map(as_text))?;
            }
        }
        Ok(())
    })
}
