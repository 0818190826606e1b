//! The output. LaTeX is appended at the end, and every appended piece leaves a token.

use texlens_vocabulary::{BBox, Origin, Recognition, Style, Token, TokenKind};

use super::latex::{self, Latex, Source};
use super::text::Piece;

/// The LaTeX of a page under construction.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: Recognition,
}

impl Writer {
    /// Ends the current block: the next block begins after a blank line.
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

    /// Appends LaTeX that stands for nothing on the page.
    pub(super) fn raw(&mut self, latex: &str) {
        self.out.latex.push_str(latex);
    }

    /// Appends LaTeX that was read at a place on the page.
    pub(super) fn token(&mut self, latex: Latex, kind: TokenKind, bbox: BBox, confidence: f32) {
        if latex.is_empty() {
            return;
        }
        let start = self.out.latex.len();
        self.written(latex);
        self.out.tokens.push(Token {
            range: start..self.out.latex.len(),
            bbox,
            kind,
            confidence,
        });
    }

    /// Appends a picture on a separate line. The picture is a token if its place is known.
    pub(super) fn picture(&mut self, name: &str, bbox: Option<BBox>) {
        let start = self.out.latex.len();
        self.out.latex.push_str(&format!("\\includegraphics{{{name}}}"));
        self.out.tokens.extend(bbox.map(|bbox| Token {
            range: start..self.out.latex.len(),
            bbox,
            kind: TokenKind::Figure,
            confidence: 1.0,
        }));
        self.out.latex.push('\n');
    }

    /// Appends a label. A label is not a token, since nobody reads it as a word, but it stands for the printed number
    /// and the glyphs beside it.
    pub(super) fn label(&mut self, label: &str, printed: impl IntoIterator<Item = Source>) {
        self.written(latex::label(label, printed));
    }

    fn written(&mut self, latex: Latex) {
        let start = self.out.latex.len();
        let (text, origins) = latex.into_parts();
        self.out.latex.push_str(&text);
        self.out.origins.extend(origins.into_iter().map(|origin| Origin {
            range: origin.range.start + start..origin.range.end + start,
            ..origin
        }));
    }

    /// Appends running text, with style commands around pieces that share a style other than `base`.
    pub(super) fn text(&mut self, pieces: &[Piece], base: Style) {
        for part in parts(pieces, base) {
            match part {
                Part::Raw(latex) => self.raw(latex),
                Part::Piece(piece) => self.token(piece.latex.clone(), piece.kind, piece.bbox, piece.confidence),
            }
        }
    }

    /// Appends running text as an optional argument, in braces if a bracket in the text would end the argument.
    pub(super) fn optional(&mut self, pieces: &[Piece], base: Style) {
        let has_bracket = pieces.iter().any(|piece| piece.latex.contains(['[', ']']));
        let (open, close) = if has_bracket { ("[{", "}]") } else { ("[", "]") };
        self.raw(open);
        self.text(pieces, base);
        self.raw(close);
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

/// Returns running text as [`Writer::text`] writes it, without a token for each piece.
pub(super) fn styled(pieces: &[Piece], base: Style) -> Latex {
    let mut latex = Latex::default();
    for part in parts(pieces, base) {
        match part {
            Part::Raw(raw) => latex += raw,
            Part::Piece(piece) => latex += piece.latex.clone(),
        }
    }
    latex
}

/// A part of running text.
enum Part<'p> {
    Raw(&'static str),
    Piece(&'p Piece),
}

/// Returns the pieces with the spaces and style commands between them.
fn parts(pieces: &[Piece], base: Style) -> Vec<Part<'_>> {
    let mut parts = Vec::with_capacity(2 * pieces.len());
    let mut open: Option<&'static str> = None;
    let mut last = None;
    for (i, (piece, style)) in pieces.iter().zip(run_styles(pieces, base)).enumerate() {
        let (before, after) = piece.around;
        if last != style || !before.is_empty() {
            parts.extend(open.take().map(Part::Raw));
        }
        if piece.spaced && i > 0 {
            parts.push(Part::Raw(" "));
        }
        parts.push(Part::Raw(before));
        if let (None, Some((command, end))) = (open, style.and_then(|style| command(style, base))) {
            parts.push(Part::Raw(command));
            open = Some(end);
        }
        last = style;
        parts.push(Part::Piece(piece));
        if !after.is_empty() {
            parts.extend(open.take().map(Part::Raw));
            parts.push(Part::Raw(after));
        }
    }
    parts.extend(open.map(Part::Raw));
    parts
}

/// Returns the style command of each piece. A formula takes the style that the text on both sides shares.
fn run_styles(pieces: &[Piece], base: Style) -> Vec<Option<Style>> {
    let own = |piece: &Piece| {
        piece
            .style
            .filter(|style| *style != base && command(*style, base).is_some())
    };
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

/// Returns the beginning and the end of a style command for text inside text of the style `base`. Weight and shape
/// change independently (NFSS).
fn command(style: Style, base: Style) -> Option<(&'static str, &'static str)> {
    match style {
        Style::BoldItalic if base == Style::Bold => Some(("\\emph{", "}")),
        Style::SansBold if base == Style::Bold => Some(("\\textsf{", "}")),
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
