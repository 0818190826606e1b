//! The instant check: what pdfTeX would object to, found without it, fast enough for every key.
//!
//! [`check`] walks the text once as TeX does, with a stack of what is open and the mode that TeX is in; rules look at
//! each token in that light. What commands, environments and characters there are is not guessed: tables written by
//! the engine itself say so, for LaTeX with the one documented preamble.
mod algorithm;
mod alignment;
mod argument;
mod character;
mod colour;
mod command;
mod delimiter;
mod environment;
mod equation;
mod formula;
mod frame;
mod group;
mod list;
mod number;
mod option;
mod script;
mod signature;
mod symbol;
mod token;
mod user;
mod walk;

use crate::diagnostic::Diagnostic;

/// What keeps a text from compiling, in order of place; nothing if it is expected to compile. Linear in the length of
/// the text; never fails.
#[must_use]
pub fn check(source: &str) -> Vec<Diagnostic> {
    walk::Walk::of(source).run()
}
