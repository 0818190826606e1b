//! Title and author.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// A title and an author, printed by `\maketitle`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Front {
    /// The title.
    pub title: String,
    /// The author.
    pub author: String,
}

impl Front {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        for (name, asked) in [("\\title", &self.title), ("\\author", &self.author)] {
            let given = view.named(name).find_map(|command| view.argument(command));
            match given {
                Some(text) if plain(view.text(&text)) == *asked => {}
                Some(text) => findings.add(
                    ErrorType::Logical,
                    text,
                    format!("The argument of {name} is not the one that was asked for"),
                    format!("Use {name}{{{asked}}}"),
                ),
                None => findings.add(
                    ErrorType::Capability,
                    view.preamble(),
                    format!("There is no {name}"),
                    format!("Add {name}{{{asked}}}"),
                ),
            }
        }
        if view.named("\\maketitle").next().is_none() {
            findings.add(
                ErrorType::Capability,
                view.end(),
                "The title is never printed",
                "Add \\maketitle after \\begin{document}",
            );
        }
    }
}
