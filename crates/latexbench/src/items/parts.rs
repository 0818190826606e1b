//! The parts that generation tasks ask for, one file each: what is asked, what is checked, and a text that passes.

mod cases;
mod code;
mod derivation;
mod equation;
mod figure;
mod footnotes;
mod list;
mod matrix;
mod statement;
mod table;

use crate::article::Style;
use crate::requirement::Requirement;
use crate::sample::Choices;
use crate::topics::Topic;

/// A part of a task.
pub(super) struct Part {
    /// What is asked for, in imperative sentences.
    pub(super) ask: String,
    /// What is checked.
    pub(super) requirements: Vec<Requirement>,
    /// LaTeX that passes.
    pub(super) latex: String,
    /// Packages that the LaTeX needs.
    pub(super) packages: Vec<&'static str>,
    /// Lines for the preamble.
    pub(super) preamble: String,
    /// A sentence that refers to the part, and the requirement that there is such a reference.
    pub(super) mention: Option<(String, Requirement)>,
}

impl Part {
    fn new(ask: String, requirement: Requirement, latex: String) -> Self {
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
pub(super) struct Setting<'c> {
    pub(super) topic: &'static Topic,
    pub(super) style: Style,
    pub(super) choices: &'c mut Choices,
    /// Whether the part stands in a document, where its labels have given keys.
    pub(super) is_document: bool,
}

/// A kind of part.
pub(super) type Make = fn(&mut Setting<'_>) -> Part;

/// The kinds of parts of snippets, which need no preamble.
pub(super) const SNIPPETS: [Make; 17] = [
    figure::part,
    table::part,
    table::bare,
    equation::numbered,
    equation::unnumbered,
    equation::inline,
    derivation::numbered,
    derivation::unnumbered,
    derivation::once,
    cases::part,
    matrix::round,
    matrix::square,
    list::bullets,
    list::numbers,
    list::terms,
    code::part,
    footnotes::part,
];

/// The kinds of parts to which a document refers.
pub(super) const NUMBERED: [Make; 4] = [figure::part, table::part, equation::numbered, statement::part];

/// The other kinds of parts of documents.
pub(super) const OTHERS: [Make; 7] = [
    list::bullets,
    list::numbers,
    list::terms,
    derivation::unnumbered,
    cases::part,
    code::part,
    footnotes::part,
];
