//! A bibliography and its citations.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// A `thebibliography` environment with exactly the given keys, each of which the text cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citations {
    /// The keys.
    pub keys: Vec<String>,
}

impl Citations {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let entries: BTreeSet<&str> = view
            .named("\\bibitem")
            .filter_map(|item| view.argument(item))
            .map(|key| view.text(&key).trim())
            .collect();
        let asked: BTreeSet<&str> = self.keys.iter().map(String::as_str).collect();
        if view.environments_of(&["thebibliography"]).next().is_none() || entries != asked {
            findings.add(
                ErrorType::Capability,
                view.end(),
                format!(
                    "The bibliography does not have exactly the entries {}",
                    self.keys.join(", ")
                ),
                "Write a thebibliography environment with a \\bibitem for each of them",
            );
        }
        let cited: BTreeSet<&str> = view
            .outline
            .citations()
            .iter()
            .flat_map(|citation| &citation.keys)
            .map(|key| view.text(key))
            .collect();
        for key in asked.difference(&cited) {
            findings.add(
                ErrorType::Capability,
                view.end(),
                format!("The text does not cite {key}"),
                format!("Add \\cite{{{key}}}"),
            );
        }
        for key in cited.difference(&entries) {
            findings.add(
                ErrorType::Logical,
                view.end(),
                format!("The citation {key} has no entry in the bibliography"),
                "Cite the keys of the bibliography only",
            );
        }
    }
}
