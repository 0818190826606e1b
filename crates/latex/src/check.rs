//! The instant check: predicts the errors that pdfTeX would report, without running pdfTeX, fast enough for every
//! keystroke.
//!
//! [`check`] walks the text once, as TeX does, with a stack of open groups and environments and the current mode of
//! TeX. Rules examine each token in that context. Tables written by the engine itself list the known commands,
//! environments and characters, for LaTeX with the one documented preamble. The check guesses none of them.
//!
//! Each group of rules is a file: [`group`] and [`environment`] (matching ends), [`formula`] (start and end of
//! mathematics), [`script`], [`delimiter`], [`equation`] (labels and tags), [`alignment`] (rows and columns),
//! [`command`] (known commands and where they are allowed), [`argument`], [`number`], [`option`], [`colour`],
//! [`character`], [`list`], [`algorithm`], [`definition`] (definitions in the text).
//!
//! Macros are not expanded. A command that the text defines is known from its definition onwards, takes as many
//! arguments as the definition has parameters, and may stand anywhere; its body is not examined. The check does not
//! find errors that depend on values (counters, lengths that are too large), on other files, or on the positions of
//! floats and pages. In a document with its own preamble, unknown commands and environments are assumed to come from
//! its packages. A BibTeX entry in the text is skipped. Where the check and the engine differ, the engine is right.
use texlens_vocabulary::Diagnostic;

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

/// Returns the errors that prevent a text from compiling, in the order of the walk, at most [`MAX_DIAGNOSTICS`]. The
/// result is empty if the text is expected to compile. Takes linear time in the length of the text; never fails.
#[must_use]
pub fn check(source: &str) -> Vec<Diagnostic> {
    walk::Walk::of(source).run()
}
