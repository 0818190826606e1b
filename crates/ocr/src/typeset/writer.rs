//! The output: LaTeX grows at the end, and every piece written leaves a token.

use crate::page::{BBox, Kind, Origin, Recognition, Style, Token};

use super::latex::Latex;
use super::text::Piece;

/// Collects the LaTeX of a page.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: Recognition,
}

impl Writer {
    /// Ends the current block: the next begins after a blank line.
    pub(super) fn next_block(&mut self) {
        if !self.out.latex.is_empty() {
            let trimmed = self.out.latex.trim_end().len();
            self.out.latex.truncate(trimmed);
            self.out.latex.push_str("\n\n");
        }
    }

    /// Ends the current line.
    pub(super) fn next_line(&mut self) {
        if !self.out.latex.is_empty() && !self.out.latex.ends_with('\n') {
            self.out.latex.push('\n');
        }
    }

    /// LaTeX that stands for nothing on the page.
    pub(super) fn raw(&mut self, latex: &str) {
        self.out.latex.push_str(latex);
    }

    /// LaTeX that was read at a place on the page.
    pub(super) fn token(&mut self, latex: Latex, kind: Kind, bbox: BBox, confidence: f32) {
        if latex.is_empty() {
            return;
        }
        let start = self.out.latex.len();
        let (text, origins) = latex.into_parts();
        self.out.latex.push_str(&text);
        self.out.origins.extend(origins.into_iter().map(|origin| Origin {
            range: origin.range.start + start..origin.range.end + start,
            ..origin
        }));
        self.out.tokens.push(Token {
            range: start..self.out.latex.len(),
            bbox,
            kind,
            confidence,
        });
    }

    /// Running text: style commands around pieces that share a style other than `base`.
    pub(super) fn text(&mut self, pieces: &[Piece], base: Style) {
        let styles = run_styles(pieces, base);
        let mut open: Option<Style> = None;
        for (i, (piece, style)) in pieces.iter().zip(styles).enumerate() {
            let (before, after) = piece.around;
            if open != style || !before.is_empty() {
                self.close_style(open.take());
            }
            if piece.spaced && i > 0 {
                self.raw(" ");
            }
            self.raw(before);
            if let (None, Some((command, _))) = (open, style.and_then(command)) {
                self.raw(command);
                open = style;
            }
            self.token(piece.latex.clone(), piece.kind, piece.bbox, piece.confidence);
            if !after.is_empty() {
                self.close_style(open.take());
                self.raw(after);
            }
        }
        self.close_style(open);
    }

    fn close_style(&mut self, style: Option<Style>) {
        if let Some((_, end)) = style.and_then(command) {
            self.raw(end);
        }
    }

    pub(super) fn finish(mut self) -> Recognition {
        let trimmed = self.out.latex.trim_end().len();
        self.out.latex.truncate(trimmed);
        if !self.out.latex.is_empty() {
            self.out.latex.push('\n');
        }
        self.out
    }
}

/// The style command each piece stands under; formulas stand under that of the text on both sides.
fn run_styles(pieces: &[Piece], base: Style) -> Vec<Option<Style>> {
    let own = |piece: &Piece| piece.style.filter(|style| *style != base && command(*style).is_some());
    let mut styles: Vec<Option<Style>> = pieces.iter().map(own).collect();
    let mut last_text: Option<usize> = None;
    for (i, piece) in pieces.iter().enumerate() {
        if piece.style.is_none() {
            continue;
        }
        if let Some(last) = last_text.filter(|last| styles.get(*last) == styles.get(i)) {
            let is_prose = |style: &Style| matches!(style, Style::Italic | Style::Slanted | Style::Bold);
            let style = styles.get(i).copied().flatten().filter(is_prose);
            if let Some(between) = styles.get_mut(last + 1..i) {
                between.fill(style);
            }
        }
        last_text = Some(i);
    }
    styles
}

/// What begins and ends text in a style.
fn command(style: Style) -> Option<(&'static str, &'static str)> {
    match style {
        Style::Italic => Some(("\\emph{", "}")),
        Style::Slanted => Some(("\\textsl{", "}")),
        Style::Bold => Some(("\\textbf{", "}")),
        Style::BoldItalic => Some(("\\textbf{\\emph{", "}}")),
        Style::Typewriter => Some(("\\texttt{", "}")),
        Style::Sans => Some(("\\textsf{", "}")),
        Style::SansBold => Some(("\\textsf{\\textbf{", "}}")),
        Style::SmallCaps => Some(("\\textsc{", "}")),
        _ => None,
    }
}
