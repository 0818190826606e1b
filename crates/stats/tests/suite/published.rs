//! Compares the agreement of raters and the strengths of systems with worked examples in the literature.

use texlens_stats::bradley_terry::{Comparisons, Outcome};
use texlens_stats::icc::{self, Form};
use texlens_stats::krippendorff::{self, Level};

fn alpha(items: &[Vec<f64>], level: Level) -> String {
    let items: Vec<&[f64]> = items.iter().map(Vec::as_slice).collect();
    format!("{:.3}", krippendorff::alpha(&items, level).unwrap())
}

/// Turns the rows of observers, in which a dot stands for no rating, into items.
fn observers(rows: &[&str]) -> Vec<Vec<f64>> {
    let row = |row: &&str| row.split_whitespace().map(|cell| cell.parse().ok()).collect();
    let rows: Vec<Vec<Option<f64>>> = rows.iter().map(row).collect();
    let item = |place: usize| rows.iter().filter_map(|row| row[place]).collect();
    (0..rows[0].len()).map(item).collect()
}

/// Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", sections A, B, C and E. The letters a to e of
/// section B are numbers here.
#[test]
fn krippendorff_2011() {
    let binary = observers(&["0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"]);
    assert_eq!(alpha(&binary, Level::Nominal), "0.095");
    let nominal = observers(&["1 1 2 2 4 3 3 3 5 4 4 1", "2 1 2 2 2 3 3 3 5 4 4 4"]);
    assert_eq!(alpha(&nominal, Level::Nominal), "0.692");
    let incomplete = observers(&[
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    ]);
    assert_eq!(alpha(&incomplete, Level::Nominal), "0.743");
    assert_eq!(alpha(&incomplete, Level::Ordinal), "0.815");
    assert_eq!(alpha(&incomplete, Level::Interval), "0.849");
}

/// Shrout and Fleiss (1979), tables 2 and 4: six targets, four judges.
#[test]
fn shrout_and_fleiss_1979() {
    let targets = [
        [9.0, 2.0, 5.0, 8.0],
        [6.0, 1.0, 3.0, 2.0],
        [8.0, 4.0, 6.0, 8.0],
        [7.0, 1.0, 2.0, 6.0],
        [10.0, 5.0, 6.0, 9.0],
        [6.0, 2.0, 4.0, 7.0],
    ];
    let items: Vec<&[f64]> = targets.iter().map(|target| &target[..]).collect();
    let printed = Form::ALL.map(|form| format!("{:.2}", icc::coefficient(&items, form).unwrap()));
    assert_eq!(printed, ["0.17", "0.29", "0.71", "0.44", "0.62", "0.91"]);
}

/// Agresti, Categorical Data Analysis, 2nd edition, table 10.10: the American League's eastern division in 1987. The
/// strengths relative to Baltimore are those of its table and of the package BradleyTerry2 of R.
#[test]
fn agrestis_baseball() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: wins of the row over the column.
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut comparisons = Comparisons::new(7).unwrap();
    for (row, wins) in wins.iter().enumerate() {
        for (column, count) in wins.iter().enumerate().filter(|(column, _)| *column != row) {
            comparisons.add(row, column, Outcome::First, *count).unwrap();
        }
    }
    let strengths = comparisons.strengths().unwrap();
    let relative: Vec<String> = strengths
        .iter()
        .map(|value| format!("{:.4}", value - strengths[6]))
        .collect();
    assert_eq!(
        relative,
        ["1.5814", "1.4364", "1.2945", "1.2476", "1.1077", "0.6839", "0.0000"]
    );
}
