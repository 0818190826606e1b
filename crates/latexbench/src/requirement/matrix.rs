//! A matrix.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::grid::Grid;
use crate::view::{View, without_option};

/// The brackets around a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fence {
    /// Round brackets.
    Round,
    /// Square brackets.
    Square,
    /// Vertical lines: a determinant.
    Lines,
}

impl Fence {
    /// Returns amsmath's environment, and the delimiters of an array in its place.
    fn forms(self) -> (&'static str, [&'static str; 3]) {
        match self {
            Self::Round => ("pmatrix", ["\\left(", "\\bigl(", "\\Bigl("]),
            Self::Square => ("bmatrix", ["\\left[", "\\bigl[", "\\Bigl["]),
            Self::Lines => ("vmatrix", ["\\left|", "\\left\\vert", "\\left\\lvert"]),
        }
    }
}

/// A matrix with the given entries in a displayed formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// The entries, row by row.
    pub entries: Vec<Vec<String>>,
    /// The brackets around it.
    pub fence: Fence,
}

impl Matrix {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let (name, delimiters) = self.fence.forms();
        const ALL: [&str; 6] = ["pmatrix", "bmatrix", "vmatrix", "matrix", "array", "smallmatrix"];
        let Some(matrix) = view.environments_of(&ALL).next() else {
            return findings.add(
                ErrorType::Capability,
                view.end(),
                "There is no matrix",
                format!("Use the {name} environment of amsmath"),
            );
        };
        let before = view.source.get(..matrix.range.start).unwrap_or_default().trim_end();
        let is_fenced = match matrix.name {
            "matrix" | "array" | "smallmatrix" => delimiters.iter().any(|delimiter| before.ends_with(delimiter)),
            other => other.trim_end_matches('*') == name,
        };
        let formula = view.formula_around(matrix.range.start);
        if !formula.is_some_and(|formula| formula.display) {
            findings.add(
                ErrorType::Constraint,
                matrix.range.clone(),
                "The matrix does not stand in a displayed formula",
                "Write it between \\[ and \\]",
            );
        }
        if !is_fenced {
            findings.add(
                ErrorType::Constraint,
                matrix.range.clone(),
                "The matrix has other brackets than those asked for",
                format!("Use the {name} environment of amsmath"),
            );
        }
        let body = match matrix.name {
            "array" => matrix.body.start + view.text(&matrix.body).find('}').map_or(0, |at| at + 1)..matrix.body.end,
            // mathtools has starred forms with the alignment as an option.
            _ => without_option(view, &matrix.body),
        };
        let rows: Vec<Vec<String>> = Grid::of(view, &body).rows.into_iter().map(|row| row.cells).collect();
        if rows != self.entries {
            findings.add(
                ErrorType::Logical,
                matrix.range.clone(),
                "The entries of the matrix are not the given ones",
                format!("Write {} rows with the entries from the task", self.entries.len()),
            );
        }
    }
}
