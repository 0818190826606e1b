//! The matrix of samples and systems.

use texlens_metrics::info;
use texlens_report::ResultTable;

use crate::matrix::Matrix;
use crate::state::MatrixChoice;
use crate::words::compare::difference;
use crate::words::compare::numbers::{decimal, signed};
use crate::words::matrix as words;

/// Returns all shown rows of the matrix: first the means, then the samples. With a baseline, each other system has a
/// second column with its differences.
#[must_use]
pub fn matrix(matrix: &Matrix, shown: &[usize], means: Option<&[Option<f64>]>, choice: &MatrixChoice) -> ResultTable {
    let baseline = choice.baseline.as_deref().and_then(|name| matrix.system(name));
    let is_compared = |system: usize| baseline.is_some_and(|baseline| baseline != system);
    let mut head = vec![words::SAMPLE.to_owned()];
    for (system, name) in matrix.systems.iter().enumerate() {
        head.push(name.clone());
        if let Some(baseline) = baseline.filter(|_| is_compared(system)) {
            head.push(difference(
                name,
                matrix.systems.get(baseline).map_or("", String::as_str),
            ));
        }
    }
    let number = |value: Option<f64>| value.map_or_else(|| ResultTable::NONE.to_owned(), decimal);
    let row = |name: &str, value: &dyn Fn(usize) -> (String, Option<f64>)| {
        let mut cells = vec![name.to_owned()];
        for system in 0..matrix.systems.len() {
            let (text, its) = value(system);
            cells.push(text);
            if let Some(baseline) = baseline.filter(|_| is_compared(system)) {
                let change = its.zip(value(baseline).1).map(|(value, base)| value - base);
                cells.push(change.map_or_else(|| ResultTable::NONE.to_owned(), signed));
            }
        }
        cells
    };
    let of_means = means.map(|means| {
        row(words::MEAN, &|system| {
            let mean = means.get(system).copied().flatten();
            (number(mean), mean)
        })
    });
    let of_samples = shown.iter().filter_map(|index| {
        let name = &matrix.rows.get(*index)?.name;
        Some(row(name, &|system| match matrix.cell(*index, system) {
            Some(cell) => (words::plain(cell), cell.value),
            None => (ResultTable::NONE.to_owned(), None),
        }))
    });
    ResultTable {
        title: info(matrix.metric).map_or_else(|| matrix.metric.to_owned(), |info| info.name.to_owned()),
        head,
        texts: 1,
        rows: of_means.into_iter().chain(of_samples).collect(),
        notes: Vec::new(),
    }
}
