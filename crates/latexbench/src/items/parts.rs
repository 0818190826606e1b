//! The parts that generation tasks ask for, one file each: what is asked, what is checked, and a text that passes.

mod cases;
mod code;
mod derivation;
mod equation;
mod figure;
mod footnotes;
mod list;
mod matrix;
mod part;
mod statement;
mod table;

pub(super) use part::{Part, Setting};

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

/// The kinds of lists.
pub(super) const LISTS: [Make; 3] = [list::bullets, list::numbers, list::terms];

/// The other kinds of parts of documents.
pub(super) const OTHERS: [Make; 4] = [derivation::unnumbered, cases::part, code::part, footnotes::part];
