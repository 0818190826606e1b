//! A command.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// A command that the answer must use at least once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The name with its backslash, for example `\tableofcontents`.
    pub name: String,
}

impl Command {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        if view.named(&self.name).next().is_none() {
            findings.add(
                ErrorType::Capability,
                view.end(),
                format!("{} is not used", self.name),
                format!("Add {} at its place", self.name),
            );
        }
    }
}
