//! A formula.

use serde::{Deserialize, Serialize};
use texlens_latex::{Formula, normalise_formula};

use super::LabelAsk;
use crate::finding::{ErrorType, Findings};
use crate::view::{View, unpunctuated};

/// Where a formula stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the text.
    Inline,
    /// On a line of its own, without a number.
    Unnumbered,
    /// On a line of its own, with a number.
    Numbered,
}

/// A formula that equals the given one after normalisation ([`normalise_formula`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Equation {
    /// The formula.
    pub tex: String,
    /// Where it stands.
    pub place: Place,
    /// The label; only numbered formulas have one.
    pub label: LabelAsk,
}

impl Equation {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let asked = normalise_formula(&self.tex);
        let equal = view.outline.formulas().iter();
        let mut equal = equal
            .filter(|formula| normalise_formula(&bare(view, formula)) == asked)
            .peekable();
        let Some(first) = equal.peek().copied() else {
            return findings.add(
                ErrorType::Capability,
                view.end(),
                format!("The formula {} is missing", self.tex),
                "Write the formula as the task gives it",
            );
        };
        let Some(formula) = equal.find(|formula| place(view, formula) == self.place) else {
            let (how, advice) = match self.place {
                Place::Inline => ("in the text", "Write it between dollar signs"),
                Place::Unnumbered => ("displayed without a number", "Write it between \\[ and \\]"),
                Place::Numbered => ("displayed with a number", "Use the equation environment"),
            };
            return findings.add(
                ErrorType::Constraint,
                first.range.clone(),
                format!("This formula must be {how}"),
                advice,
            );
        };
        let key = LabelAsk::key_in(view, &formula.body);
        self.label.check("equation", key, formula.body.end, findings);
    }
}

/// Returns a formula without its label, its number and the full stop or comma at its end.
fn bare(view: &View<'_>, formula: &Formula) -> String {
    let mut text = view.unlabelled(&formula.body);
    for command in ["\\nonumber", "\\notag"] {
        text = text.replace(command, " ");
    }
    unpunctuated(text.trim()).to_owned()
}

fn place(view: &View<'_>, formula: &Formula) -> Place {
    if !formula.display {
        return Place::Inline;
    }
    let commands = view.commands_in(&formula.body);
    let has = |name: &str| commands.iter().any(|command| command.name == name);
    let is_numbered = match view.display_name(formula) {
        "\\[" | "$$" | "displaymath" => false,
        name => !name.ends_with('*') && !has("\\nonumber") && !has("\\notag"),
    };
    if is_numbered || has("\\tag") {
        Place::Numbered
    } else {
        Place::Unnumbered
    }
}
