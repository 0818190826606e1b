//! The requirements of generation items, as data. Each kind is a file with the data and its check.

mod abstract_text;
mod cases;
mod citations;
mod code;
mod command;
mod derivation;
mod document;
mod equation;
mod figure;
mod footnotes;
mod forbidden;
mod front;
mod label;
mod list;
mod matrix;
mod packages;
mod reference;
mod section;
mod snippet;
mod statement;
mod table;

use serde::{Deserialize, Serialize};

pub use abstract_text::AbstractText;
pub use cases::Cases;
pub use citations::Citations;
pub use code::Code;
pub use command::Command;
pub use derivation::Derivation;
pub use document::Document;
pub use equation::{Equation, Place};
pub use figure::Figure;
pub use footnotes::Footnotes;
pub use forbidden::Forbidden;
pub use front::Front;
pub use label::LabelAsk;
pub use list::{List, ListKind};
pub use matrix::{Fence, Matrix};
pub use packages::Packages;
pub use reference::{Reference, Target};
pub use section::Section;
pub use snippet::Snippet;
pub use statement::Statement;
pub use table::Table;

use crate::finding::Findings;
use crate::view::View;

/// A requirement that an answer must fulfil.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Requirement {
    /// A whole document.
    Document(Document),
    /// A snippet without a preamble.
    Snippet(Snippet),
    /// Packages that are loaded.
    Packages(Packages),
    /// A title and an author.
    Front(Front),
    /// An abstract.
    Abstract(AbstractText),
    /// A section.
    Section(Section),
    /// A figure.
    Figure(Figure),
    /// A table.
    Table(Table),
    /// A formula.
    Equation(Equation),
    /// A derivation in several aligned lines.
    Derivation(Derivation),
    /// A definition by cases.
    Cases(Cases),
    /// A matrix.
    Matrix(Matrix),
    /// A list.
    List(List),
    /// A theorem, lemma or proposition.
    Statement(Statement),
    /// A program.
    Code(Code),
    /// Footnotes.
    Footnotes(Footnotes),
    /// A bibliography with citations.
    Citations(Citations),
    /// A reference to a part.
    Reference(Reference),
    /// A command that is used.
    Command(Command),
    /// Commands that are not used.
    Forbidden(Forbidden),
}

impl Requirement {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        match self {
            Self::Document(one) => one.check(view, findings),
            Self::Snippet(one) => one.check(view, findings),
            Self::Packages(one) => one.check(view, findings),
            Self::Front(one) => one.check(view, findings),
            Self::Abstract(one) => one.check(view, findings),
            Self::Section(one) => one.check(view, findings),
            Self::Figure(one) => one.check(view, findings),
            Self::Table(one) => one.check(view, findings),
            Self::Equation(one) => one.check(view, findings),
            Self::Derivation(one) => one.check(view, findings),
            Self::Cases(one) => one.check(view, findings),
            Self::Matrix(one) => one.check(view, findings),
            Self::List(one) => one.check(view, findings),
            Self::Statement(one) => one.check(view, findings),
            Self::Code(one) => one.check(view, findings),
            Self::Footnotes(one) => one.check(view, findings),
            Self::Citations(one) => one.check(view, findings),
            Self::Reference(one) => one.check(view, findings),
            Self::Command(one) => one.check(view, findings),
            Self::Forbidden(one) => one.check(view, findings),
        }
    }
}
