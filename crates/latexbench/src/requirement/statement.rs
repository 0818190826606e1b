//! A theorem, lemma or proposition.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::LabelAsk;
use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// A statement in an environment that `\newtheorem` defines with the given name, and its proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// The printed name, for example `Theorem`.
    pub name: String,
    /// The statement. A full stop at its end does not matter.
    pub text: String,
    /// Whether a `proof` environment must follow.
    pub proof: bool,
    /// The label, in the environment.
    pub label: LabelAsk,
}

impl Statement {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let defined = environments(view, &self.name);
        let Some(first) = defined.first() else {
            return findings.add(
                ErrorType::Capability,
                view.preamble(),
                format!("No environment prints {}", self.name),
                format!(
                    "Add \\newtheorem{{{}}}{{{}}} to the preamble",
                    self.name.to_lowercase(),
                    self.name
                ),
            );
        };
        let asked = compact(self.text.trim_end_matches('.'));
        let found = view
            .environments
            .iter()
            .find(|environment| defined.contains(environment.name));
        let Some(statement) = found else {
            return findings.add(
                ErrorType::Capability,
                view.end(),
                format!("There is no {}", self.name.to_lowercase()),
                format!("Write the statement in the environment {}", first),
            );
        };
        let given = compact(&view.unlabelled(&statement.body));
        if !given.trim_end_matches('.').ends_with(&asked) {
            findings.add(
                ErrorType::Logical,
                statement.body.clone(),
                format!("The {} is not the given one", self.name.to_lowercase()),
                "Copy the statement from the task",
            );
        }
        let key = LabelAsk::key_in(view, &statement.body);
        self.label
            .check(&self.name.to_lowercase(), key, statement.body.start, findings);
        let proofs = view.environments_of(&["proof"]);
        let has_proof = proofs
            .into_iter()
            .any(|proof| proof.range.start >= statement.range.end && !plain(view.text(&proof.body)).is_empty());
        if self.proof && !has_proof {
            findings.add(
                ErrorType::Capability,
                statement.range.end..statement.range.end,
                format!("The {} has no proof", self.name.to_lowercase()),
                "Add a proof environment after it",
            );
        }
    }
}

/// Returns the words of a text without white space, which does not matter in its formulas.
fn compact(text: &str) -> String {
    plain(text).split_whitespace().collect()
}

/// Returns the environments that `\newtheorem` defines with a printed name.
pub(super) fn environments<'a>(view: &View<'a>, printed: &str) -> BTreeSet<&'a str> {
    view.named("\\newtheorem")
        .filter_map(|command| {
            let name = view.argument(command)?;
            let rest = view.source.get(name.end + 1..)?.trim_start();
            // A counter that the environment shares may stand before the printed name.
            let rest = match rest.strip_prefix('[') {
                Some(counter) => split(counter, b']')?.1.trim_start(),
                None => rest,
            };
            let shown = split(rest.strip_prefix('{')?, b'}')?.0;
            (plain(shown) == printed).then(|| view.text(&name).trim())
        })
        .collect()
}

/// Splits a text at the first closing bracket, if it is near. Without this bound, a flood of definitions without one
/// would take quadratic time.
fn split(text: &str, close: u8) -> Option<(&str, &str)> {
    const LONGEST: usize = 1024;
    let at = text.bytes().take(LONGEST).position(|byte| byte == close)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}
