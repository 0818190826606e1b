//! What the caller reports about a run of the engine, and what it says of each block.

use std::collections::BTreeMap;

use texlens_draw::{Drawing, MarkKind};
use texlens_vocabulary::Compilation;

use crate::document::Marked;
use crate::place::{Span, spans};
use crate::segment::SegmentKind;

/// Maximum height of a formula in a line of text above its baseline, in scaled points: 10 points (section 3.2 of the
/// paper). The paper's program measures formulas in 10-point type, this one in the type of the page.
const HIGHEST: i64 = 10 << 16;

/// What the engine made of a document.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The verdict. Its places are in the document.
    pub compilation: Compilation,
    /// The pages.
    pub pages: Vec<Drawing>,
    /// The log.
    pub log: String,
}

impl Answer {
    /// Takes the parts of an answer: verdict, pages and log.
    #[must_use]
    pub fn new(compilation: Compilation, pages: Vec<Drawing>, log: String) -> Self {
        Self {
            compilation,
            pages,
            log,
        }
    }
}

/// The reason why a block is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flaw {
    /// The engine reports an error in it.
    Error,
    /// A formula in a line of text is higher than 10 points.
    TooHigh,
    /// It is wider than the column, by more than a point.
    Overfull,
    /// A line of it is stretched beyond all limits (badness 10,000).
    Underfull,
    /// A glyph of it has no outline, so that images would lack it.
    Undrawn,
}

impl Flaw {
    /// Returns the name of the flaw in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "does not compile",
            Self::TooHigh => "formula too high for its line",
            Self::Overfull => "wider than the column",
            Self::Underfull => "line stretched too far",
            Self::Undrawn => "glyph without outline",
        }
    }
}

/// The verdict on the blocks of a document.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// The flaw of each block that has one.
    pub(crate) flaws: BTreeMap<usize, Flaw>,
    /// The segments with errors, each with the message.
    pub(crate) errors: BTreeMap<usize, String>,
    /// The formulas that are too high, by segment.
    pub(crate) high: Vec<usize>,
    /// Whether something is wrong that no block explains.
    pub(crate) is_unexplained: bool,
}

impl Verdict {
    pub(crate) fn of(marked: &Marked, kinds: &[SegmentKind], answer: &Answer) -> Self {
        let mut verdict = Self::default();
        let block_of = |line: u32| marked.lines.partition_point(|lines| lines.end <= line);
        let known = |line: u32| {
            marked
                .lines
                .get(block_of(line))
                .is_some_and(|lines| lines.contains(&line))
        };
        for error in &answer.compilation.errors {
            let Some(line) = error.line.filter(|line| known(*line)) else {
                verdict.is_unexplained = true;
                continue;
            };
            let block = block_of(line);
            verdict.flaws.insert(block, Flaw::Error);
            let place = error.diagnostic.range.as_ref().map(|range| range.start);
            // A font that the engine lacks is no fault of the formula beside it.
            let is_of_font = error.diagnostic.message.starts_with("Font ");
            if let Some(segment) = segment(marked, kinds, block, place).filter(|_| !is_of_font) {
                let message = error.diagnostic.message.clone();
                verdict.errors.entry(segment).or_insert(message);
            }
        }
        verdict.is_unexplained |= !answer.compilation.compiles && verdict.flaws.is_empty();
        for (line, flaw) in answer.log.lines().filter_map(warning) {
            if known(line) {
                verdict.flaws.entry(block_of(line)).or_insert(flaw);
            }
        }
        for note in answer.pages.iter().flat_map(|page| &page.notes) {
            let Some((segment, height)) = note.text.strip_prefix('h').and_then(|text| text.split_once(' ')) else {
                continue;
            };
            let (Ok(segment), Ok(height)) = (segment.parse::<usize>(), height.trim().parse::<i64>()) else {
                continue;
            };
            if height > HIGHEST
                && let Some(block) = marked.blocks.get(segment)
            {
                verdict.high.push(segment);
                verdict.flaws.entry(*block).or_insert(Flaw::TooHigh);
            }
        }
        for (page, drawing) in answer.pages.iter().enumerate() {
            let is_undrawn = |mark: &texlens_draw::Mark| {
                matches!(&mark.kind, MarkKind::Glyph { font, code, .. }
                    if font.as_ref().is_none_or(|font| font.glyph(*code).is_none()))
            };
            let mut glyphs = drawing.marks.iter().take(drawing.glyphs).enumerate();
            let Some((glyph, _)) = glyphs.find(|(_, mark)| is_undrawn(mark)) else {
                continue;
            };
            // One at a time: the next run tells the next one.
            let spans = spans(&answer.pages, marked.segments.len());
            let holds = |span: &Option<Span>| {
                span.as_ref()
                    .is_some_and(|span| span.page == page && span.glyphs.contains(&glyph))
            };
            let block = spans
                .iter()
                .position(holds)
                .and_then(|segment| marked.blocks.get(segment));
            if let Some(block) = block {
                verdict.flaws.entry(*block).or_insert(Flaw::Undrawn);
            }
        }
        verdict
    }
}

/// Returns the segment of a block that an error lies in: the one at its place, else the only one with a formula.
fn segment(marked: &Marked, kinds: &[SegmentKind], block: usize, place: Option<usize>) -> Option<usize> {
    let of_block = |segment: &usize| marked.blocks.get(*segment) == Some(&block);
    let segments = (0..marked.segments.len()).filter(of_block);
    let is_formula = |segment: &usize| {
        let kind = kinds.get(*segment);
        kind.is_some_and(|kind| matches!(kind, SegmentKind::InlineFormula | SegmentKind::DisplayFormula))
    };
    let formulas: Vec<usize> = segments.filter(is_formula).collect();
    // Errors of displays show at the end of their environment, whichever line they are in.
    let holds = |segment: &&usize| {
        let bytes = marked.segments.get(**segment);
        place.is_some_and(|place| bytes.is_some_and(|bytes| bytes.start <= place && place <= bytes.end))
    };
    let found = formulas.iter().find(holds).copied();
    found.or_else(|| formulas.first().copied().filter(|_| formulas.len() == 1))
}

/// Reads a warning of the log: the line of the document, and the flaw.
fn warning(line: &str) -> Option<(u32, Flaw)> {
    let flaw = if line.starts_with("Overfull \\hbox") {
        Flaw::Overfull
    } else if line.starts_with("Underfull \\hbox (badness 10000)") {
        Flaw::Underfull
    } else {
        return None;
    };
    let rest = ["at lines ", "at line "]
        .iter()
        .find_map(|words| Some(line.split_once(words)?.1))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some((rest.get(..digits)?.parse().ok()?, flaw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_the_log_have_their_line() {
        for (line, expected) in [
            (
                "Overfull \\hbox (23.1pt too wide) in paragraph at lines 30--34",
                Some((30, Flaw::Overfull)),
            ),
            (
                "Overfull \\hbox (2.0pt too wide) detected at line 41",
                Some((41, Flaw::Overfull)),
            ),
            (
                "Underfull \\hbox (badness 10000) in paragraph at lines 7--8",
                Some((7, Flaw::Underfull)),
            ),
            ("Underfull \\hbox (badness 3000) in paragraph at lines 7--8", None),
            (
                "Overfull \\vbox (2.0pt too high) has occurred while \\output is active",
                None,
            ),
        ] {
            assert_eq!(warning(line), expected, "{line}");
        }
    }
}
