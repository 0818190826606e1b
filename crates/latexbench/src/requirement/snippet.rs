//! A snippet.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// The answer is a snippet: it has neither a preamble nor a `document` environment (prompt for generation, appendix C).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snippet {}

impl Snippet {
    #[expect(
        clippy::unused_self,
        reason = "requirements without data are checked like all others"
    )]
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let is_preamble = |name: &str| matches!(name, "\\documentclass" | "\\usepackage");
        if let Some(command) = view.commands.iter().find(|command| is_preamble(command.name)) {
            findings.add(
                ErrorType::Constraint,
                command.range.clone(),
                format!("Only the snippet was asked for, but there is {}", command.name),
                "Remove everything but the body",
            );
        }
    }
}
