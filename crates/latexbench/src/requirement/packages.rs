//! Packages.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// Packages that the document must load. It may load others, unless `only` is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packages {
    /// The names of the packages.
    pub names: Vec<String>,
    /// Whether other packages are forbidden.
    pub only: bool,
}

impl Packages {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        for name in self.names.iter().filter(|name| !view.loads(name)) {
            findings.add(
                ErrorType::Package,
                view.preamble(),
                format!("The package {name} is not loaded"),
                format!("Add \\usepackage{{{name}}} to the preamble"),
            );
        }
        let others = view
            .packages
            .iter()
            .filter(|package| !self.names.iter().any(|name| name == package.name));
        for package in others.filter(|_| self.only) {
            findings.add(
                ErrorType::Package,
                package.range.clone(),
                format!("The package {} was not asked for", package.name),
                "Load the named packages only",
            );
        }
    }
}
