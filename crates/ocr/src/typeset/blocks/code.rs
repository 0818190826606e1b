//! Code that stands alone (`verbatim` of LaTeX, package listings): lines in typewriter type with space above and below.
//! The lines are written as they were typed: no character is escaped, and no line is joined with the next.

use texlens_vocabulary::{Style, TokenKind};

use super::block::Block;
use super::row::Row;
use super::view::View;
use crate::typeset::document::Document;
use crate::typeset::mark::Mark;
use crate::typeset::monospace::{self, Word};

/// Least share of typewriter glyphs in a line of code (`TYPED`), and in a line right below another one (`GOES_ON`).
const TYPED: f32 = 0.75;
const GOES_ON: f32 = 0.4;
/// Upper bounds of the distance from one line of code to the next, in em: without an empty line (`NEXT`), and with at
/// most two (`FARTHEST`).
const NEXT: f32 = 1.5;
const FARTHEST: f32 = 3.8;
/// Number of lines from which on code cannot be a long name in running text.
const MANY: usize = 3;
/// Confidence from which on the style of a glyph is certain.
const SURE: f32 = 0.99;
/// Maximum number of glyphs in a line whose style says little, between lines of code.
const SHORT: usize = 3;

/// Whether the row begins or continues a block of code.
pub(super) fn is_code(view: &View<'_, '_>) -> bool {
    let gap = view.gap_above() / view.row.line.size;
    if let Some(Block::Code(_)) = view.blocks.last() {
        return gap < FARTHEST && typed(view.row) >= TYPED
            || gap < NEXT && (typed(view.row) >= GOES_ON || is_short(view.row));
    }
    typed(view.row) >= TYPED && stands_alone(view)
}

/// Whether vertical space sets the lines of code apart from the text around them.
fn stands_alone(view: &View<'_, '_>) -> bool {
    let rows = || std::iter::once(view.row).chain(view.rest);
    let is_next = |(above, below): &(&Row<'_>, &Row<'_>)| {
        typed(below) >= TYPED && step(above, below) < FARTHEST * below.line.size
    };
    let count = 1 + rows().zip(view.rest).take_while(is_next).count();
    let gap_below = match (rows().nth(count - 1), rows().nth(count)) {
        (Some(last), Some(next)) => step(last, next),
        _ => f32::INFINITY,
    };
    let is_wide = |gap: f32| gap > 1.15 * view.column.leading;
    let (above, below) = (is_wide(view.gap_above()), is_wide(gap_below));
    let is_at_margin = view.row.line.bbox.x0 < view.column.left + 0.5 * view.body.size;
    match count {
        // A single line may also be an address or a name in a title.
        0..MANY if rows().take(count).any(has_words) => false,
        1 => above && below && view.row.segments.len() > 1 && (is_at_margin || !view.is_centred()),
        2..MANY => above && below,
        _ => above || below,
    }
}

fn step(above: &Row<'_>, below: &Row<'_>) -> f32 {
    below.line.baseline - above.line.baseline
}

/// Returns the share of typewriter glyphs in a row.
fn typed(row: &Row<'_>) -> f32 {
    let marks = &row.line.marks;
    let typed = marks.iter().filter(|mark| mark.style == Style::Typewriter).count();
    typed as f32 / marks.len().max(1) as f32
}

/// Whether some letters of the row are certainly not code.
fn has_words(row: &Row<'_>) -> bool {
    let is_word = |mark: &Mark<'_>| mark.is_letter() && mark.style != Style::Typewriter && mark.confidence >= SURE;
    row.line.marks.iter().any(is_word)
}

fn is_short(row: &Row<'_>) -> bool {
    row.line.marks.len() <= SHORT
}

/// Adds a row to the code above it or begins a block with the row.
pub(super) fn add<'a>(blocks: &mut Vec<Block<'a>>, row: Row<'a>) {
    match blocks.last_mut() {
        Some(Block::Code(rows)) => rows.push(row),
        _ => blocks.push(Block::Code(vec![row])),
    }
}

/// Writes code.
pub(super) fn write(rows: &[Row<'_>], document: &mut Document) {
    let marks: Vec<Mark<'_>> = rows.iter().flat_map(|row| row.line.marks.iter().copied()).collect();
    let rules: Vec<_> = rows.iter().flat_map(|row| row.line.rules.iter().copied()).collect();
    let writer = &mut document.writer;
    writer.next_line();
    writer.raw("\\begin{verbatim}\n");
    for line in monospace::lines(&marks, &rules) {
        for Word {
            spaces,
            mut latex,
            bbox,
            confidence,
        } in line
        {
            // Only this text ends the environment.
            if latex.contains("\\end{verbatim}") {
                latex.rewrite(latex.replace("\\end{verbatim}", "\\end {verbatim}"));
            }
            writer.raw(&" ".repeat(spaces));
            writer.token(latex, TokenKind::Text, bbox, confidence);
        }
        writer.raw("\n");
    }
    writer.raw("\\end{verbatim}\n");
}
