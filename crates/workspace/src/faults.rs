//! Errors that keep a prediction from compiling, for the list and the source view: those of the TeX engine or, until
//! its verdict is known, those that the instant check predicts.

use std::{collections::HashSet, ops::Range};

use texlens_latex::{Diagnostic, ErrorClass};
use texlens_tex::{Compilation, TexError};
use texlens_vocabulary::repeated;

/// All known errors of one text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    /// Whether the errors come from the engine; otherwise the instant check predicts them.
    pub certain: bool,
    /// The errors, in list order.
    pub list: Vec<Fault>,
}

/// One error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The class of the error.
    pub class: ErrorClass,
    /// A message that says what is wrong.
    pub message: String,
    /// Advice on how to fix the error.
    pub advice: String,
    /// The command at which the engine met the error, if there is one.
    pub command: Option<String>,
    /// Line, and column in characters, both from 1, if known.
    pub place: Option<(u32, Option<u32>)>,
    /// The byte range to mark: the cause of the error, or the line if only that is known.
    pub range: Option<Range<usize>>,
    /// Whether the reference has the same error, so that the system is not to blame.
    pub is_shared: bool,
}

impl Faults {
    /// Makes a list from the result of an instant check.
    #[must_use]
    pub fn of_check(latex: &str, found: Vec<Diagnostic>) -> Self {
        let lines = Lines::of(latex);
        Self {
            certain: false,
            list: found.into_iter().map(|found| lines.expected(found)).collect(),
        }
    }

    /// Makes a list from the engine's verdicts on a text and, if known, on its reference.
    #[must_use]
    pub fn certain(latex: &str, compilation: &Compilation, of_reference: Option<&Compilation>) -> Self {
        let lines = Lines::of(latex);
        let known: HashSet<&str> = (of_reference.into_iter())
            .flat_map(|compilation| &compilation.errors)
            .map(|error| error.diagnostic.message.as_str())
            .collect();
        let fault = |error: &TexError| Fault {
            is_shared: known.contains(error.diagnostic.message.as_str()),
            ..lines.certain(error)
        };
        Self {
            certain: true,
            list: compilation.errors.iter().map(fault).collect(),
        }
    }
}

impl Faults {
    /// Returns the indices of the errors by message and command, in the order of their first places: see [`repeated`].
    #[must_use]
    pub fn repeated(&self) -> Vec<Vec<usize>> {
        repeated(&self.list, |fault| (&fault.message, fault.command.as_deref()))
    }
}

impl Fault {
    /// Returns line and column as editors write them.
    #[must_use]
    pub fn position(&self) -> Option<String> {
        self.place.map(|place| match place {
            (line, Some(column)) => format!("{line}:{column}"),
            (line, None) => line.to_string(),
        })
    }
}

/// A text and the byte offsets at which its lines start.
struct Lines<'a> {
    latex: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(latex: &'a str) -> Self {
        let breaks = latex.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            latex,
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    fn expected(&self, diagnostic: Diagnostic) -> Fault {
        let Diagnostic {
            class,
            message,
            advice,
            range,
        } = diagnostic;
        Fault {
            class,
            message,
            advice,
            command: None,
            place: range.as_ref().and_then(|range| self.place(range.start)),
            range,
            is_shared: false,
        }
    }

    fn certain(&self, error: &TexError) -> Fault {
        let known = |range: &Range<usize>| !range.is_empty() && self.latex.get(range.clone()).is_some();
        let range = error.diagnostic.range.clone().filter(known);
        Fault {
            class: error.diagnostic.class,
            message: error.diagnostic.message.clone(),
            advice: error.diagnostic.advice.clone(),
            command: error.command().map(str::to_owned),
            place: error.line.map(|line| (line, error.column)),
            range: range.or_else(|| self.line(error.line?)),
            is_shared: false,
        }
    }

    /// Returns line and column of a byte.
    fn place(&self, at: usize) -> Option<(u32, Option<u32>)> {
        let line = self.starts.partition_point(|start| *start <= at);
        let before = self.latex.get(*self.starts.get(line.checked_sub(1)?)?..at)?;
        let column = before.chars().count() + 1;
        Some((line.try_into().ok()?, column.try_into().ok()))
    }

    /// Returns the byte range of a line without its line break and indentation, or `None` for a blank line.
    fn line(&self, number: u32) -> Option<Range<usize>> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.latex.len());
        let line = self.latex.get(start..end)?;
        let trimmed = line.trim_end().len();
        let indented = trimmed - line.trim().len();
        (trimmed > indented).then_some(start + indented..start + trimmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: Option<u32>, range: Option<Range<usize>>) -> Compilation {
        Compilation {
            compiles: false,
            fatal: false,
            pages: 1,
            error_count: 1,
            errors: vec![TexError {
                diagnostic: Diagnostic {
                    class: ErrorClass::UndefinedCommand,
                    message: "no such command".to_owned(),
                    advice: "define it".to_owned(),
                    range,
                },
                line,
                column: None,
                excerpt: String::new(),
            }],
            limit: None,
        }
    }

    #[test]
    fn an_error_without_bytes_marks_its_line() {
        let text = "one\n  \\two \n\n";
        let range = |line| Faults::certain(text, &error(line, None), None).list[0].range.clone();
        assert_eq!(range(Some(2)), Some(6..10));
        assert_eq!(&text[6..10], "\\two");
        for line in [None, Some(0), Some(3), Some(4), Some(u32::MAX)] {
            assert_eq!(range(line), None, "{line:?}");
        }
    }

    #[test]
    fn the_same_error_at_the_same_command_is_repeated() {
        let text = "\\itz\n\\itz\n\\foo\n";
        let mut compilation = error(Some(1), None);
        let first = compilation.errors.remove(0);
        for (line, excerpt) in [(1, "\\itz"), (2, "x \\itz"), (3, "\\foo")] {
            compilation.errors.push(TexError {
                line: Some(line),
                excerpt: excerpt.to_owned(),
                ..first.clone()
            });
        }
        let faults = Faults::certain(text, &compilation, None);
        assert_eq!(faults.repeated(), [vec![0, 1], vec![2]]);
        let expected = Faults::of_check(text, texlens_latex::check(text));
        assert_eq!(expected.repeated(), [vec![0, 1], vec![2]], "{expected:?}");
    }

    #[test]
    fn bytes_outside_the_text_are_not_marked() {
        let text = "ä\n";
        let range = |range| {
            Faults::certain(text, &error(None, Some(range)), None).list[0]
                .range
                .clone()
        };
        assert_eq!(range(0..2), Some(0..2));
        for outside in [1..2, 0..9, 2..2] {
            assert_eq!(range(outside), None);
        }
    }

    #[test]
    fn columns_count_characters() {
        let lines = Lines::of("äx\nöü}");
        assert_eq!(lines.place(2), Some((1, Some(2))));
        assert_eq!(lines.place(8), Some((2, Some(3))));
        assert_eq!(lines.place(99), None);
    }

    #[test]
    fn an_error_that_the_reference_has_too_is_marked() {
        let compilation = error(Some(1), None);
        let is_shared = |of_reference| Faults::certain("x", &compilation, of_reference).list[0].is_shared;
        assert_eq!([None, Some(&compilation)].map(is_shared), [false, true]);
    }
}
