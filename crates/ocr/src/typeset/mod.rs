//! The typesetter: turns glyphs into LaTeX, the inverse of what TeX does with a page.
//!
//! The stages are regions in reading order (`columns`), lines (`lines`), words and formulas (`words`), and blocks
//! (`blocks`, one module for each kind). Then the LaTeX of each page is assembled (`pages`, with `text` and `math`) and
//! written with the place of every word and formula (`writer`). All lengths are relative to the em of the line.
//! Detected glyphs are inexact, so positions may be off by a twentieth of an em.

mod anchors;
mod bars;
mod bibliography;
mod blocks;
mod body;
mod braces;
mod calendar;
mod cases;
mod columns;
mod document;
mod dots;
mod duplicates;
mod frames;
mod furniture;
mod inequalities;
mod latex;
mod lines;
mod margins;
mod mark;
mod math;
mod monospace;
mod named;
mod pages;
mod partitions;
mod pictures;
mod pieces;
mod references;
mod runs;
mod styles;
mod symbols;
mod table;
mod text;
mod underscores;
mod words;
mod writer;

use std::collections::HashMap;

use anchors::Names;
use blocks::{Page, Rows};
use body::Body;
use columns::Region;
use furniture::{Ends, Furniture};
use latex::Source;
use mark::{Mark, quantile};
use pieces::Joined;
use table::Table;
use texlens_vocabulary::{BBox, Origin, PageGlyphs, Recognition};

/// Writes the LaTeX that would set the given glyphs: the body of the page, without running heads and page numbers.
///
/// Each paragraph is one line; blank lines separate blocks. Tokens come in the order of the output, and their ranges do
/// not overlap. A formula's token includes its delimiters (`$`, `\[`, `\begin{equation}`). A heading is one token, and
/// a word broken over two lines is two. Each character that stands for ink names its glyphs ([`Recognition::origins`]).
///
/// Accepts any input: glyphs with unusable geometry are omitted, and content without a recognisable structure is
/// written in its order on the page. Takes O(n log n) time for a page of n glyphs; formulas take quadratic time up to a
/// fixed size.
pub fn typeset(page: &PageGlyphs) -> Recognition {
    typeset_document(std::slice::from_ref(page)).pop().unwrap_or_default()
}

/// The number of pages that are typeset together at most. A longer document is given to [`typeset_document`] in parts, so
/// that the memory for it does not grow with its length; what its parts have in common is then found in each.
pub const MOST_PAGES: usize = 200;

/// Writes the pages of one document, in order, each as [`typeset`] does.
///
/// The size of the running text and the vocabulary are determined from all pages together. A word that is broken over
/// two pages belongs to the page where it begins; its second half has no glyphs there.
pub fn typeset_document(pages: &[PageGlyphs]) -> Vec<Recognition> {
    let sheets = sheets(pages);
    let bodies = bodies(&sheets);
    let joined: Vec<Joined> = sheets.iter().map(|sheet| sheet.joined.clone()).collect();
    let gutter = usual_gutter(&sheets);
    let is_first = std::iter::once(true).chain(std::iter::repeat(false));
    let sheets = sheets.into_iter().zip(&bodies).zip(is_first);
    let read = sheets.map(|((sheet, body), is_first)| sheet.page(*body, gutter, is_first));
    let read: Vec<Page<'_>> = read.collect();
    let bodies: Vec<Body> = read.iter().map(|page| page.body).collect();
    let blocks = blocks::blocks(read);
    let mut written = pages::write(blocks, &bodies);
    for ((recognition, joined), page) in written.iter_mut().zip(&joined).zip(pages) {
        add_joined(&mut recognition.origins, joined);
        (recognition.turn, recognition.doubt, recognition.cut_off) = (page.turn, page.doubt, page.cut_off);
        recognition.read_from = page.read_from.clone();
    }
    anchors::apply(pages, &mut written);
    written
}

/// The content of a page after everything that is not part of the text has been removed.
struct Sheet<'a> {
    marks: Vec<Mark<'a>>,
    rules: Vec<BBox>,
    tables: Vec<Table<'a>>,
    joined: Joined,
    names: Names<'a>,
    /// The geometric mean of the page's width and height. Sizes divided by it are comparable between the pages of a
    /// document, however they were scanned.
    scale: f32,
    /// The height of the page, in pixels.
    height: f32,
}

/// Returns the pages of a document without their running heads and feet.
fn sheets(pages: &[PageGlyphs]) -> Vec<Sheet<'_>> {
    let (mut sheets, ends): (Vec<Sheet<'_>>, Vec<Ends<'_>>) = pages.iter().map(Sheet::new).unzip();
    let furniture = Furniture::of(&ends);
    for (sheet, ends) in sheets.iter_mut().zip(ends) {
        (sheet.marks, sheet.rules) = ends.remove(&furniture, std::mem::take(&mut sheet.rules));
    }
    sheets
}

impl<'a> Sheet<'a> {
    /// Returns the sheet without its glyphs, and the glyphs in rows from top to bottom.
    fn new(page: &'a PageGlyphs) -> (Self, Ends<'a>) {
        let (marks, rules) = mark::usable(page);
        let (marks, mut rules, pictures) = pictures::take(marks, rules, &page.figures);
        // The lines of a narrow brace are as long as underscores.
        let (marks, braces) = braces::join(marks, &mut rules);
        let marks = underscores::read(marks, &mut rules);
        let marks = inequalities::join(marks, &mut rules);
        let mut marks = margins::remove(duplicates::remove(marks), page.height);
        styles::settle(&mut marks);
        cases::settle(&mut marks);
        let (marks, mut joined) = pieces::assemble(marks);
        joined.extend(braces);
        let (mut marks, dots) = dots::join(marks);
        joined.extend(dots);
        let vertical = mark::vertical_rules(page);
        let (tables, rules) = table::take(&mut marks, rules, &vertical);
        let (mut marks, rules) = frames::remove(marks, rules);
        partitions::add(&mut marks, &vertical);
        marks.extend(pictures);
        let scale = (page.width * page.height).sqrt();
        let sheet = Self {
            marks: Vec::new(),
            rules,
            tables,
            joined,
            names: Names::of(page),
            scale: if scale.is_finite() && scale > 1.0 { scale } else { 1.0 },
            height: page.height,
        };
        (sheet, Ends::new(marks, page.height))
    }

    /// Returns the page with the rows of its columns, in reading order. The first page of a document may have a title.
    fn page(self, body: Body, gutter: Option<f32>, is_first: bool) -> Page<'a> {
        if let Some(rows) = self.formula(body) {
            return Page {
                body: blocks::body_of_formula(&rows, body),
                columns: vec![rows],
                tables: Vec::new(),
                is_formula: true,
            };
        }
        let mut tables = self.tables;
        let mut rows = |region| {
            let foot = blocks::note_rule(&region);
            let (lines, unruled) = table::join_rows(lines::lines(region), is_first);
            tables.extend(unruled);
            let places: Vec<(f32, BBox)> = lines.iter().map(|line| (line.baseline, line.bbox)).collect();
            blocks::rows(lines, foot, &self.names.name(&places))
        };
        let regions = columns::reading_order(self.marks, self.rules, gutter.map(|share| share * self.scale));
        Page {
            columns: regions.into_iter().map(&mut rows).collect(),
            tables,
            body,
            is_formula: false,
        }
    }

    /// Returns the rows of an image that shows one formula. The spaces of a formula are no gutters.
    fn formula(&self, body: Body) -> Option<Rows<'a>> {
        let has_picture = self.marks.iter().any(Mark::is_picture);
        if has_picture || !self.tables.is_empty() || !blocks::may_be_formula(self.height, body) {
            return None;
        }
        let lines = lines::lines(Region {
            marks: self.marks.clone(),
            rules: self.rules.clone(),
        });
        let names = vec![None; lines.len()];
        Some(blocks::rows(lines, None, &names)).filter(|rows| blocks::is_formula(rows))
    }
}

/// Returns the x of the usual gutter as a share of a page's scale, if most pages of the document are in columns.
fn usual_gutter(sheets: &[Sheet<'_>]) -> Option<f32> {
    let of_page = |sheet: &Sheet<'_>| columns::gutter_of(&sheet.marks).map(|x| x / sheet.scale);
    let found: Vec<f32> = sheets.iter().filter_map(of_page).collect();
    (sheets.len() > 1 && 2 * found.len() > sheets.len()).then(|| quantile(found, 0.5))
}

/// Returns the running text of each page, as measured on the whole document.
fn bodies(sheets: &[Sheet<'_>]) -> Vec<Body> {
    let parts = sheets.iter().map(|sheet| (sheet.marks.as_slice(), sheet.scale));
    let body = Body::of(parts);
    sheets.iter().map(|sheet| body.at(sheet.scale)).collect()
}

/// Writes LaTeX for the text of a page that another program has read. Each paragraph is given as its lines.
///
/// Only rules for words and numbers apply. They find numbered headings, captions, references and citations as on a page
/// of glyphs.
pub fn typeset_text(paragraphs: &[Vec<String>]) -> String {
    pages::write_plain(paragraphs).latex
}

/// Adds origins for joined glyphs: text that was written for a glyph also stands for the glyphs that were joined to it.
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
