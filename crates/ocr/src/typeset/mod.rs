//! Glyphs to LaTeX: an inverse of what TeX does with a page.
//!
//! Regions in reading order (`columns`), lines (`lines`), words and formulas (`words`), blocks (`blocks`), then LaTeX
//! (`text`, `display`, `math`), written with the place of every word and formula (`writer`). All lengths are relative to
//! the em of the line, and positions may be off by a twentieth of it: detected glyphs are not exact.

mod bars;
mod blocks;
mod columns;
mod display;
mod document;
mod duplicates;
mod frames;
mod furniture;
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

use crate::page::{PageGlyphs, Recognition};

use blocks::{Block, Body};

/// Writes the LaTeX that would set the given glyphs: the body of the page, without running heads and page numbers.
///
/// Each paragraph is one line; blocks are separated by blank lines. Tokens come in the order of the output, their
/// ranges do not overlap; a formula's token includes its delimiters (`$`, `\[`, `\begin{equation}`), a heading is one
/// token, and a word broken over two lines is two. Takes any input: glyphs with unusable geometry are left out, and
/// what cannot be structured is written in the order it stands. O(n log n) for a page of n glyphs; formulas are
/// quadratic up to a fixed size.
pub fn typeset(page: &PageGlyphs) -> Recognition {
    let (marks, rules) = mark::usable(page);
    let (marks, rules) = pictures::remove(marks, rules);
    let (mut marks, rules) = frames::remove(duplicates::remove(marks), rules);
    styles::settle(&mut marks);
    let marks = pieces::assemble(furniture::remove(marks, page.height));
    let body = Body::of(&marks);
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for region in columns::reading_order(marks, rules) {
        let is_first = blocks.is_empty();
        blocks.extend(blocks::blocks(lines::lines(region), body, is_first));
    }
    document::write(blocks, body)
}
