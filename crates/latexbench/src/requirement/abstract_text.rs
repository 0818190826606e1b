//! An abstract.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// An abstract with the given text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbstractText {
    /// The text.
    pub text: String,
}

impl AbstractText {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        match view.environments_of(&["abstract"]).next() {
            Some(found) if plain(view.text(&found.body)) == self.text => {}
            Some(found) => findings.add(
                ErrorType::Logical,
                found.body.clone(),
                "The abstract is not the given text",
                "Copy the text of the abstract from the task",
            ),
            None => findings.add(
                ErrorType::Capability,
                view.end(),
                "There is no abstract",
                "Add an abstract environment after \\maketitle",
            ),
        }
    }
}
