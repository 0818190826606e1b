//! A page that was read, as JSON for Python.

use std::ops::Range;

use serde::Serialize;
use texlens_ocr::{BBox, Doubt, PageGlyphs, ReadFrom, Recognition, TokenKind, turn_in_words};

/// A page that was read. Places in the text count characters, as indices of a str do.
#[derive(Serialize)]
struct Page<'a> {
    latex: &'a str,
    read_from: &'static str,
    /// Why the text of a PDF page was not taken, or why it cannot be trusted.
    reason: Option<&'a str>,
    doubt: Option<Doubt>,
    remarks: Vec<String>,
    turn: f32,
    width: f32,
    height: f32,
    tokens: Vec<Token>,
    /// Start, end, index of the glyph, confidence.
    origins: Vec<(usize, usize, u32, f32)>,
}

#[derive(Serialize)]
struct Token {
    start: usize,
    end: usize,
    kind: TokenKind,
    #[serde(rename = "box")]
    bbox: [f32; 4],
    confidence: f32,
}

/// Describes a page as JSON. `remarks` are those on its image.
pub(super) fn described(
    glyphs: &PageGlyphs,
    recognition: &Recognition,
    remarks: Vec<String>,
) -> serde_json::Result<String> {
    let indices = Indices::of(&recognition.latex);
    let token = |token: &texlens_ocr::Token| {
        let (start, end) = indices.of_range(&token.range);
        let BBox { x0, y0, x1, y1 } = token.bbox;
        Token {
            start,
            end,
            kind: token.kind,
            bbox: [x0, y0, x1, y1],
            confidence: token.confidence,
        }
    };
    let origin = |origin: &texlens_ocr::Origin| {
        let (start, end) = indices.of_range(&origin.range);
        (start, end, origin.glyph, origin.confidence)
    };
    let (read_from, reason) = match &recognition.read_from {
        ReadFrom::Image { because } => ("image", because.as_deref()),
        ReadFrom::Text { although, .. } => ("text", although.as_deref()),
    };
    serde_json::to_string(&Page {
        latex: &recognition.latex,
        read_from,
        reason,
        doubt: recognition.doubt,
        remarks: all_remarks(recognition, remarks),
        turn: recognition.turn,
        width: glyphs.width,
        height: glyphs.height,
        tokens: recognition.tokens.iter().map(token).collect(),
        origins: recognition.origins.iter().map(origin).collect(),
    })
}

/// Returns what a person should know of the page.
fn all_remarks(recognition: &Recognition, of_image: Vec<String>) -> Vec<String> {
    let of_text = match &recognition.read_from {
        ReadFrom::Text { remarks, .. } => remarks.clone(),
        ReadFrom::Image { .. } => Vec::new(),
    };
    let turned = turn_in_words(recognition.turn);
    let cut_off = recognition.cut_off.map(|cut_off| cut_off.to_string());
    let doubt = recognition.doubt.map(|doubt| doubt.to_string());
    let of_page = [turned, cut_off, doubt].into_iter().flatten();
    of_image.into_iter().chain(of_text).chain(of_page).collect()
}

/// The number of characters before each byte of a text. ASCII needs no list.
struct Indices(Option<Vec<usize>>);

impl Indices {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self(None);
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        for (number, character) in text.chars().enumerate() {
            before.extend(std::iter::repeat_n(number, character.len_utf8()));
        }
        before.push(before.last().map_or(0, |last| last + 1));
        Self(Some(before))
    }

    fn of_range(&self, range: &Range<usize>) -> (usize, usize) {
        let index = |byte: usize| match &self.0 {
            None => byte,
            Some(before) => before.get(byte).copied().unwrap_or(byte),
        };
        (index(range.start), index(range.end))
    }
}
