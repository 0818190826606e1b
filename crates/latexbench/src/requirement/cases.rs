//! A definition by cases.

use serde::{Deserialize, Serialize};
use texlens_latex::normalise_formula;

use crate::finding::{ErrorType, Findings};
use crate::grid::Grid;
use crate::view::{View, plain, unpunctuated};

/// A function that a displayed formula defines by cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cases {
    /// The left side of the definition.
    pub left: String,
    /// Value and condition of each case.
    pub branches: Vec<(String, String)>,
}

impl Cases {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let mut found = view.environments_of(&["cases", "dcases", "array", "rcases"]);
        let outer = |at: usize| view.formula_around(at).filter(|formula| formula.display);
        let Some(cases) = found.find(|environment| outer(environment.range.start).is_some()) else {
            return findings.add(
                ErrorType::Capability,
                view.end(),
                "There is no displayed definition by cases",
                "Use the cases environment of amsmath in a displayed formula",
            );
        };
        // An array has an argument with its columns.
        let body = match cases.name {
            "array" => cases.body.start + view.text(&cases.body).find('}').map_or(0, |at| at + 1)..cases.body.end,
            _ => cases.body.clone(),
        };
        let grid = Grid::of(view, &body);
        if grid.rows.len() != self.branches.len() {
            return findings.add(
                ErrorType::Constraint,
                body,
                format!("There are {} cases, not {}", grid.rows.len(), self.branches.len()),
                "Write each given case once",
            );
        }
        for (row, (value, condition)) in grid.rows.iter().zip(&self.branches) {
            let [first, second] = row.cells.as_slice() else {
                findings.add(
                    ErrorType::Formatting,
                    row.range.clone(),
                    "This case does not have a value and a condition",
                    "Put & between value and condition",
                );
                continue;
            };
            let is_value = formula(first) == formula(value);
            if !is_value || self::condition(second) != formula(condition) {
                findings.add(
                    ErrorType::Logical,
                    row.range.clone(),
                    format!("This case must be {value} if {condition}"),
                    "Copy value and condition from the task",
                );
            }
        }
        let before = outer(cases.range.start).map_or(0, |formula| formula.body.start)..cases.range.start;
        if !self.is_defined_by(&view.unlabelled(&before)) {
            findings.add(
                ErrorType::Logical,
                before,
                format!("The definition does not begin with {} and an equals sign", self.left),
                "Write the left side and an equals sign before the cases",
            );
        }
    }

    /// Reports whether a text before the cases is the left side with an equals sign, and perhaps the brace of an array.
    fn is_defined_by(&self, before: &str) -> bool {
        let before = before.trim();
        let before = before.strip_suffix("\\left\\{").unwrap_or(before).replace('&', " ");
        let before = formula(&before);
        let equals = before.strip_prefix(&formula(&self.left));
        equals.is_some_and(|equals| matches!(equals, "=" | ":=" | "\\coloneqq" | "\\coloneq"))
    }
}

/// Returns the condition of a case without the word and the space before it.
fn condition(text: &str) -> String {
    const WORDS: [&str; 4] = ["if", "for", "when", "where"];
    let text = plain(text);
    let text = text
        .replace("\\text", " ")
        .replace("\\mbox", " ")
        .replace("\\quad", " ");
    let text = text.trim_start();
    let word = WORDS.iter().find_map(|word| text.strip_prefix(word));
    formula(
        word.filter(|rest| rest.starts_with([' ', '$', '\\', '~']))
            .unwrap_or(text),
    )
}

/// Returns a formula in a form for comparison: normalised, without spaces and punctuation at its end.
fn formula(text: &str) -> String {
    let text = plain(text);
    let parts = normalise_formula(unpunctuated(&text));
    parts
        .concat()
        .chars()
        .filter(|c| !c.is_whitespace() && *c != ',')
        .collect()
}
