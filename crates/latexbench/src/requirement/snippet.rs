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
        let command = view.commands.iter().find(|command| is_preamble(command.name));
        let mut documents = view.environments_of(&["document"]);
        let document = || Some(("a document environment", documents.next()?.range.clone()));
        let found = command.map(|command| (command.name, command.range.clone()));
        if let Some((name, range)) = found.or_else(document) {
            findings.add(
                ErrorType::Constraint,
                range,
                format!("Only the snippet was asked for, but there is {name}"),
                "Remove everything but the body",
            );
        }
    }
}
