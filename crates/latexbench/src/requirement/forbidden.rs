//! Forbidden commands.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// Commands that the answer must not use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forbidden {
    /// The names with their backslashes.
    pub names: Vec<String>,
}

impl Forbidden {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        for name in &self.names {
            if let Some(command) = view.named(name).next() {
                findings.add(
                    ErrorType::Constraint,
                    command.range.clone(),
                    format!("{name} was not allowed"),
                    format!("Write the text without {name}"),
                );
            }
        }
    }
}
