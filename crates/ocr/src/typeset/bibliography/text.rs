//! The text of an entry, and the looks that bibliography styles give its parts.

use texlens_vocabulary::Style;

use super::super::text::Piece;

/// The look of a part of an entry. Styles use these looks to distinguish fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Look {
    Plain,
    /// Italic or slanted: journals, books.
    Emphasis,
    /// Volumes.
    Bold,
    /// Names.
    SmallCaps,
}

impl Look {
    fn of(style: Option<Style>) -> Self {
        match style {
            Some(Style::Italic | Style::Slanted) => Self::Emphasis,
            Some(Style::Bold | Style::BoldItalic | Style::SansBold) => Self::Bold,
            Some(Style::SmallCaps) => Self::SmallCaps,
            _ => Self::Plain,
        }
    }
}

/// A stretch of LaTeX without white space at its ends, in one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) latex: String,
    pub(super) look: Look,
    /// Whether white space stands before the run.
    pub(super) spaced: bool,
}

/// Returns the words of an entry as they were set.
pub(super) fn runs(pieces: &[Piece]) -> Vec<Run> {
    let run = |piece: &Piece| Run {
        latex: piece.latex.to_string(),
        look: Look::of(piece.style),
        spaced: piece.spaced,
    };
    pieces.iter().map(run).collect()
}

/// Returns the words of an entry of which only the text is known.
#[cfg(test)]
pub(super) fn plain_runs(text: &str) -> Vec<Run> {
    let run = |word: &str| Run {
        latex: word.to_owned(),
        look: Look::Plain,
        spaced: true,
    };
    text.split_whitespace().map(run).collect()
}
