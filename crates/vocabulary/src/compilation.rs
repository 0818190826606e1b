//! The verdict of the TeX engine on a text.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// The verdict of the TeX engine on one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compilation {
    /// Whether the engine ended with exit status 0 in nonstop mode and wrote at least one page. Warnings (unresolved
    /// references, overfull boxes) are not errors.
    pub compiles: bool,
    /// Whether the engine gave up before the end of the text.
    pub fatal: bool,
    /// Number of pages, as the engine counts them when it ends; 0 if it was stopped earlier.
    pub pages: u32,
    /// Number of errors, including those that [`errors`](Self::errors) omits.
    pub error_count: usize,
    /// The errors in the order in which the engine met them, at most the first [`MAX_ERRORS`](Self::MAX_ERRORS).
    pub errors: Vec<TexError>,
    /// The limit that ended the run, if one did.
    pub limit: Option<Limit>,
}

impl Compilation {
    /// Maximum length of [`errors`](Self::errors).
    pub const MAX_ERRORS: usize = 100;

    /// Returns the verdict on a text without anything to typeset, which gives no page.
    #[must_use]
    pub const fn of_nothing() -> Self {
        Self::clean(0)
    }

    /// Returns the verdict on a text that gives this number of pages without an error.
    #[must_use]
    pub const fn clean(pages: u32) -> Self {
        Self {
            compiles: pages > 0,
            fatal: false,
            pages,
            error_count: 0,
            errors: Vec::new(),
            limit: None,
        }
    }

    /// Returns the same verdict without the list of errors.
    #[must_use]
    pub fn without_errors(&self) -> Self {
        Self {
            errors: Vec::new(),
            ..*self
        }
    }
}

/// One error, located in the text as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TexError {
    /// Kind, message, advice and byte range.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
    /// Line of the text, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1: where the engine stood when it met the error, which is after the cause. If the
    /// engine stood at the end of the file, this is the position of the cause, as the instant check finds it.
    pub column: Option<u32>,
    /// The part of the line up to the error, as the engine shows it.
    pub excerpt: String,
}

impl TexError {
    /// Returns the command with its backslash that the engine was reading when it met the error: the end of the
    /// excerpt.
    #[must_use]
    pub fn command(&self) -> Option<&str> {
        let at = self.excerpt.rfind('\\')?;
        let command = self.excerpt.get(at..)?;
        let name = command.get(1..)?;
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '@');
        let is_sign = name.chars().count() == 1;
        (is_word || is_sign).then_some(command)
    }
}

impl Compilation {
    /// Returns the listed errors by message and command, as indices: see [`repeated`].
    #[must_use]
    pub fn repeated_errors(&self) -> Vec<Vec<usize>> {
        repeated(&self.errors, |error| (&error.diagnostic.message, error.command()))
    }
}

/// Groups the indices of errors that have the same message at the same command. Groups are in the order of their first
/// errors, and errors in theirs.
pub fn repeated<'e, E>(errors: &'e [E], of: impl Fn(&'e E) -> (&'e str, Option<&'e str>)) -> Vec<Vec<usize>> {
    let mut places = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, error) in errors.iter().enumerate() {
        let place = *places.entry(of(error)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// A resource of which a run may use a limited amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Steps of the engine. Their number is the same on every machine.
    Steps,
    /// Memory.
    Memory,
    /// Bytes written.
    Output,
    /// Files opened.
    Files,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;

    fn error(message: &str, excerpt: &str) -> TexError {
        TexError {
            diagnostic: Diagnostic {
                class: ErrorClass::UndefinedCommand,
                message: message.to_owned(),
                advice: String::new(),
                range: None,
            },
            line: None,
            column: None,
            excerpt: excerpt.to_owned(),
        }
    }

    #[test]
    fn the_command_is_the_end_of_the_excerpt() {
        let command = |excerpt| error("", excerpt).command().map(str::to_owned);
        assert_eq!(command(r"so $\alpha \itz").as_deref(), Some(r"\itz"));
        assert_eq!(command(r"a\,").as_deref(), Some(r"\,"));
        for other in ["", "x_", r"\alpha x", r"\", r"\a1"] {
            assert_eq!(command(other), None, "{other}");
        }
    }

    #[test]
    fn errors_are_repeated_if_message_and_command_are_equal() {
        let errors = vec![
            error("Undefined", r"a \itz"),
            error("Missing $", "a_"),
            error("Undefined", r"longer \itz"),
            error("Undefined", r"a \foo"),
            error("Missing $", "b_"),
        ];
        let compilation = Compilation {
            errors,
            ..Compilation::clean(1)
        };
        assert_eq!(compilation.repeated_errors(), [vec![0, 2], vec![1, 4], vec![3]]);
        assert!(Compilation::clean(1).repeated_errors().is_empty());
    }
}
