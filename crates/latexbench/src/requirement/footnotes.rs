//! Footnotes.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// Footnotes with the given texts, in order, and no others. Capital letters do not matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footnotes {
    /// The texts.
    pub texts: Vec<String>,
}

impl Footnotes {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let notes: Vec<_> = view.named("\\footnote").collect();
        if notes.len() != self.texts.len() {
            return findings.add(
                ErrorType::Constraint,
                view.end(),
                format!("There are {} footnotes, not {}", notes.len(), self.texts.len()),
                "Write each given note with \\footnote",
            );
        }
        for (note, asked) in notes.iter().zip(&self.texts) {
            let text = view.argument(note).map(|text| plain(view.text(&text)));
            let text = text.unwrap_or_default();
            if text.trim_end_matches('.').to_lowercase() != asked.trim_end_matches('.').to_lowercase() {
                findings.add(
                    ErrorType::Logical,
                    note.range.clone(),
                    format!("The text of this footnote must be \"{asked}\""),
                    "Copy the notes from the task in their order",
                );
            }
        }
    }
}
