//! The bibliography: a list whose entries have labels (`\bibitem`) or hang from the margin, as in natbib's author-year
//! lists. The list may extend over columns and pages, so a page may begin in the middle of it.

use std::ops::Range;

use texlens_vocabulary::TokenKind;

use super::base_style::base_style;
use super::block::{Bibliography, Block, EntryLabel, EntryLine};
use super::column::Column;
use super::row::Row;
use crate::typeset::bibliography;
use crate::typeset::body::Body;
use crate::typeset::document::Document;
use crate::typeset::latex::Latex;
use crate::typeset::mark;
use crate::typeset::named::Named;
use crate::typeset::text::{self, Piece};

/// Names of the bibliography in classes (`\refname`, `\bibname`) and journals, letters only.
const TITLES: &[&str] = &[
    "references",
    "bibliography",
    "literature",
    "literaturecited",
    "workscited",
    "referencesandnotes",
    "notesandreferences",
];
/// Least number of entries of a list that no heading announces.
const LEAST_ENTRIES: usize = 4;
/// Least share of these entries that have names and a year, in percent.
const ENTRIES_SHARE: usize = 75;
/// The same share if labels are in brackets, in percent: REVTeX sets footnotes among such entries, and no heading.
const BRACKETED_SHARE: usize = 50;
/// Distance of baselines, in lines, above which there is space between two lines.
const APART: f32 = 1.2;
/// Largest distance between entries, in lines.
const FARTHEST: f32 = 2.5;
/// Maximum number of words in a label, such as the three of `[BCD` `+` `13]`.
const LABEL_WORDS: usize = 4;
/// Maximum length of a label in characters, including brackets.
const LABEL_LENGTH: usize = 14;

impl EntryLabel {
    fn number(&self) -> Option<u32> {
        self.text.parse().ok()
    }
}

/// The rows of a column before the bibliography, the bibliography, and the rows after it.
pub(super) type Split<'a> = (Vec<Row<'a>>, Option<Bibliography<'a>>, Vec<Row<'a>>);

/// Splits the bibliography from a column. `follows` says that the column before ended with the bibliography, `is_first`
/// that nothing stands above the column on the page.
pub(super) fn split<'a>(
    mut rows: Vec<Row<'a>>,
    column: &Column,
    body: Body,
    follows: bool,
    is_first: bool,
) -> Split<'a> {
    // Footnotes below the list do not belong to its last entry.
    let foot = rows.iter().position(|row| row.is_at_foot).unwrap_or(rows.len());
    let notes = rows.split_off(foot);
    let heading = rows.iter().position(is_title);
    let start = heading.map_or(0, |at| at + 1);
    let open = rows.get(start..).unwrap_or_default();
    let is_announced = heading.is_some() || follows;
    let found = labelled(open, column, is_announced, heading.is_some() || follows || is_first)
        .or_else(|| hanging(open, column, body, is_announced, is_first));
    let (range, lines) = match found {
        Some((range, lines)) => (start + range.start..start + range.end, lines),
        None if heading.is_some() => (start..start, Vec::new()),
        None => return (rows, None, notes),
    };
    let mut after = rows.split_off(range.end);
    after.extend(notes);
    let taken = rows.split_off(range.start);
    let heading = heading.and_then(|at| rows.split_off(at).into_iter().next());
    let line = |(row, (starts, label))| EntryLine { row, starts, label };
    let lines = taken.into_iter().zip(lines).map(line).collect();
    (
        rows,
        Some(Bibliography {
            heading,
            lines,
            rest: Vec::new(),
        }),
        after,
    )
}

/// For each row of a list, whether an entry starts with the row, and the label of that entry.
type Starts = Vec<(bool, Option<EntryLabel>)>;

/// Whether the row is the heading of a bibliography, whatever its number.
fn is_title(row: &Row<'_>) -> bool {
    is_title_text(&row.segments.iter().map(|segment| segment.symbols()).collect::<String>())
}

/// Whether text without white space is the heading of a bibliography.
fn is_title_text(text: &str) -> bool {
    let letters: String = text
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'I' | 'V' | 'X'))
        .to_lowercase();
    TITLES.contains(&letters.trim_end_matches([':', '.']))
}

/// Returns the label that the row begins with: in brackets, raised, or a number that stands apart.
fn label(row: &Row<'_>) -> Option<EntryLabel> {
    let mut text = String::new();
    let first = row.segments.first()?;
    if let Some(number) = Some(first.symbols()).filter(|number| first.is_script() && is_number(number)) {
        return Some(EntryLabel { text: number, words: 1 });
    }
    for (at, segment) in row.segments.iter().take(LABEL_WORDS).enumerate() {
        text.push_str(&segment.symbols());
        let gap = row
            .segments
            .get(at + 1)
            .map_or(0.0, |next| next.bbox().x0 - segment.bbox().x1);
        let inner = if text.starts_with('[') {
            text.strip_suffix(']').and_then(|text| text.strip_prefix('['))
        } else {
            let number = text.strip_suffix(['.', ')']).unwrap_or(&text);
            let number = number.strip_prefix('(').unwrap_or(number);
            Some(number).filter(|number| is_number(number) && gap > 0.25 * row.line.size)
        };
        if let Some(inner) = inner.filter(|inner| !inner.is_empty() && text.len() <= LABEL_LENGTH) {
            return Some(EntryLabel {
                text: inner.to_owned(),
                words: at + 1,
            });
        }
        if !text.starts_with('[') || text.contains(']') {
            return None;
        }
    }
    None
}

fn is_number(text: &str) -> bool {
    (1..4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// Finds a list whose entries have labels: numbers that ascend by one, or names.
fn labelled(
    rows: &[Row<'_>],
    column: &Column,
    is_announced: bool,
    may_continue: bool,
) -> Option<(Range<usize>, Starts)> {
    let mut labels: Vec<Option<EntryLabel>> = rows.iter().map(label).collect();
    let first = labels.iter().position(Option::is_some)?;
    let mut expected = labels.get(first).cloned().flatten()?.number();
    let is_numbered = expected.is_some();
    for label in labels.iter_mut().skip(first) {
        let Some(number) = label.as_ref().map(EntryLabel::number) else {
            continue;
        };
        if is_numbered && number == expected {
            expected = expected.map(|number| number + 1);
        } else if is_numbered || number.is_some() {
            *label = None;
        }
    }
    let count = labels.iter().flatten().count();
    let edge = |at: usize| rows.get(at).map_or(0.0, |row| row.line.bbox.x0);
    let margin = mark::mode(
        (first..rows.len())
            .filter(|at| labels.get(*at).is_some_and(Option::is_none))
            .map(edge),
        0.4 * column.leading,
    );
    // An entry continues at the margin of the list, to the right of the labels.
    let goes_on = |at: usize| (edge(at) - margin).abs() < 0.5 * column.leading;
    let hangs = (first + 1..rows.len()).all(|at| labels.get(at).is_some_and(Option::is_some) || edge(at) > edge(first));
    let starts: Vec<bool> = labels.iter().map(Option::is_some).collect();
    let is_list = if is_announced {
        count > 1 || first == 0
    } else {
        let share = if is_bracketed(rows.get(first)?) {
            BRACKETED_SHARE
        } else {
            ENTRIES_SHARE
        };
        let begins =
            is_bracketed(rows.get(first)?) && labels.get(first)?.as_ref().and_then(EntryLabel::number) == Some(1);
        let is_plain = |at: usize| labels.get(at).is_some_and(Option::is_none);
        let is_whole = begins && count > 1 && (first + 1..rows.len()).all(|at| !is_plain(at) || goes_on(at));
        hangs && (is_whole || count >= LEAST_ENTRIES && are_entries(rows.get(first..)?, starts.get(first..)?, share))
    };
    if !is_list {
        return None;
    }
    let start = if first > 0 && may_continue && (0..first).all(goes_on) {
        0
    } else {
        first
    };
    let ends = |at: &usize| {
        let is_plain = labels.get(*at).is_some_and(Option::is_none);
        is_plain
            && (!goes_on(*at) && gap(rows, *at) > APART * column.leading || gap(rows, *at) > FARTHEST * column.leading)
    };
    let end = (first + 1..rows.len()).find(ends).unwrap_or(rows.len());
    let starts = labels
        .get(start..end)?
        .iter()
        .map(|label| (label.is_some(), label.clone()));
    Some((start..end, starts.collect()))
}

/// Finds a list without labels. Its entries hang (their first lines begin at the margin, the others to its right),
/// stand apart, are indented, or have named places. The reading that gives the most entries with names and a year counts.
fn hanging(
    rows: &[Row<'_>],
    column: &Column,
    body: Body,
    is_announced: bool,
    is_first: bool,
) -> Option<(Range<usize>, Starts)> {
    let em = body.size;
    let left = rows.iter().map(|row| row.line.bbox.x0).fold(f32::INFINITY, f32::min);
    let ends = |at: &usize| {
        rows.get(*at).is_some_and(|row| is_heading(row, em)) || *at > 0 && gap(rows, *at) > FARTHEST * column.leading
    };
    let end = (0..rows.len()).find(ends).unwrap_or(rows.len());
    let rows = rows.get(..end)?;
    let is_left = |row: &Row<'_>| row.line.bbox.x0 < left + 0.4 * em;
    let indented = rows.iter().filter(|row| !is_left(row)).count();
    let by = |starts: &dyn Fn(usize, &Row<'_>) -> bool| -> Vec<bool> {
        rows.iter().enumerate().map(|(at, row)| starts(at, row)).collect()
    };
    let named = by(&|_, row| row.named == Some(Named::Entry));
    let are_named = named.iter().filter(|named| **named).count() > 1;
    let ways = if are_named {
        vec![named]
    } else if indented == 0 {
        vec![by(&|at, _| {
            gap(rows, at) > APART * column.leading || follows_end(rows, at, column)
        })]
    } else {
        vec![
            by(&|_, row| is_left(row)),
            by(&|at, _| gap(rows, at) > APART * column.leading),
            by(&|_, row| !is_left(row)),
        ]
    };
    // Of equally good readings, the first counts.
    let starts = ways.into_iter().rev().max_by_key(|starts| {
        let (are, are_not) = readable(rows, starts);
        (are + rows.len()).saturating_sub(are_not)
    })?;
    let is_list = is_announced || are_named || is_first && indented > 0 && are_entries(rows, &starts, ENTRIES_SHARE);
    // Rows above the first entry belong to the list only where it is announced.
    let first = starts
        .iter()
        .position(|starts| *starts)
        .filter(|_| are_named && !is_announced);
    let start = first.unwrap_or(0);
    (is_list && !rows.is_empty()).then(|| {
        let starts = starts.into_iter().skip(start).map(|starts| (starts, None));
        (start..end, starts.collect())
    })
}

/// Whether the row is larger or bold text, which ends the list.
fn is_heading(row: &Row<'_>, em: f32) -> bool {
    let letters = || row.line.marks.iter().filter(|mark| mark.is_letter());
    let bold = letters().filter(|mark| mark.style.is_bold()).count();
    letters().count() > 2 && (10 * bold > 9 * letters().count() || row.line.size > 1.15 * em)
}

/// Returns the distance from the baseline above; infinite at the top.
fn gap(rows: &[Row<'_>], at: usize) -> f32 {
    match (at.checked_sub(1).and_then(|above| rows.get(above)), rows.get(at)) {
        (Some(above), Some(row)) => row.line.baseline - above.line.baseline,
        _ => f32::INFINITY,
    }
}

/// Whether the line above is short and ends a sentence.
fn follows_end(rows: &[Row<'_>], at: usize, column: &Column) -> bool {
    let above = at.checked_sub(1).and_then(|above| rows.get(above));
    above.is_none_or(|above| above.line.bbox.x1 < column.right - 2.0 * above.line.size && ends_sentence(above))
}

fn ends_sentence(row: &Row<'_>) -> bool {
    row.segments
        .last()
        .is_some_and(|segment| segment.symbols().ends_with('.'))
}

/// Returns the number of entries that have names and a year, and the number of those that do not.
fn readable(rows: &[Row<'_>], starts: &[bool]) -> (usize, usize) {
    let entries = cut(rows, starts);
    let are = entries.iter().filter(|entry| bibliography::is_entry(entry)).count();
    (are, entries.len() - are)
}

/// Whether these are enough entries for a bibliography. `share` is the least share of all entries, in percent.
fn are_entries(rows: &[Row<'_>], starts: &[bool], share: usize) -> bool {
    let (are, are_not) = readable(rows, starts);
    are >= LEAST_ENTRIES && 100 * are >= share * (are + are_not)
}

/// Whether the row begins with a bracket, as labels of `\bibitem` do unless a style changes them.
fn is_bracketed(row: &Row<'_>) -> bool {
    row.segments
        .first()
        .is_some_and(|first| first.symbols().starts_with('['))
}

/// Returns the words of each entry.
fn cut(rows: &[Row<'_>], starts: &[bool]) -> Vec<Vec<Piece>> {
    let mut entries: Vec<Vec<Piece>> = Vec::new();
    for (row, starts) in rows.iter().zip(starts) {
        let skip = label(row).map_or(0, |label| label.words);
        let pieces = text::pieces(row.segments.get(skip..).unwrap_or_default(), &row.line);
        match entries.last_mut() {
            Some(entry) if !starts => entry.extend(pieces),
            _ => entries.push(pieces),
        }
    }
    entries
}

/// Joins the parts of the bibliography from all columns, at the place of the last part. The bibliography ends a text,
/// so parts of it stand apart only where columns are balanced above and below it.
pub(super) fn join_columns(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut joined: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let Block::Bibliography(mut list) = block else {
            joined.push(block);
            continue;
        };
        let earlier = joined.iter().position(|block| matches!(block, Block::Bibliography(_)));
        if let (Some(at), None) = (earlier, &list.heading)
            && let Block::Bibliography(first) = joined.remove(at)
        {
            list.heading = first.heading;
            list.lines.splice(0..0, first.lines);
        }
        joined.push(Block::Bibliography(list));
    }
    joined
}

impl<'a> Bibliography<'a> {
    /// Returns the number of the last entry, if the entries have numbers.
    pub(crate) fn last_number(&self) -> Option<u32> {
        let labels = self.lines.iter().filter_map(|line| line.label.as_ref());
        labels.filter_map(EntryLabel::number).max()
    }

    /// Moves the rest of an entry that the end of a page broke to the page where the entry begins.
    pub(super) fn join_pages(&mut self, below: &mut Self) {
        let starts = below.lines.iter().position(|line| line.starts);
        if below.heading.is_some() || !self.lines.iter().any(|line| line.starts) {
            return;
        }
        for line in below.lines.drain(..starts.unwrap_or(below.lines.len())) {
            let pieces = line.row.pieces().into_iter();
            self.rest.push(pieces.map(Piece::apart_from_glyphs).collect());
        }
    }

    /// Returns the lines of each entry with its label. The first entry may be the end of one that began on the page
    /// before; then it has no label even if the others have one.
    fn entries(&self) -> Vec<(Option<&EntryLabel>, Vec<&EntryLine<'a>>)> {
        let mut entries: Vec<(Option<&EntryLabel>, Vec<&EntryLine<'a>>)> = Vec::new();
        for line in &self.lines {
            match entries.last_mut() {
                Some((_, lines)) if !line.starts => lines.push(line),
                _ => entries.push((line.label.as_ref(), vec![line])),
            }
        }
        entries
    }

    /// Writes `\section{References}` where the list begins, then a BibTeX entry for each work.
    pub(crate) fn write(&self, document: &mut Document) {
        let begins = self
            .lines
            .first()
            .and_then(|line| line.label.as_ref())
            .is_some_and(|label| label.text == "1");
        if self.heading.is_some() || begins {
            self.write_heading(document);
        }
        let entries = self.entries();
        for (at, (label, lines)) in entries.iter().enumerate() {
            let is_part = !lines.first().is_some_and(|line| line.starts);
            let rest = if at + 1 == entries.len() {
                self.rest.as_slice()
            } else {
                &[]
            };
            let pieces = pieces(lines, rest, document);
            document.writer.next_block();
            if is_part {
                document.writer.text(&pieces, base_style(&pieces));
                continue;
            }
            let label = label.map(|label| label.text.as_str());
            let Some(bibtex) = bibliography::entry(&pieces, label, &document.targets.cited, &mut document.authors)
            else {
                continue;
            };
            let bbox = mark::bounds(lines.iter().map(|line| &line.row.line.bbox));
            let confidence = pieces.iter().map(|piece| piece.confidence).fold(1.0, f32::min);
            let mut latex = Latex::join(pieces.into_iter().map(|piece| piece.latex), " ");
            latex.rewrite(bibtex);
            document.writer.token(latex, TokenKind::Text, bbox, confidence);
        }
        document.writer.next_block();
    }

    fn write_heading(&self, document: &mut Document) {
        let writer = &mut document.writer;
        writer.next_block();
        writer.raw("\\section{");
        match &self.heading {
            Some(row) => {
                let mut latex = Latex::join(row.pieces().into_iter().map(|piece| piece.latex), " ");
                latex.rewrite("References");
                writer.token(latex, TokenKind::Heading, row.line.bbox, 1.0);
            }
            None => writer.raw("References"),
        }
        writer.raw("}");
        writer.next_block();
    }
}

/// Returns the words of an entry's lines without its label. Links that were broken over lines are joined.
fn pieces(lines: &[&EntryLine<'_>], rest: &[Vec<Piece>], document: &Document) -> Vec<Piece> {
    let words = |line: &&EntryLine<'_>| {
        let skip = line.label.as_ref().map_or(0, |label| label.words);
        text::pieces(line.row.segments.get(skip..).unwrap_or_default(), &line.row.line)
    };
    let mut joined: Vec<Vec<Piece>> = Vec::with_capacity(lines.len());
    for mut line in lines.iter().map(words).chain(rest.iter().cloned()) {
        let open = joined.last_mut().and_then(|above| above.last_mut());
        if let Some(link) = open.filter(|piece| bibliography::is_open_link(&piece.latex) && !line.is_empty()) {
            link.latex += line.remove(0).latex;
        }
        if !line.is_empty() {
            joined.push(line);
        }
    }
    text::join_lines(joined, &document.vocabulary)
}

/// Splits the bibliography from the end of plain text, which is given as paragraphs of lines. The paragraphs after its
/// heading hold one or more entries each: an entry begins with a paragraph or with a label.
pub(crate) fn split_plain(paragraphs: &mut Vec<Vec<Vec<Piece>>>) -> Option<Vec<Vec<Piece>>> {
    let is_title = |lines: &Vec<Vec<Piece>>| match lines.as_slice() {
        [line] => is_title_text(&line.iter().map(|piece| piece.latex.as_str()).collect::<String>()),
        _ => false,
    };
    let at = paragraphs.iter().rposition(is_title)?;
    let mut entries: Vec<Vec<Piece>> = Vec::new();
    for lines in paragraphs.drain(at..).skip(1) {
        for (i, line) in lines.into_iter().enumerate() {
            match entries.last_mut() {
                Some(entry) if i > 0 && plain_label(&line).is_none() => entry.extend(line),
                _ => entries.push(line),
            }
        }
    }
    Some(entries)
}

/// Returns the label in brackets that a line of plain text begins with.
fn plain_label(line: &[Piece]) -> Option<&str> {
    let first = line.first()?.latex.as_str();
    first.strip_prefix('[')?.strip_suffix(']')
}

/// Writes the heading and the entries of a bibliography in plain text.
pub(crate) fn write_plain(entries: Vec<Vec<Piece>>, document: &mut Document) {
    let Document {
        writer,
        targets,
        authors,
        ..
    } = document;
    writer.next_block();
    writer.raw("\\section{References}");
    for entry in entries {
        let label = plain_label(&entry).map(str::to_owned);
        let words = entry.get(usize::from(label.is_some())..).unwrap_or_default();
        if let Some(bibtex) = bibliography::entry(words, label.as_deref(), &targets.cited, authors) {
            writer.next_block();
            writer.raw(&bibtex);
        }
    }
    writer.next_block();
}
