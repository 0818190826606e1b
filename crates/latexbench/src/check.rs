//! The checkers: rules that decide whether an answer passes, with a finding for each reason why it does not.

mod contrast;
mod edit;
mod generation;
mod packages;
mod rules;
mod verdict;

use std::borrow::Cow;

use texlens_dataset::{Syntax, strip};
use texlens_vocabulary::Compilation;

pub(crate) use packages::{GRAPHICS, provides};
pub(crate) use rules::booktabs_flaw;
pub use verdict::Verdict;

use crate::finding::{ErrorType, Findings};
use crate::item::{Item, Task};

/// Checks an answer: LaTeX, in a Markdown fence or without, or for a contrast a JSON object with `bug_present` and
/// `bug_type`.
///
/// `compilation` is the TeX engine's verdict on [`latex_of`] the answer. Without it, the instant check of texlens-latex
/// decides whether the LaTeX compiles. Contrasts are not compiled.
///
/// Takes linear time in the length of the answer, times the number of requirements. Never fails.
#[must_use]
pub fn check(item: &Item, answer: &str, compilation: Option<&Compilation>) -> Verdict {
    match &item.task {
        Task::Generation(generation) => {
            let latex = &*latex_of(answer);
            let mut findings = Findings::on(latex);
            generation::check(generation, latex, &mut findings);
            compiles(latex, compilation, &mut findings);
            Verdict::of(findings.into_list())
        }
        Task::Edit(edit) => {
            let latex = &*latex_of(answer);
            let mut findings = Findings::on(latex);
            edit::check(edit, latex, &mut findings);
            compiles(latex, compilation, &mut findings);
            Verdict::of(findings.into_list())
        }
        Task::Contrast(contrast) => contrast::check(contrast, answer),
    }
}

/// Returns the LaTeX of an answer, without the code fences and remarks around it.
#[must_use]
pub fn latex_of(answer: &str) -> Cow<'_, str> {
    strip(answer, Syntax::Latex).text
}

/// Reports the first error of the compiler, or of the instant check.
fn compiles(latex: &str, compilation: Option<&Compilation>, findings: &mut Findings<'_>) {
    let end = latex.len()..latex.len();
    let Some(compilation) = compilation else {
        if let Some(error) = texlens_latex::check(latex).into_iter().next() {
            let range = error.range.unwrap_or(end);
            findings.add(ErrorType::Syntax, range, ending(&error.message), ending(&error.advice));
        }
        return;
    };
    if compilation.compiles {
        return;
    }
    match compilation.errors.first() {
        Some(error) => {
            let range = error.diagnostic.range.clone().unwrap_or(end);
            let message = ending(&error.diagnostic.message);
            findings.add(ErrorType::Syntax, range, message, ending(&error.diagnostic.advice));
        }
        None => findings.add(
            ErrorType::Syntax,
            end,
            "TeX makes no page of this text",
            "Write something that is printed",
        ),
    }
}

/// Returns a sentence without its full stop.
fn ending(sentence: &str) -> &str {
    sentence.trim_end_matches('.')
}
