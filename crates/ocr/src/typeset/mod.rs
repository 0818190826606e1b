//! Glyphs to LaTeX: an inverse of what TeX does with a page.
//!
//! Regions in reading order (`columns`), lines (`lines`), words and formulas (`words`), blocks (`blocks`, one module for
//! each kind), then LaTeX (`text`, `math`), written with the place of every word and formula (`writer`). All lengths are relative to
//! the em of the line, and positions may be off by a twentieth of it: detected glyphs are not exact.

mod bars;
mod blocks;
mod columns;
mod document;
mod duplicates;
mod frames;
mod furniture;
mod latex;
mod lines;
mod mark;
mod math;
mod pictures;
mod pieces;
mod references;
mod styles;
mod symbols;
mod text;
mod words;
mod writer;

use std::collections::HashMap;

use crate::page::{Origin, PageGlyphs, Recognition};

use blocks::{Block, Body};
use latex::Source;
use pieces::Joined;

/// Writes the LaTeX that would set the given glyphs: the body of the page, without running heads and page numbers.
///
/// Each paragraph is one line; blocks are separated by blank lines. Tokens come in the order of the output, their
/// ranges do not overlap; a formula's token includes its delimiters (`$`, `\[`, `\begin{equation}`), a heading is one
/// token, and a word broken over two lines is two. Each character that stands for ink names its glyphs
/// ([`Recognition::origins`]). Takes any input: glyphs with unusable geometry are left out, and
/// what cannot be structured is written in the order it stands. O(n log n) for a page of n glyphs; formulas are
/// quadratic up to a fixed size.
pub fn typeset(page: &PageGlyphs) -> Recognition {
    let (marks, rules) = mark::usable(page);
    let (marks, rules) = pictures::remove(marks, rules);
    let (mut marks, rules) = frames::remove(duplicates::remove(marks), rules);
    styles::settle(&mut marks);
    let (marks, joined) = pieces::assemble(furniture::remove(marks, page.height));
    let body = Body::of(&marks);
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for region in columns::reading_order(marks, rules) {
        let is_first = blocks.is_empty();
        blocks.extend(blocks::blocks(lines::lines(region), body, is_first));
    }
    let mut recognition = document::write(blocks, body);
    add_joined(&mut recognition.origins, &joined);
    recognition
}

/// Whatever was written for a glyph was also written for those that were joined to it.
fn add_joined(origins: &mut Vec<Origin>, joined: &Joined) {
    let mut parts: HashMap<u32, Vec<Source>> = HashMap::new();
    for (whole, part) in joined {
        parts.entry(*whole).or_default().push(*part);
    }
    let with_parts = |origin: Origin| {
        let parts = parts.get(&origin.glyph).map(Vec::as_slice).unwrap_or_default();
        let range = origin.range.clone();
        let of_part = move |part: &Source| Origin {
            range: range.clone(),
            glyph: part.glyph,
            confidence: part.confidence,
        };
        std::iter::once(origin).chain(parts.iter().map(of_part))
    };
    *origins = std::mem::take(origins).into_iter().flat_map(with_parts).collect();
}
