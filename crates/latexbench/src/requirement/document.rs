//! A whole document.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// The answer is a whole document of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The class, for example `article`.
    pub class: String,
}

impl Document {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        match view.class {
            Some(class) if class == self.class => {}
            Some(class) => findings.add(
                ErrorType::Constraint,
                0..0,
                format!("The class of the document is {class}, not {}", self.class),
                format!("Use \\documentclass{{{}}}", self.class),
            ),
            None => findings.add(
                ErrorType::Capability,
                0..0,
                "The document has no \\documentclass",
                format!("Begin with \\documentclass{{{}}}", self.class),
            ),
        }
        if !view
            .environments
            .iter()
            .any(|environment| environment.name == "document")
        {
            findings.add(
                ErrorType::Capability,
                0..0,
                "There is no document environment",
                "Put the text between \\begin{document} and \\end{document}",
            );
        }
    }
}
