//! The text side: what a LaTeX page consists of, where, and what of it a reader could see.
//!
//! - [`lex`]: tokens; [`Tree`]: how they nest, and marks that lack their partner; [`Outline`]: headings, formulas,
//!   floats, captions, labels, references, citations, bibliography, sentences.
//! - [`definitions`] and [`expand`]: macros.
//! - [`unfenced`] and [`markdown_to_latex`]: Markdown around LaTeX; [`Markup`]: which of the two a text is. [`normalise_formula`]: formulas in documented
//!   [`Step`]s; [`latex_spelling`]: what LaTeX writes for a Unicode character.
//!
//! Sources come from OCR systems as often as from authors: truncated, unbalanced, in the wrong order. Nothing here
//! fails on any input (but macros that explode, with an error that says so); what cannot be understood stays text.
//! Everything is linear in the length of the source, and every place is a byte range in the source as it was given.

mod argument;
mod arity;
mod bibliography;
mod bibtex;
mod caption;
mod check;
mod definition;
mod diagnostic;
mod environment;
mod expansion;
mod float;
mod formula;
mod heading;
mod keyed;
mod lexer;
mod markdown;
mod markup;
mod normalise;
mod outline;
mod reference;
mod running;
mod sentence;
mod token;
mod tree;
mod unicode;
mod unread;

pub use arity::arity;
pub use bibliography::{BibEntry, BibKind};
pub use bibtex::BibField;
pub use caption::Caption;
pub use check::{MAX_DIAGNOSTICS, check, signature};
pub use definition::{Definition, Meaning, definitions};
pub use diagnostic::{Diagnostic, ErrorClass};
pub use expansion::{Expanded, ExpansionError, ExpansionLimit, ExpansionLimits, Origin, expand};
pub use float::{Figure, Table, Tabular, is_table_environment};
pub use formula::{Formula, is_display_environment};
pub use heading::{Heading, Level};
pub use keyed::keyed_command_end;
pub use lexer::{DocumentEnd, document_ends, lex};
pub use markdown::{Fence, fences, markdown_to_latex, unfenced};
pub use markup::Markup;
pub use normalise::{Step, normalise_formula, normalise_formula_with, prints_its_name};
pub use outline::{Outline, Section};
pub use reference::{Citation, Label, Reference};
pub use token::{Token, TokenKind};
pub use tree::{Fault, MAX_DEPTH, Node, NodeKind, Tree};
pub use unicode::{Spelling, latex_spelling};
pub use unread::is_conditional;
