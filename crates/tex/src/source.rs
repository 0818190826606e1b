//! The input of the engine.

use texlens_latex::{TokenKind, lex};

/// The form of a text: a body or a whole document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// The body of a document, which is compiled with the documented preamble.
    Fragment,
    /// A document with its own preamble, which is compiled unchanged.
    Document,
}

impl Form {
    /// Determines the form of a text: a text with a `\documentclass` outside comments and verbatim text is a document.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let tokens = lex(text);
        let mut commands = tokens.iter().filter(|token| token.kind == TokenKind::Command);
        if commands.any(|token| token.text(text) == "\\documentclass") {
            Self::Document
        } else {
            Self::Fragment
        }
    }
}

/// A text for the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source<'a> {
    /// LaTeX.
    pub text: &'a str,
    /// The form of the text.
    pub form: Form,
}

impl<'a> Source<'a> {
    /// Creates a source whose form is determined by [`Form::of`].
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        Self {
            text,
            form: Form::of(text),
        }
    }

    /// Creates a source from the body of a document.
    #[must_use]
    pub const fn fragment(text: &'a str) -> Self {
        Self {
            text,
            form: Form::Fragment,
        }
    }

    /// Creates a source from a whole document.
    #[must_use]
    pub const fn document(text: &'a str) -> Self {
        Self {
            text,
            form: Form::Document,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_makes_a_document_where_it_is_a_command() {
        assert_eq!(Form::of("% x\n\\documentclass[a4]{article}"), Form::Document);
        for fragment in [
            "",
            "% \\documentclass{article}",
            "\\verb|\\documentclass|",
            "\\begin{verbatim}\n\\documentclass{a}\n\\end{verbatim}",
            "\\documentclassy",
        ] {
            assert_eq!(Form::of(fragment), Form::Fragment, "{fragment}");
        }
    }
}
