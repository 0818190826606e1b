//! What the engine is given.

use texlens_latex::{TokenKind, lex};

/// How much of a document a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// The body of a document: it is compiled in the documented preamble.
    Fragment,
    /// A document with a preamble of its own, which is compiled as it is.
    Document,
}

impl Form {
    /// A text with a `\documentclass` outside comments and verbatim text is a document.
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
    /// How much of a document it is.
    pub form: Form,
}

impl<'a> Source<'a> {
    /// A text whose form is found by [`Form::of`].
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        Self {
            text,
            form: Form::of(text),
        }
    }

    /// The body of a document.
    #[must_use]
    pub const fn fragment(text: &'a str) -> Self {
        Self {
            text,
            form: Form::Fragment,
        }
    }

    /// A whole document.
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
