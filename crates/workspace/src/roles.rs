//! The parts of a page that words and formulas belong to, for the colours of their boxes.

use std::collections::HashSet;
use std::ops::Range;

use texlens_latex::Outline;
use texlens_ocr::{BBox, Glyph, Recognition, Token, TokenKind};

/// The part of a page that a word or formula belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Running text.
    Text,
    /// A heading.
    Heading,
    /// An inline formula.
    InlineMath,
    /// A displayed formula.
    DisplayMath,
    /// A table entry, formulas included.
    Table,
    /// The caption of a table or figure.
    Caption,
    /// A bibliography entry.
    Bibliography,
    /// A picture.
    Figure,
    /// A glyph inside a picture. It is not part of the output.
    FigureText,
    /// A glyph elsewhere that is not part of the output, such as a running head or page number.
    LeftOut,
}

impl Role {
    /// All roles, in the order of the legend.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Heading,
        Self::InlineMath,
        Self::DisplayMath,
        Self::Table,
        Self::Caption,
        Self::Bibliography,
        Self::Figure,
        Self::FigureText,
        Self::LeftOut,
    ];

    /// Returns the role's class in the style sheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Text => "role-text",
            Self::Heading => "role-heading",
            Self::InlineMath => "role-inline-math",
            Self::DisplayMath => "role-display-math",
            Self::Table => "role-table",
            Self::Caption => "role-caption",
            Self::Bibliography => "role-bibliography",
            Self::Figure => "role-figure",
            Self::FigureText => "role-figure-text",
            Self::LeftOut => "role-left-out",
        }
    }
}

/// Returns the role of each token. Takes linear time, except for sorting tables, captions and bibliography entries.
#[must_use]
pub fn roles(recognition: &Recognition) -> Vec<Role> {
    let outline = Outline::of(&recognition.latex);
    let tabulars = outline.tables().iter().flat_map(|table| &table.tabulars);
    let tabulars = tabulars.map(|tabular| (tabular.range.clone(), Role::Table));
    let captions = outline
        .captions()
        .iter()
        .map(|caption| (caption.range.clone(), Role::Caption));
    let entries = outline
        .bibliography()
        .iter()
        .map(|entry| (entry.range.clone(), Role::Bibliography));
    let mut parts: Vec<(Range<usize>, Role)> = tabulars.chain(captions).chain(entries).collect();
    parts.sort_by_key(|(range, _)| range.start);
    let of_part = |at: usize| {
        let after = parts.partition_point(|(range, _)| range.start <= at);
        let (range, role) = parts.get(after.checked_sub(1)?)?;
        range.contains(&at).then_some(*role)
    };
    let tokens = recognition.tokens.iter();
    tokens
        .map(|token| {
            of_part(token.range.start).unwrap_or(match token.kind {
                TokenKind::Text => Role::Text,
                TokenKind::Heading => Role::Heading,
                TokenKind::InlineMath => Role::InlineMath,
                TokenKind::DisplayMath => Role::DisplayMath,
                TokenKind::Figure => Role::Figure,
            })
        })
        .collect()
}

/// Returns the indices of the glyphs that are not part of the output, each with its role: figure text or left out.
#[must_use]
pub fn left_out(recognition: &Recognition, glyphs: &[Glyph]) -> Vec<(u32, Role)> {
    let written: HashSet<u32> = recognition.origins.iter().map(|origin| origin.glyph).collect();
    let is_figure = |token: &&Token| token.kind == TokenKind::Figure;
    let figures: Vec<BBox> = recognition
        .tokens
        .iter()
        .filter(is_figure)
        .map(|token| token.bbox)
        .collect();
    let role = |glyph: &Glyph| {
        let bbox = glyph.bbox();
        let (x, y) = ((bbox.x0 + bbox.x1) / 2.0, (bbox.y0 + bbox.y1) / 2.0);
        let holds = |figure: &BBox| x >= figure.x0 && x <= figure.x1 && y >= figure.y0 && y <= figure.y1;
        if figures.iter().any(holds) {
            Role::FigureText
        } else {
            Role::LeftOut
        }
    };
    let unwritten = (0u32..).zip(glyphs).filter(|(index, _)| !written.contains(index));
    unwritten.map(|(index, glyph)| (index, role(glyph))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_ocr::{Origin, Style};

    #[test]
    fn what_stands_around_a_word_says_what_it_is() {
        let latex = "\\begin{table}\n\\caption{One}\n\\begin{tabular}{l}two & $x$\\end{tabular}\n\\end{table}\nthree $y$ four\n\\includegraphics{figure_1}";
        let token = |word: &str, kind: TokenKind| {
            let start = latex.find(word).unwrap_or_default();
            Token {
                range: start..start + word.len(),
                bbox: BBox::default(),
                kind,
                confidence: 1.0,
            }
        };
        let recognition = Recognition {
            latex: latex.to_owned(),
            tokens: vec![
                token("One", TokenKind::Text),
                token("two", TokenKind::Text),
                token("$x$", TokenKind::InlineMath),
                token("three", TokenKind::Text),
                token("$y$", TokenKind::InlineMath),
                Token {
                    bbox: BBox {
                        x0: 50.0,
                        y0: 0.0,
                        x1: 100.0,
                        y1: 100.0,
                    },
                    ..token("\\includegraphics{figure_1}", TokenKind::Figure)
                },
            ],
            origins: vec![Origin {
                range: 0..1,
                glyph: 1,
                confidence: 1.0,
            }],
            ..Recognition::default()
        };
        let expected = [
            Role::Caption,
            Role::Table,
            Role::Table,
            Role::Text,
            Role::InlineMath,
            Role::Figure,
        ];
        assert_eq!(roles(&recognition), expected);
        let glyphs = [10.0, 30.0, 70.0].map(|x| Glyph {
            symbol: "a".to_owned(),
            style: Style::Roman,
            x,
            y: 50.0,
            width: 5.0,
            height: 5.0,
            depth: 0.0,
            size: 10.0,
            confidence: 1.0,
        });
        let expected = [(0, Role::LeftOut), (2, Role::FigureText)];
        assert_eq!(left_out(&recognition, &glyphs), expected);
    }
}
