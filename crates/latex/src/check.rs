//! The instant check: what pdfTeX would object to, found without it, fast enough for every key.
//!
//! [`check`] walks the text once as TeX does, with a stack of what is open and the mode that TeX is in; rules look at
//! each token in that light. What commands, environments and characters there are is not guessed: tables written by
//! the engine itself say so, for LaTeX with the one documented preamble.
//!
//! Each group of rules is a file: [`group`] and [`environment`] (what opens must close), [`formula`] (where mathematics
//! begins and ends), [`script`], [`delimiter`], [`equation`] (labels and tags), [`alignment`] (rows and columns),
//! [`command`] (which there are, and where), [`argument`], [`number`], [`option`], [`colour`], [`character`], [`list`],
//! [`algorithm`], [`definition`] (what the text defines itself).
//!
//! Macros are not expanded. A command that the text defines is known from there on, takes as many arguments as it was
//! given parameters, and may stand anywhere; what its body does is not seen. Neither are errors that depend on values
//! (counters, lengths that are too large), on other files, or on the places of floats and pages. In a document with a
//! preamble of its own, commands and environments that nobody here knows are taken to come from its packages. A BibTeX
//! entry in the text is passed over. Where the check and the engine differ, the engine is right.
mod algorithm;
mod alignment;
mod argument;
mod character;
mod colour;
mod command;
mod definition;
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
#[cfg(test)]
mod testing;
mod token;
mod user;
mod walk;

pub use signature::signature;
pub use walk::MAX_DIAGNOSTICS;

use crate::diagnostic::Diagnostic;

/// What keeps a text from compiling, in the order of the walk, at most [`MAX_DIAGNOSTICS`]; nothing if it is expected to
/// compile. Linear in the length of the text; never fails.
#[must_use]
pub fn check(source: &str) -> Vec<Diagnostic> {
    walk::Walk::of(source).run()
}
