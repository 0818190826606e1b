//! Corrections of OCR output, made by hand, word by word.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::glyph::BBox;
use crate::recognition::{Origin, Recognition, Token};

/// A piece of the output that a person has replaced.
///
/// A correction identifies the piece by its LaTeX and its position on the page, not by its offset in the text. It
/// therefore still fits when the page is read again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// Bounding box of the piece on the page.
    pub bbox: BBox,
    /// The LaTeX that was read there.
    pub read: String,
    /// The LaTeX that should be there; empty to delete the piece.
    pub written: String,
}

/// Maximum distance that an edge of a piece may move in a second reading, as a multiple of the height of the piece.
const REACH: f32 = 0.25;

impl Correction {
    fn fits(&self, token: &Token, latex: &str) -> bool {
        let reach = REACH * (self.bbox.y1 - self.bbox.y0);
        let edges = [
            (self.bbox.x0, token.bbox.x0),
            (self.bbox.y0, token.bbox.y0),
            (self.bbox.x1, token.bbox.x1),
            (self.bbox.y1, token.bbox.y1),
        ];
        self.read == latex && edges.iter().all(|(a, b)| (a - b).abs() <= reach)
    }
}

impl Recognition {
    /// Returns the LaTeX of a token.
    #[must_use]
    pub fn latex_of(&self, token: &Token) -> &str {
        self.latex.get(token.range.clone()).unwrap_or_default()
    }

    /// Returns the recognition with the corrections applied.
    ///
    /// A corrected token has confidence 1 and no origins, since its text was not written for any glyphs. A token whose
    /// text becomes empty is removed. Of two corrections of one piece, the later one applies. A correction whose piece
    /// is not found changes nothing. Takes O(t c) time for t tokens and c corrections.
    #[must_use]
    pub fn corrected(&self, corrections: &[Correction]) -> Self {
        if corrections.is_empty() {
            return self.clone();
        }
        let mut out = Self {
            turn: self.turn,
            doubt: self.doubt,
            cut_off: self.cut_off,
            read_from: self.read_from.clone(),
            ..Self::default()
        };
        // The end of the last token that was copied or replaced.
        let mut from = 0;
        for token in &self.tokens {
            out.copy(self, from..token.range.start);
            from = token.range.end;
            let start = out.latex.len();
            let read = self.latex_of(token);
            let correction = corrections.iter().rev().find(|correction| correction.fits(token, read));
            match correction {
                Some(correction) => out.latex.push_str(&correction.written),
                None => out.copy(self, token.range.clone()),
            }
            if out.latex.len() > start {
                out.tokens.push(Token {
                    range: start..out.latex.len(),
                    confidence: if correction.is_some() { 1.0 } else { token.confidence },
                    ..token.clone()
                });
            }
        }
        out.copy(self, from..self.latex.len());
        out
    }

    /// Appends a part of another recognition's text with its origins. Takes O(log n) time for n origins, plus time
    /// linear in the length of the part.
    fn copy(&mut self, other: &Self, part: Range<usize>) {
        let Some(text) = other.latex.get(part.clone()) else {
            return;
        };
        let start = self.latex.len();
        self.latex.push_str(text);
        let first = other.origins.partition_point(|origin| origin.range.start < part.start);
        let inside = other.origins.iter().skip(first);
        let inside = inside.take_while(|origin| origin.range.end <= part.end);
        self.origins.extend(inside.map(|origin| Origin {
            range: origin.range.start - part.start + start..origin.range.end - part.start + start,
            ..origin.clone()
        }));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::recognition::TokenKind;

    fn read(words: &[&str]) -> Recognition {
        let mut recognition = Recognition::default();
        for (i, word) in words.iter().enumerate() {
            let start = recognition.latex.len();
            recognition.latex.push_str(word);
            let range = start..recognition.latex.len();
            let x0 = 40.0 * i as f32;
            recognition.origins.push(Origin {
                range: range.clone(),
                glyph: i as u32,
                confidence: 0.5,
            });
            recognition.tokens.push(Token {
                range,
                bbox: BBox {
                    x0,
                    y0: 0.0,
                    x1: x0 + 30.0,
                    y1: 10.0,
                },
                kind: TokenKind::Text,
                confidence: 0.5,
            });
            recognition.latex.push(' ');
        }
        recognition
    }

    fn correction(of: &Recognition, token: usize, written: &str) -> Correction {
        let token = &of.tokens[token];
        Correction {
            bbox: token.bbox,
            read: of.latex_of(token).to_owned(),
            written: written.to_owned(),
        }
    }

    #[test]
    fn what_follows_a_correction_keeps_its_place() {
        let page = read(&["the", "qnick", "fox"]);
        let corrected = page.corrected(&[correction(&page, 1, "very quick")]);
        assert_eq!(corrected.latex, "the very quick fox ");
        let words: Vec<&str> = corrected.tokens.iter().map(|token| corrected.latex_of(token)).collect();
        assert_eq!(words, ["the", "very quick", "fox"]);
        assert_eq!(corrected.tokens[1].confidence, 1.0);
        let glyphs: Vec<(u32, &str)> = corrected
            .origins
            .iter()
            .map(|origin| (origin.glyph, &corrected.latex[origin.range.clone()]))
            .collect();
        assert_eq!(glyphs, [(0, "the"), (2, "fox")]);
    }

    #[test]
    fn a_piece_that_should_not_be_there_goes() {
        let page = read(&["a", "b", "c"]);
        let corrected = page.corrected(&[correction(&page, 1, "")]);
        assert_eq!(corrected.latex, "a  c ");
        assert_eq!(corrected.tokens.len(), 2);
    }

    #[test]
    fn it_fits_a_second_reading_and_no_other_place() {
        let page = read(&["a", "a"]);
        let fix = correction(&page, 0, "b");
        let mut again = page.clone();
        again.tokens[0].bbox.x0 += 1.0;
        assert_eq!(again.corrected(std::slice::from_ref(&fix)).latex, "b a ");
        again.tokens[0].bbox.y0 += 8.0;
        assert_eq!(again.corrected(&[fix]).latex, "a a ");
    }

    #[test]
    fn the_later_of_two_holds() {
        let page = read(&["a"]);
        let fixes = [correction(&page, 0, "b"), correction(&page, 0, "c")];
        assert_eq!(page.corrected(&fixes).latex, "c ");
        assert_eq!(page.corrected(&[]), page);
    }
}
