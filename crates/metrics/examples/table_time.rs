//! Times TEDS on tables of given sizes, with a prediction in which every seventh cell is wrong and two rows are lost.
//! Prints a line for each size: rows, columns, different contents of cells, value, seconds.
//!
//! `cargo run --release -p texlens-metrics --example table_time`

#![allow(clippy::print_stdout, reason = "whoever runs it reads what it says")]

use std::time::Instant;

use texlens_latex::Outline;
use texlens_metrics::{Evidence, Input, Settings, Shared, metric};

/// Rows, columns, and the number of different contents of cells.
const SIZES: [(usize, usize, usize); 5] = [
    (10, 5, 1000),
    (100, 20, 1000),
    (100, 20, 100_000),
    (1000, 10, 1000),
    (1000, 10, 7000),
];

fn main() {
    for (rows, columns, contents) in SIZES {
        let reference = table(rows, columns, |cell| cell * 7919 % contents);
        let wrong = |cell: usize| if cell.is_multiple_of(7) { cell * 31 } else { cell * 7919 };
        let prediction = table(rows, columns, |cell| wrong(cell + 2 * columns) % contents);
        let started = Instant::now();
        let value = score(&reference, &prediction);
        let seconds = started.elapsed().as_secs_f64();
        println!("{rows} {columns} {contents}: {value:?} in {seconds:.3} s");
    }
}

fn table(rows: usize, columns: usize, number: impl Fn(usize) -> usize) -> String {
    let row = |row: usize| {
        let cells = (0..columns).map(|column| format!("{:.3}", number(row * columns + column) as f64 / 8.0));
        cells.collect::<Vec<_>>().join(" & ")
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("\\begin{{tabular}}{{l}}\n{}\n\\end{{tabular}}", rows.join(" \\\\\n"))
}

fn score(reference: &str, prediction: &str) -> Option<f64> {
    let (reference_page, prediction_page) = (0..reference.len(), 0..prediction.len());
    let input = Input {
        reference: &Outline::of(reference),
        prediction: &Outline::of(prediction),
        reference_pages: std::slice::from_ref(&reference_page),
        prediction_pages: std::slice::from_ref(&prediction_page),
        evidence: &Evidence::default(),
        settings: &Settings::default(),
        scores: &[],
        shared: &Shared::default(),
    };
    metric("teds")?.score(&input).value()
}
