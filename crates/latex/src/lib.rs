//! A tolerant parser of LaTeX: it finds the parts of a page, their positions, and the text that is printed.
//!
//! - [`lex`] gives tokens. [`Tree`] nests them and lists delimiters without a partner. [`Outline`] lists headings,
//!   formulas, floats, captions, labels, references, citations, the bibliography and sentences.
//! - [`definitions`] and [`expand`] handle macros.
//! - [`fences`] and [`markdown_to_latex`] handle Markdown around LaTeX. [`Markup`] distinguishes the two.
//! - [`normalise_formula`] removes differences that a reader does not see, in documented [`Step`]s.
//! - [`complexity()`] and [`FormulaKind`] say how hard a formula may be to read.
//! - [`latex_spelling`] gives the LaTeX of a Unicode character.
//!
//! The input is often the output of an OCR system: truncated, unbalanced or in the wrong order. No input makes a
//! function fail, with one exception: [`expand`] returns an error for macros that grow without limit. Every function
//! takes linear time. Every position is a byte range in the original source.
//!
//! ```
//! use texlens_latex::{Outline, latex_spelling, normalise_formula};
//!
//! let source = r"\section{Flow} The mass is \[ \rho V \label{eq:mass} \] as in \cite{euler.";
//! let outline = Outline::of(source);
//! assert_eq!(&source[outline.headings()[0].title.clone()], "Flow");
//! assert_eq!(&source[outline.formulas()[0].body.clone()], r" \rho V \label{eq:mass} ");
//! // Two ways to write one formula.
//! assert_eq!(normalise_formula(r"x ^ {2}"), normalise_formula("x^2"));
//! ```

mod argument;
mod arity;
mod bibliography;
mod bibtex;
mod caption;
mod check;
mod complexity;
mod definition;
mod environment;
mod expansion;
mod float;
mod formula;
mod formula_kind;
mod heading;
mod keyed;
mod lexer;
mod markdown;
mod markup;
mod normalise;
mod outline;
mod reference;
mod replace;
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
pub use complexity::{Difficulty, complexity};
pub use definition::{Definition, Meaning, definitions};
pub use expansion::{Expanded, ExpansionError, ExpansionLimit, ExpansionLimits, Origin, expand};
pub use float::{Figure, Table, Tabular, is_table_environment};
pub use formula::{Formula, is_display_environment};
pub use formula_kind::FormulaKind;
pub use heading::{Heading, Level};
pub use keyed::keyed_command_end;
pub use lexer::{DocumentEnd, document_ends, lex};
pub use markdown::{Fence, fences, markdown_to_latex};
pub use markup::Markup;
pub use normalise::{Step, normalise_formula, normalise_formula_with, prints_its_name};
pub use outline::{Outline, Section};
pub use reference::{Citation, Label, Reference};
pub use replace::replaced;
pub use texlens_vocabulary::{Diagnostic, ErrorClass};
pub use token::{Token, TokenKind};
pub use tree::{Fault, MAX_DEPTH, Node, NodeKind, Tree};
pub use unicode::{Spelling, latex_spelling};
pub use unread::is_conditional;
