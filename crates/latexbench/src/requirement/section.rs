//! Sections.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// Sections with the given titles, in order. Others may stand between them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The titles.
    pub titles: Vec<String>,
}

impl Section {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let sections = view.outline.headings().iter();
        let mut sections = sections.filter(|heading| heading.level == texlens_latex::Level::Section);
        for title in &self.titles {
            if !sections.any(|heading| plain(view.text(&heading.title)) == *title) {
                findings.add(
                    ErrorType::Capability,
                    view.end(),
                    format!("The section \"{title}\" is missing, or it is out of order"),
                    format!("Add \\section{{{title}}} at its place"),
                );
                return;
            }
        }
    }
}
