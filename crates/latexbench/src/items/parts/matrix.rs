//! A matrix.

use super::part::{Part, Setting};
use crate::requirement::{Fence, Matrix, Requirement};

/// In round brackets.
pub(super) fn round(setting: &mut Setting<'_>) -> Part {
    part(setting, Fence::Round, "round brackets", "pmatrix")
}

/// In square brackets, or a determinant.
pub(super) fn square(setting: &mut Setting<'_>) -> Part {
    if setting.choices.chance(1, 2) {
        part(setting, Fence::Square, "square brackets", "bmatrix")
    } else {
        part(setting, Fence::Lines, "vertical lines, as a determinant", "vmatrix")
    }
}

fn part(setting: &mut Setting<'_>, fence: Fence, brackets: &str, environment: &str) -> Part {
    let (rows, columns) = (2 + setting.choices.below(3), 2 + setting.choices.below(3));
    let columns = if fence == Fence::Lines { rows } else { columns };
    let entries: Vec<Vec<String>> = (0..rows)
        .map(|_| {
            (0..columns)
                .map(|_| (setting.choices.below(19) as i64 - 9).to_string())
                .collect()
        })
        .collect();
    let described: Vec<String> = entries.iter().map(|row| row.join(", ")).collect();
    let ask = format!(
        "Display the matrix in {brackets} with the rows: {}.",
        described.join("; ")
    );
    let lines: Vec<String> = entries
        .iter()
        .map(|row| format!("{}{}", setting.style.indent, row.join(" & ")))
        .collect();
    let latex = format!(
        "\\[\n\\begin{{{environment}}}\n{}\n\\end{{{environment}}}\n\\]\n",
        lines.join(" \\\\\n")
    );
    Part {
        packages: vec!["amsmath"],
        ..Part::new(ask, Requirement::Matrix(Matrix { entries, fence }), latex)
    }
}
