//! What every part has, and what it is made from.

use crate::article::Style;
use crate::requirement::{Requirement, Target};
use crate::topics::Topic;
use texlens_stats::Choices;

/// A part of a task.
pub(in crate::items) struct Part {
    /// What is asked for, in imperative sentences.
    pub(in crate::items) ask: String,
    /// What is checked.
    pub(in crate::items) requirements: Vec<Requirement>,
    /// LaTeX that passes.
    pub(in crate::items) latex: String,
    /// Packages that the LaTeX needs.
    pub(in crate::items) packages: Vec<&'static str>,
    /// Lines for the preamble.
    pub(in crate::items) preamble: String,
    /// A sentence that refers to the part, and what it refers to.
    pub(in crate::items) mention: Option<(String, Target)>,
}

impl Part {
    pub(super) fn new(ask: String, requirement: Requirement, latex: String) -> Self {
        Self {
            ask,
            requirements: vec![requirement],
            latex,
            packages: Vec::new(),
            preamble: String::new(),
            mention: None,
        }
    }
}

/// What a part is made from.
pub(in crate::items) struct Setting<'c> {
    pub(in crate::items) topic: &'static Topic,
    pub(in crate::items) style: Style,
    pub(in crate::items) choices: &'c mut Choices,
    /// Whether the part stands in a document, where its labels have given keys.
    pub(in crate::items) is_document: bool,
}
