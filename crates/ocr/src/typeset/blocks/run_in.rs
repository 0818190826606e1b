//! Run-in headings. `\@startsection` with a negative skip after the heading sets the text on the line of the heading,
//! at that distance: 1 em for `\paragraph` of the standard classes, half of that for lower levels of other classes.

use texlens_vocabulary::Style;

use super::number::{Number, Scheme};
use super::row::Row;
use crate::typeset::document::Document;
use crate::typeset::text;
use crate::typeset::words::Segment;

/// Command of the lowest headings. Their authors write the full stop at the end themselves.
const PARAGRAPH: &str = "\\paragraph";
/// Punctuation with which classes end run-in headings of higher levels (`\@addpunct` of the AMS).
const STOPS: [char; 2] = ['.', ':'];
/// Maximum number of words in a run-in heading.
const LONGEST: usize = 14;
/// Width, in em, that no space between words reaches: a wider one is the skip after a heading.
const SURE_SKIP: f32 = 0.75;
/// Lower bound of the skip after a heading with a number or final punctuation, in em.
const LEAST_SKIP: f32 = 0.45;

/// A heading at the beginning of a paragraph.
#[derive(Debug, Clone)]
pub(super) struct RunIn {
    command: &'static str,
    /// The number of segments in the number (`number`), and in the whole heading (`segments`).
    number: usize,
    pub(super) segments: usize,
}

impl RunIn {
    /// Returns the heading that the first row of a paragraph begins with: words in bold or italics, a wide space, and
    /// then other text.
    pub(super) fn of(row: &Row<'_>, body_is_bold: bool) -> Option<Self> {
        let number = number_words(row);
        let style = row.segments.get(number).and_then(style)?;
        let is_marked = style.is_bold() && !body_is_bold || matches!(style, Style::Italic | Style::Slanted);
        // Emphasis in a bold heading is also bold, and formulas have no style.
        let is_in_style = |segment: &&Segment<'_>| match self::style(segment) {
            Some(other) => other == style || style.is_bold() && other.is_bold(),
            None => style.is_bold() && segment.is_math,
        };
        let words = row.segments.get(number..)?;
        let longest = number + words.iter().take(LONGEST).take_while(is_in_style).count();
        let ends = |count: &usize| {
            let (Some(last), Some(next)) = (row.segments.get(*count - 1), row.segments.get(*count)) else {
                return false;
            };
            let skip = (next.bbox().x0 - last.bbox().x1) / row.line.size;
            let is_set_off = number > 0 || style.is_bold() && last.symbols().ends_with(STOPS);
            // IEEEtran ends them with a colon and sets no skip.
            let is_in_list = self::is_in_list(row) && last.symbols().ends_with(':');
            skip > SURE_SKIP || is_set_off && skip > LEAST_SKIP || is_in_list && self::style(next) != Some(style)
        };
        let count = (number + 1..=longest).rev().find(ends)?;
        let letters: usize = words.iter().take(count - number).map(|word| word.cells.len()).sum();
        (is_marked && letters > 2).then(|| Self {
            command: command(row),
            number,
            segments: count,
        })
    }

    /// Writes the heading; the text follows on the same line.
    pub(super) fn write(&self, row: &Row<'_>, document: &mut Document) {
        let words = row.segments.get(self.number..self.segments).unwrap_or_default();
        let style = words.first().and_then(style).unwrap_or(Style::Roman);
        let mut pieces = text::pieces(words, &row.line);
        if let Some(last) = pieces
            .last_mut()
            .filter(|_| self.command != PARAGRAPH || self.number > 0)
        {
            let end = last.latex.trim_end_matches(STOPS).len();
            last.latex = std::mem::take(&mut last.latex).slice(0..end);
        }
        document.writer.raw(self.command);
        document.writer.raw("{");
        document.writer.text(&pieces, style);
        document.writer.raw("}");
        if let Some(number) = Number::of(row).filter(|_| self.command != PARAGRAPH) {
            document.writer.raw(&format!("\\label{{sec:section_{}}}", number.text));
        }
        document.writer.raw(" ");
    }
}

/// Returns the style, if all letters of a word have the same.
fn style(segment: &Segment<'_>) -> Option<Style> {
    let letters = segment
        .cells
        .iter()
        .filter_map(|cell| cell.base())
        .filter(|mark| mark.is_letter());
    let mut styles = letters.map(|mark| mark.style);
    let first = styles.next().filter(|_| !segment.is_math)?;
    styles.all(|style| style == first).then_some(first)
}

/// Returns the number of words in the number that the row begins with. The number may be a letter, as that of
/// `\paragraph` of REVTeX.
fn number_words(row: &Row<'_>) -> usize {
    let first = row.segments.first().map(Segment::symbols).unwrap_or_default();
    let is_letter =
        first.len() == 2 && first.ends_with(['.', ')']) && first.starts_with(|c: char| c.is_ascii_alphanumeric());
    Number::of(row).map_or(usize::from(is_letter), |number| number.words)
}

/// Whether the row begins with the number `2)` of a subsubsection or the letter `b)` of a paragraph (IEEEtran).
fn is_in_list(row: &Row<'_>) -> bool {
    let first = row.segments.first().map(Segment::symbols).unwrap_or_default();
    let number = first.strip_suffix(')').unwrap_or_default();
    let is_letter = number.len() == 1 && number.bytes().all(|b| b.is_ascii_lowercase());
    is_letter || (1..3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
}

fn command(row: &Row<'_>) -> &'static str {
    let first = row.segments.first().map(Segment::symbols).unwrap_or_default();
    if is_in_list(row) && first.starts_with(|c: char| c.is_ascii_digit()) {
        return "\\subsubsection";
    }
    match Number::of(row).map(|number| number.scheme) {
        Some(Scheme::Parts(2)) => "\\subsection",
        Some(Scheme::Parts(3)) => "\\subsubsection",
        _ => PARAGRAPH,
    }
}
