//! Looks of headings. `\@startsection` sets all headings of a level in one font and at one place, so headings with
//! numbers show the levels of headings without numbers.

use texlens_vocabulary::Style;

use super::column::Column;
use super::label;
use super::number::{Number, Scheme};
use super::row::Row;
use crate::typeset::body::Body;
use crate::typeset::mark::{Mark, quantile};

/// Upper bound of the relative difference between sizes of one look.
const SAME_SIZE: f32 = 0.05;
/// The same bound if a number shows the level: detected sizes are off by more than the step between two sizes of a
/// class.
const NEAR_SIZE: f32 = 0.1;
/// Size above which a line is large, relative to the text.
const LARGE: f32 = 1.12;
/// Size below which a line is smaller than the text, relative to the text.
const SMALL: f32 = 0.95;
/// Share of the letters that decides the look of a line.
const MOST: f32 = 0.8;
/// The same share if the other letters are emphasis.
const LEAST_SHAPED: f32 = 0.6;
/// Least distance of a heading from the baselines above and below it, in the leading of the text.
const LEAST_GAP: f32 = 1.15;
/// Upper bound of white space inside a heading, in em; columns of a table have wider space between them.
const WIDEST_SPACE: f32 = 1.8;

/// Shape of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Upright,
    Italic,
    /// Small capitals, or capitals only.
    Capitals,
}

/// The look of a line compared with the running text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    /// The size in em of the running text.
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) is_sans: bool,
    pub(super) shape: Shape,
}

impl Look {
    /// Returns the look of a row's words, or `None` if the row has no letters or more formulas than words.
    pub(super) fn of(row: &Row<'_>, body: Body) -> Option<Self> {
        let skip = Number::of(row).map_or(0, |number| number.words);
        // A number may stand alone: `Chapter 3`.
        let skip = if skip < row.segments.len() { skip } else { 0 };
        let segments = row.segments.get(skip..).unwrap_or_default();
        let cells = |is_math: bool| {
            let of_kind = segments.iter().filter(move |segment| segment.is_math == is_math);
            of_kind.map(|segment| segment.cells.len()).sum::<usize>()
        };
        if cells(true) > cells(false) {
            return None;
        }
        let marks = segments
            .iter()
            .flat_map(|segment| &segment.cells)
            .filter_map(|cell| cell.base());
        let letters: Vec<&Mark<'_>> = marks.filter(|mark| mark.is_letter()).collect();
        let most = |fits: &dyn Fn(&Mark<'_>) -> bool| {
            letters.iter().filter(|mark| fits(mark)).count() as f32 > MOST * letters.len() as f32
        };
        let is_capital =
            |mark: &Mark<'_>| mark.style == Style::SmallCaps || mark.char().is_some_and(char::is_uppercase);
        let is_italic = |mark: &Mark<'_>| matches!(mark.style, Style::Italic | Style::Slanted | Style::BoldItalic);
        // Emphasis inside italics is upright.
        let has_emphasis = || {
            let italic = letters.iter().filter(|mark| is_italic(mark)).count() as f32;
            letters.first().is_some_and(|mark| is_italic(mark)) && italic > LEAST_SHAPED * letters.len() as f32
        };
        let shape = if most(&is_italic) || has_emphasis() {
            Shape::Italic
        } else if letters.len() > 1 && most(&is_capital) {
            Shape::Capitals
        } else {
            Shape::Upright
        };
        (!letters.is_empty()).then(|| Self {
            size: row.line.size / body.size,
            is_bold: !body.is_bold && most(&|mark| mark.style.is_bold()),
            is_sans: !body.is_sans && most(&|mark| mark.style.is_sans()),
            shape,
        })
    }

    /// Whether the look cannot be that of running text.
    pub(super) fn is_strong(&self) -> bool {
        self.is_bold || self.size > LARGE
    }

    /// Whether the look differs from running text.
    fn is_marked(&self) -> bool {
        self.is_strong() || self.is_sans || self.shape != Shape::Upright
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_alike(other, SAME_SIZE)
    }

    /// Whether the looks are equal, apart from a relative difference `by` of their sizes.
    fn is_alike(&self, other: &Self, by: f32) -> bool {
        self.is_bold == other.is_bold
            && self.is_sans == other.is_sans
            && (self.shape == other.shape || self.is_strong())
            && (self.size / other.size).ln().abs() < by
    }

    /// Returns how much the look stands out. Headings of upper levels stand out more.
    fn weight(&self) -> f32 {
        self.size + if self.is_bold { 0.1 } else { 0.0 } + if self.shape == Shape::Capitals { 0.05 } else { 0.0 }
    }
}

/// Whether the row could be a heading: it stands apart from the row above, and has no gaps as the rows of tables do.
pub(super) fn could_be_heading(row: &Row<'_>, gap_above: f32, column: &Column) -> bool {
    let skip = Number::of(row).map_or(0, |number| number.words);
    let words = row.segments.get(skip..).unwrap_or_default();
    let widest = words.windows(2).filter_map(|pair| match pair {
        [a, b] => Some(b.bbox().x0 - a.bbox().x1),
        _ => None,
    });
    gap_above > LEAST_GAP * column.leading && widest.fold(0.0, f32::max) < WIDEST_SPACE * row.line.size
}

/// Whether the row below may stand below a heading. `\@startsection` leaves space there, and a closer row is the next
/// line of the heading, in the same look. Items of lists may also begin with a number and bold words, but they go on as
/// text.
pub(super) fn is_above_space(row: &Row<'_>, below: Option<&Row<'_>>, column: &Column, body: Body) -> bool {
    below.is_none_or(|below| {
        let goes_on = || match (Look::of(row, body), Look::of(below, body)) {
            (Some(look), Some(next)) => next.is_same(&look),
            _ => false,
        };
        // TeX breaks only full lines. In many classes the skip after a heading is small or zero.
        let is_short = row.line.bbox.x1 < column.right - 2.0 * body.size;
        is_short || below.line.baseline - row.line.baseline > LEAST_GAP * column.leading || goes_on()
    })
}

/// Maximum number of headings examined; a document has fewer.
const MAX_FOUND: usize = 1000;
/// A look is rare if another look of the level has more than this many times as many headings.
const RARE: usize = 4;

/// Returns the look that stands out most among those that are not rare, and the number of a heading with this look. The
/// size of the look is the usual one of its kind.
fn strongest<'f>(found: impl Iterator<Item = &'f (Look, Number)>) -> Option<(Look, &'f Number)> {
    let found: Vec<&(Look, Number)> = found.take(MAX_FOUND).collect();
    let count = |look: &Look| found.iter().filter(|(other, _)| other.is_same(look)).count();
    let counts: Vec<usize> = found.iter().map(|(look, _)| count(look)).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let usual = found.iter().zip(counts).filter(|(_, count)| RARE * count >= most);
    let strongest = usual.max_by(|((a, _), _), ((b, _), _)| a.weight().total_cmp(&b.weight()));
    let (look, number) = strongest.map(|(heading, _)| *heading)?;
    let alike = found.iter().filter(|(other, _)| other.is_alike(look, NEAR_SIZE));
    let size = quantile(alike.map(|(other, _)| other.size), 0.5);
    Some((Look { size, ..*look }, number))
}

/// The looks of the headings of a document.
#[derive(Debug, Clone, Default)]
pub(super) struct Looks {
    /// Looks with the levels that numbers show, 1 for a section.
    known: Vec<(Look, usize)>,
    /// Whether sections have Roman numbers.
    has_roman: bool,
    /// Whether the document has chapters above its sections.
    has_chapters: bool,
}

/// Commands of headings. Chapters become parts, since not every class has chapters.
const COMMANDS: &[&str] = &["\\title", "\\part", "\\section", "\\subsection", "\\subsubsection"];
/// Size, relative to the text, above which headings with one number are those of chapters. Classes set chapters in
/// `\huge` and sections in `\Large` or smaller.
const HUGE: f32 = 1.6;
/// Least size, relative to the text, of headings with two numbers below chapters: `\Large` in a text of 11 pt.
const LARGE_SECTION: f32 = 1.25;

impl Looks {
    /// Learns the looks from the headings with numbers among the rows of a document. Of several looks of one level, the
    /// strongest counts: items of lists also have numbers, and may be bold.
    pub(super) fn of<'r, 'a: 'r>(columns: impl Iterator<Item = (&'r [Row<'a>], Column, Body)>) -> Self {
        let mut found: Vec<(Look, Number)> = Vec::new();
        for (rows, column, body) in columns {
            let mut above = f32::NEG_INFINITY;
            let look_alike = |a: &Row<'_>, b: &Row<'_>| match (Look::of(a, body), Look::of(b, body)) {
                (Some(a), Some(b)) => a.is_same(&b),
                _ => false,
            };
            let items = label::edges(rows, look_alike);
            for (i, row) in rows.iter().enumerate() {
                let gap = row.line.baseline - above;
                above = row.line.baseline;
                let fits = could_be_heading(row, gap, &column) && is_above_space(row, rows.get(i + 1), &column, body);
                let number = Number::of(row).filter(|_| fits && !label::is_at(row, &items));
                if let (Some(number), Some(look)) = (number, Look::of(row, body).filter(Look::is_marked)) {
                    found.push((look, number));
                }
            }
        }
        let sections = found
            .iter()
            .filter(|(_, number)| matches!(number.scheme, Scheme::Roman | Scheme::Parts(1) | Scheme::Named));
        let has_roman = strongest(sections).is_some_and(|(_, number)| number.scheme == Scheme::Roman);
        let look_of = |level: usize| {
            let of_level = found.iter().filter(|(_, number)| number.level(has_roman) == level);
            strongest(of_level).map(|(look, _)| (look, level))
        };
        let known: Vec<(Look, usize)> = (1..=3).filter_map(look_of).collect();
        let size_of = |level: usize| known.iter().find(|(_, of)| *of == level).map(|(look, _)| look.size);
        let has_chapters =
            size_of(1).is_some_and(|size| size > HUGE) && size_of(2).is_none_or(|size| size > LARGE_SECTION);
        Self {
            known,
            has_roman,
            has_chapters,
        }
    }

    /// Returns the command for a heading of a level: 0 for the title, 1 for the uppermost headings.
    pub(super) fn command(&self, level: usize) -> &'static str {
        let skip = usize::from(level > 0 && !self.has_chapters);
        COMMANDS.get(level + skip).copied().unwrap_or("\\subsubsection")
    }

    /// Returns the level of a heading with a number, if its look is that of the level.
    pub(super) fn numbered(&self, look: &Look, number: &Number) -> Option<usize> {
        let level = number.level(self.has_roman);
        self.known
            .iter()
            .any(|(known, of)| *of == level && known.is_alike(look, NEAR_SIZE))
            .then_some(level)
    }

    /// Returns the level of a heading without a number, if a heading with a number looks like it.
    pub(super) fn unnumbered(&self, look: &Look) -> Option<usize> {
        self.known
            .iter()
            .find(|(known, _)| known.is_same(look))
            .map(|(_, level)| *level)
    }

    /// Whether the class sets headings with this look in capitals: headings with numbers have the same look, or the
    /// look is that of REVTeX.
    pub(super) fn in_capitals(&self, look: &Look) -> bool {
        let is_same = |(known, _): &(Look, usize)| known.is_same(look) && known.shape == look.shape;
        let is_revtex = || self.known.is_empty() && look.is_bold && look.size < SMALL;
        look.shape == Shape::Capitals && (self.known.iter().any(is_same) || is_revtex())
    }

    /// Returns the level of a strong look that no heading with a number has. The level lies between those of looks that
    /// stand out more and less. If no heading has a number, the sizes of the standard classes decide.
    pub(super) fn other(&self, look: &Look) -> Option<usize> {
        if let Some((weakest, level)) = self.known.last() {
            let above = self
                .known
                .iter()
                .filter(|(known, _)| known.weight() > look.weight())
                .count();
            if look.weight() <= weakest.weight() {
                // Text that is bold and larger than the running text is still a heading, of the level below.
                return (look.size > LARGE && look.is_bold).then_some(level + 1);
            }
            return Some((above + 1).min(*level));
        }
        match look.size {
            // REVTeX: `\small\bfseries`, capitals for sections.
            size if size < SMALL => Some(if look.shape == Shape::Capitals { 1 } else { 2 }),
            size if size > 1.3 => Some(1),
            size if size > LARGE => Some(2),
            _ => Some(3),
        }
    }
}
