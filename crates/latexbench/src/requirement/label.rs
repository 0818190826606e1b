//! Whether a part has a label, and which.

use serde::{Deserialize, Serialize};

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// The label that a part must have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelAsk {
    /// None is asked for; one may be there.
    None,
    /// A label with a key of the author's choice.
    Any,
    /// A label with this key.
    Named(String),
}

impl LabelAsk {
    /// Checks the key of the label that a part has. `at` is where the label could be added.
    pub(crate) fn check(&self, part: &str, key: Option<&str>, at: usize, findings: &mut Findings<'_>) {
        match (self, key) {
            (Self::None, _) | (Self::Any, Some(_)) => {}
            (Self::Named(asked), Some(key)) if asked == key => {}
            (Self::Named(asked), Some(key)) => findings.add(
                ErrorType::Constraint,
                at..at,
                format!("The label of the {part} is {key}, not {asked}"),
                format!("Use \\label{{{asked}}}"),
            ),
            (_, None) => findings.add(
                ErrorType::Capability,
                at..at,
                format!("The {part} has no label at its place"),
                "Add a \\label directly after the caption, or inside the equation",
            ),
        }
    }

    /// Returns the key of the label between `body`'s ends, if there is one.
    pub(crate) fn key_in<'a>(view: &View<'a>, body: &std::ops::Range<usize>) -> Option<&'a str> {
        let label = view.outline.labels_in(body).first()?;
        Some(view.text(&label.key))
    }
}
