//! Blocks as a LaTeX document, for people and for the engine.

use std::fmt::Write as _;
use std::ops::Range;

use crate::block::Block;
use crate::layout::Layout;
use crate::segment::{Piece, SegmentKind};

/// What the engine's document has in addition. The notes print nothing and move nothing: they begin after the
/// indentation of a paragraph, before a letter, or within a formula. `b` and `e` are the beginning and the end of a
/// segment. `h` is followed by the height of a formula in a line of text, in scaled points.
const MARKS: &str = "\\hfuzz=1pt \\hbadness=9999\n\
    \\newbox\\texlensbox\n\
    \\def\\texlensb#1{\\ifvmode\\leavevmode\\fi\\special{texlens:b#1}}\n\
    \\def\\texlense#1{\\special{texlens:e#1}}\n\
    \\def\\texlensh#1{\\special{texlens:h#1 \\number\\ht\\texlensbox}}\n";

/// A document for the engine, which tells where each segment stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marked {
    pub(crate) text: String,
    /// The lines of each block, from 1.
    pub(crate) lines: Vec<Range<u32>>,
    /// The bytes of each segment, from its beginning to the end of its content.
    pub(crate) segments: Vec<Range<usize>>,
    /// The block of each segment.
    pub(crate) blocks: Vec<usize>,
}

/// Writes a document for people.
pub(crate) fn clean(layout: &Layout, blocks: &[Block]) -> String {
    format!(
        "{}\\begin{{document}}\n{}\\end{{document}}\n",
        layout.preamble(),
        body(blocks)
    )
}

/// Writes what stands between `\begin{document}` and `\end{document}`.
pub(crate) fn body(blocks: &[Block]) -> String {
    let mut body = String::new();
    for block in blocks {
        for piece in &block.pieces {
            match piece {
                Piece::Markup(text) => body.push_str(text),
                Piece::Segment(segment) => body.push_str(&segment.latex()),
            }
        }
        body.push_str("\n\n");
    }
    body
}

/// Writes a document for the engine. `entries` is the number of entries that its bibliography has: a single run knows
/// no numbers of citations, so they are stated.
pub(crate) fn marked(layout: &Layout, blocks: &[Block], entries: usize) -> Marked {
    let mut text = layout.preamble();
    text.push_str(MARKS);
    if entries > 0 {
        text.push_str("\\makeatletter\n");
        for entry in 1..=entries {
            let _ = writeln!(text, "\\bibcite{{source{entry}}}{{{entry}}}");
        }
        text.push_str("\\makeatother\n");
    }
    text.push_str("\\begin{document}\n");
    let mut line = count_lines(&text) + 1;
    let mut marked = Marked::default();
    for (index, block) in blocks.iter().enumerate() {
        let start = text.len();
        for piece in &block.pieces {
            match piece {
                Piece::Markup(markup) => text.push_str(markup),
                Piece::Segment(segment) => {
                    let number = marked.segments.len();
                    let is_outside = matches!(segment.kind, SegmentKind::Text | SegmentKind::InlineFormula);
                    let (begin, end) = (format!("\\texlensb{{{number}}}"), format!("\\texlense{{{number}}}"));
                    let (before, after) = match is_outside {
                        true => ([begin.as_str(), &segment.open], [&segment.close, end.as_str()]),
                        false => ([segment.open.as_str(), &begin], [end.as_str(), &segment.close]),
                    };
                    let at = text.len();
                    text.push_str(before[0]);
                    if segment.kind == SegmentKind::InlineFormula {
                        let content = &segment.content;
                        let _ = write!(text, "\\setbox\\texlensbox\\hbox{{${content}$}}\\texlensh{{{number}}}");
                    }
                    text.push_str(before[1]);
                    text.push_str(&segment.content);
                    marked.segments.push(at..text.len());
                    marked.blocks.push(index);
                    text.push_str(after[0]);
                    text.push_str(after[1]);
                }
            }
        }
        text.push_str("\n\n");
        let end = line + count_lines(text.get(start..).unwrap_or_default());
        marked.lines.push(line..end);
        line = end;
    }
    text.push_str("\\end{document}\n");
    marked.text = text;
    marked
}

fn count_lines(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX)
}
