//! Printed values, recalculated where their tables allow it.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use texlens_leaderboard::{Leaderboard, Row, printed};

fn board(id: &str) -> Leaderboard {
    printed(id)
        .find(|board| board.id == id)
        .unwrap_or_else(|| panic!("{id}"))
}

fn number(board: &Leaderboard, row: &Row, column: &str) -> f64 {
    let at = board.column(column).unwrap();
    row.values[at].as_ref().unwrap().number
}

/// Groups and their members.
const GROUPS: [(&str, [&str; 3]); 3] = [
    ("structural", ["sa", "cc", "rv"]),
    ("usability", ["ds", "baseline", "csr"]),
    ("fidelity", ["ctp", "fa", "ta"]),
];

/// Rows whose printed Overall is not the mean of their nine metrics, rounded to one decimal: by up to 0.16.
const OTHER_OVERALL: [&str; 4] = [
    "Qwen3-VL-8B",
    "Infinity-Parser-7B",
    "Phi-3.5-vision",
    "w.o. End-to-End Usability",
];

#[test]
fn groups_and_overall_of_texocr_are_means_of_their_columns() {
    // Printed values are rounded to 0.1, and so is the mean.
    let near = |a: f64, b: f64| (a - b).abs() <= 0.0501;
    let mut others = Vec::new();
    for id in ["texocr-table-2", "texocr-table-5"] {
        let board = board(id);
        for row in &board.rows {
            let mut all = 0.0;
            for (group, members) in GROUPS {
                let sum: f64 = members.iter().map(|member| number(&board, row, member)).sum();
                all += sum;
                assert!(
                    near(sum / 3.0, number(&board, row, group)),
                    "{id}: {} {group}",
                    row.system
                );
            }
            let printed = number(&board, row, "overall");
            if !near(all / 9.0, printed) {
                others.push(row.system.as_str().to_owned());
                assert!((all / 9.0 - printed).abs() < 0.16, "{}", row.system);
            }
        }
    }
    assert_eq!(others, OTHER_OVERALL);
}

#[test]
fn the_rows_of_texocr_are_those_that_the_metrics_are_tested_with() {
    let quoted = include_str!("../../metrics/tests/data/texocr_tables.tsv");
    let lines = quoted.lines().filter(|line| !line.starts_with(['#', 't']));
    let mut rows = ["texocr-table-2", "texocr-table-5"].map(|id| board(id).rows.into_iter());
    for line in lines {
        let mut cells = line.split('\t');
        let table = usize::from(cells.next() == Some("5"));
        let row = rows[table].next().unwrap();
        // The first row of table 5 has its name of table 2.
        let name = cells.next().map(|name| {
            if name == "SFT+RLVR" {
                "TEXOCR (SFT + RLVR)"
            } else {
                name
            }
        });
        assert_eq!(name, Some(row.system.as_str()));
        assert!(cells.eq(row.values.iter().map(|value| value.as_ref().unwrap().shown.as_str())));
    }
    assert!(rows.iter_mut().all(|rows| rows.next().is_none()));
}

#[test]
fn table_4_of_texocr_repeats_table_2() {
    let (main, ways) = (board("texocr-table-2"), board("texocr-table-4"));
    for row in &ways.rows {
        let same = main.rows.iter().find(|other| other.system == row.system).unwrap();
        assert_eq!(number(&ways, row, "overall"), number(&main, same, "overall"));
    }
}

#[test]
fn the_average_of_texbleu_is_the_mean_of_four_correlations() {
    let board = board("texbleu-table-1");
    for row in &board.rows {
        let four = ["h1_pearson", "h1_spearman", "h2_pearson", "h2_spearman"];
        let mean: f64 = four.iter().map(|id| number(&board, row, id)).sum::<f64>() / 4.0;
        assert!(
            (mean - number(&board, row, "average")).abs() <= 0.0051,
            "{}",
            row.system
        );
    }
}

/// Reports whether a mean over all formulas can have these printed values, which are rounded to 0.01.
fn is_weighted_mean(all: f64, inline: (f64, f64), display: (f64, f64)) -> bool {
    let mean = (inline.0 * inline.1 + display.0 * display.1) / (inline.1 + display.1);
    (mean - all).abs() <= 0.0101
}

/// Rows of 2025 that could also be means over formulas, within their digits.
const NEAR_MEANS: [&str; 3] = ["MonkeyOCR-pro-3B", "MinerU2.5", "DeepSeek-OCR"];

#[test]
fn scores_of_2026_are_means_over_formulas_and_those_of_2025_are_not() {
    let now = board("pdf-parse-bench-2026-q1-formulas");
    for row in &now.rows {
        let [all, inline, display] = ["judge", "judge_inline", "judge_display"].map(|id| number(&now, row, id));
        assert!(
            is_weighted_mean(all, (inline, 1413.0), (display, 657.0)),
            "{}",
            row.system
        );
    }
    let paper = board("pdf-parse-bench-2025-q4");
    let values = |row: &Row| {
        ["judge_by_page", "judge_inline_by_page", "judge_display_by_page"].map(|id| number(&paper, row, id))
    };
    let is_mean = |row: &&Row| {
        let [all, inline, display] = values(row);
        is_weighted_mean(all, (inline, 1411.0), (display, 641.0))
    };
    let means = paper.rows.iter().filter(is_mean).map(|row| row.system.as_str());
    assert_eq!(means.collect::<Vec<_>>(), NEAR_MEANS);
    assert_eq!(paper.rows.len(), 21);
    // A mean cannot be above both of its parts. The first rows are, since one page counted as 0 in Display.
    let above: Vec<&str> = (paper.rows.iter())
        .filter(|row| {
            let [all, inline, display] = values(row);
            all > inline.max(display)
        })
        .map(|row| row.system.as_str())
        .collect();
    assert!(
        above.contains(&"Qwen3-VL-235B-A22B-Instruct") && above.contains(&"Gemini 3 Pro"),
        "{above:?}"
    );
}

#[test]
fn tables_of_2026_lie_between_the_means_of_their_kinds() {
    let board = board("pdf-parse-bench-2026-q1-tables");
    for row in &board.rows {
        let all = number(&board, row, "judge_tables");
        let kinds = ["judge_simple", "judge_moderate", "judge_complex"].map(|id| number(&board, row, id));
        let (low, high) = kinds.iter().fold((10.0_f64, 0.0_f64), |(low, high), kind| {
            (low.min(*kind), high.max(*kind))
        });
        assert!((low..=high).contains(&all), "{}", row.system);
    }
}
