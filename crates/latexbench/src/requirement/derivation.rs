//! A derivation in several lines.

use serde::{Deserialize, Serialize};
use texlens_latex::normalise_formula;

use super::LabelAsk;
use crate::finding::{ErrorType, Findings};
use crate::grid::Grid;
use crate::view::{View, unpunctuated, without_option};

/// A displayed derivation whose lines are aligned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivation {
    /// The lines, without alignment marks.
    pub lines: Vec<String>,
    /// The number of lines that have a number.
    pub numbers: usize,
    /// The label, on any line.
    pub label: LabelAsk,
}

/// Environments that number each line unless they are starred.
const NUMBERED: [&str; 4] = ["align", "alignat", "flalign", "eqnarray"];
/// Environments that align lines within a formula.
const INNER: [&str; 3] = ["aligned", "split", "alignedat"];

impl Derivation {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let missing = |findings: &mut Findings<'_>| {
            findings.add(
                ErrorType::Capability,
                view.end(),
                "There are no aligned lines",
                "Write the lines in an align environment",
            );
        };
        let inner = view.environments_of(&INNER).next();
        let outer = |at: usize| view.formula_around(at).filter(|formula| formula.display);
        let numbered = || {
            let mut formulas = view.outline.formulas().iter();
            formulas.find(|formula| NUMBERED.contains(&view.display_name(formula).trim_end_matches('*')))
        };
        let (formula, body) = match inner {
            Some(inner) => match outer(inner.range.start) {
                Some(formula) => (formula, without_option(view, &inner.body)),
                None => return missing(findings),
            },
            None => match numbered() {
                Some(formula) => (formula, formula.body.clone()),
                None => return missing(findings),
            },
        };
        let lines = aligned_lines(view, &body);
        if lines.len() != self.lines.len() {
            return findings.add(
                ErrorType::Constraint,
                body,
                format!("There are {} lines, not {}", lines.len(), self.lines.len()),
                "Write each given line once",
            );
        }
        for (line, asked) in lines.iter().zip(&self.lines) {
            if normalise_formula(unpunctuated(line)) != normalise_formula(asked) {
                findings.add(
                    ErrorType::Logical,
                    body.clone(),
                    format!("One of the lines is not {asked}"),
                    "Copy the lines from the task",
                );
            }
        }
        let text = view.text(&body);
        if text.matches('&').count() < lines.len() {
            findings.add(
                ErrorType::Formatting,
                body.clone(),
                "Not every line has an alignment mark",
                "Put & before the relation of each line",
            );
        }
        let name = view.display_name(formula);
        let hidden = ["\\nonumber", "\\notag"]
            .iter()
            .map(|name| view.text(&formula.body).matches(name).count());
        let numbers = match (inner.is_some(), name) {
            (_, "\\[" | "$$" | "displaymath") => 0,
            (_, name) if name.ends_with('*') => 0,
            (true, _) => 1,
            (false, _) => lines.len(),
        };
        let numbers = numbers.saturating_sub(hidden.sum());
        if numbers != self.numbers {
            findings.add(
                ErrorType::Constraint,
                formula.range.clone(),
                format!("The derivation has {numbers} numbers, not {}", self.numbers),
                "Use align for a number on each line, align* for none, and \\nonumber for a line without one",
            );
        }
        let key = LabelAsk::key_in(view, &formula.body);
        self.label.check("derivation", key, formula.body.end, findings);
    }
}

/// Returns the lines without alignment marks, labels and commands about numbers.
fn aligned_lines(view: &View<'_>, body: &std::ops::Range<usize>) -> Vec<String> {
    let grid = Grid::of(view, body);
    let line = |row: &crate::grid::Row| {
        let mut text = view.unlabelled(&row.range);
        // Empty braces give a relation its space.
        for name in ["&{}", "& {}", "&", "\\nonumber", "\\notag"] {
            text = text.replace(name, " ");
        }
        text.trim().to_owned()
    };
    grid.rows.iter().map(line).filter(|line| !line.is_empty()).collect()
}
