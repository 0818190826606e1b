//! Edits, as data: the ranges of the base that may change, and what must stand there afterwards.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_latex::replaced;

use crate::requirement::LabelAsk;

/// An edit task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is to be edited.
    pub instruction: String,
    /// The document to edit.
    pub base: String,
    /// The changes in the order of their places. They neither touch nor overlap each other. Everything else must stay
    /// as it is, byte for byte.
    pub changes: Vec<Change>,
    /// A package that the edit needs and that the base does not load. It may be added anywhere in the preamble.
    pub adds_package: Option<String>,
}

/// A change of a range of the base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The bytes of the base that may change.
    pub range: Range<usize>,
    /// What must stand there afterwards.
    pub expect: Expect,
    /// A text that fulfils it.
    pub text: String,
}

/// What must stand in a changed range. White space around it and the amount of white space in it do not matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Expect {
    /// The `text` of the change.
    Text,
    /// A tabular with these cells, the rules of booktabs and no vertical lines.
    Booktabs {
        /// The columns without vertical lines.
        columns: String,
        /// The cells, row by row.
        cells: Vec<Vec<String>>,
    },
    /// One row of a table.
    Row {
        /// The cells.
        cells: Vec<String>,
    },
    /// A caption, and its label immediately after it.
    Caption {
        /// The text of the caption.
        text: String,
        /// The label.
        label: LabelAsk,
    },
    /// A numbered formula.
    Equation {
        /// The formula.
        tex: String,
        /// The label.
        label: LabelAsk,
    },
}

impl Change {
    /// Creates a change to a fixed text.
    pub(crate) fn text(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            expect: Expect::Text,
            text: text.into(),
        }
    }
}

impl Edit {
    /// Returns the edited document that the templates make. Other answers can pass, too.
    #[must_use]
    pub fn reference(&self) -> String {
        let changes = self
            .changes
            .iter()
            .map(|change| (change.range.clone(), change.text.clone()));
        let changed = replaced(&self.base, changes);
        match &self.adds_package {
            Some(package) => with_package(&changed, package),
            None => changed,
        }
    }
}

/// Returns a document that loads another package after the last one, or after the class.
fn with_package(text: &str, package: &str) -> String {
    let body = text.find("\\begin{document}").unwrap_or(text.len());
    let preamble = text.get(..body).unwrap_or_default();
    let last = preamble
        .rfind("\\usepackage")
        .or_else(|| preamble.find("\\documentclass"));
    let last = last.unwrap_or_default();
    let end = preamble
        .get(last..)
        .and_then(|rest| rest.find('\n'))
        .map_or(last, |at| last + at + 1);
    replaced(text, [(end..end, format!("\\usepackage{{{package}}}\n"))])
}
