//! Rows: the lines of a column, cut into words and formulas.

use std::cell::OnceCell;

use texlens_vocabulary::TokenKind;

use crate::typeset::lines::Line;
use crate::typeset::named::Named;
use crate::typeset::text::{self, Piece};
use crate::typeset::words::{Segment, segments};

/// A line with its words and formulas.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(super) line: Line<'a>,
    pub(super) segments: Vec<Segment<'a>>,
    /// Whether the row stands below the rule over the footnotes of its column.
    pub(super) is_at_foot: bool,
    /// What a named place above the row says about it.
    pub(super) named: Option<Named>,
    /// The LaTeX of the segments, cached at its first use: several readers of blocks examine the same words.
    pieces: OnceCell<Vec<Piece>>,
}

impl<'a> Row<'a> {
    pub(super) fn new(line: Line<'a>) -> Self {
        Self {
            segments: segments(&line),
            is_at_foot: false,
            named: None,
            line,
            pieces: OnceCell::new(),
        }
    }

    /// Returns the LaTeX of the words and formulas.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let pieces = self.pieces.get_or_init(|| text::pieces(&self.segments, &self.line));
        pieces.clone()
    }

    /// Removes and returns the first word, if it consists of letters in one style.
    pub(super) fn take_first_word(&mut self) -> Option<Piece> {
        let mut pieces = self.pieces().into_iter();
        let first = pieces.next().filter(|first| first.kind == TokenKind::Text)?;
        let is_word = first.latex.starts_with(char::is_alphabetic) && pieces.next().is_none_or(|next| next.spaced);
        is_word.then(|| {
            self.segments.remove(0);
            self.pieces.take();
            first
        })
    }
}

/// The rows of one column, from top to bottom.
pub(crate) type Rows<'a> = Vec<Row<'a>>;

/// Cuts the lines of a column into words and formulas. Lines below `foot` are footnotes. `names` says what named places
/// say about each line.
pub(crate) fn rows<'a>(lines: Vec<Line<'a>>, foot: Option<f32>, names: &[Option<Named>]) -> Rows<'a> {
    let row = |(line, named): (Line<'a>, &Option<Named>)| {
        let is_at_foot = foot.is_some_and(|foot| line.bbox.y1 > foot && line.baseline > foot);
        Row {
            is_at_foot,
            named: *named,
            ..Row::new(line)
        }
    };
    lines.into_iter().zip(names).map(row).collect()
}
