//! Conversion of a prediction to the documents that the engine compiles, and of its verdicts to one verdict.
//!
//! A prediction consists of pages, as a system produces them: bodies of a document, with BibTeX entries if the page has
//! a bibliography. They are processed as follows:
//!
//! 1. The pages are taken in order, as one text with a line break between two of them. A page of a body ends at its own
//!    `\end{document}`, if it has one.
//! 2. A page with a `\documentclass` outside comments and verbatim text begins a separate document, which reaches to
//!    the page with its `\end{document}`. If no page ends the document, it is that page alone. Such documents are
//!    compiled unchanged.
//! 3. All other pages together are the body of one document, which is compiled with the preamble of texlens.
//! 4. BibTeX entries of that body are removed. Those that describe a work are appended as a `thebibliography`: the key,
//!    then the fields that BibTeX's standard styles print, unchanged and in their order, with the addresses of `url`
//!    and `doi` in `\url`. An error in a field is therefore an error. A heading before the entries stays in its place;
//!    `@string`, `@comment` and `@preamble` are dropped.
//! 5. The prediction compiles if each of these documents does. Its errors are those of the documents in the order of
//!    the pages, with lines and bytes of the text of step 1.

use std::ops::Range;

use texlens_latex::{BibEntry, BibKind, Diagnostic, DocumentEnd, ErrorClass, Outline, TokenKind, document_ends, lex};
use texlens_vocabulary::{Compilation, TexError};

use crate::lines::Lines;
use crate::source::{Form, Source};

/// Maximum length of a prediction that is compiled, in bytes: several hundred pages.
pub const MAX_BYTES: usize = 1 << 20;

/// The preamble of bodies.
const PREAMBLE: &str = include_str!("../../../www/tex/preamble.tex");

/// Fields of an entry that BibTeX's standard styles print.
const PRINTED: [&str; 18] = [
    "address",
    "author",
    "booktitle",
    "chapter",
    "edition",
    "editor",
    "howpublished",
    "institution",
    "journal",
    "note",
    "number",
    "organization",
    "pages",
    "publisher",
    "school",
    "series",
    "title",
    "volume",
];

/// Fields that contain a date, which every style prints.
const DATES: [&str; 2] = ["month", "year"];

/// Fields that contain an address, in which no character is markup.
const ADDRESSES: [&str; 2] = ["doi", "url"];

/// The documents of which a prediction consists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    units: Vec<Unit>,
}

/// One document.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Unit {
    form: Form,
    text: String,
    copied: Vec<Copied>,
}

/// A piece of a unit that is copied unchanged from the prediction.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Copied {
    /// Offset of the piece in the unit.
    at: usize,
    /// Byte range of the piece in the prediction.
    origin: Range<usize>,
}

impl Assembly {
    /// Assembles a prediction whose pages have these byte ranges, in order. Takes linear time.
    #[must_use]
    pub fn of(text: &str, pages: &[Range<usize>]) -> Self {
        let mut bodies = Vec::new();
        let mut units = Vec::new();
        let ends = document_ends(text, pages);
        // The engine decides about `\endinput`.
        let ends_document = |end: &&DocumentEnd| {
            let command = text.get(end.command.clone()).unwrap_or_default();
            !command.starts_with("\\endinput")
        };
        let ends = ends.iter().filter(ends_document);
        let cut: Vec<_> = ends.map(|end| end.command.start..end.rest.end).collect();
        let mut place_of_body = 0;
        for (form, range) in parts(text, pages) {
            match form {
                Form::Document => units.push(Unit::document(text, range)),
                Form::Fragment if is_blank(text, &range) => {}
                Form::Fragment => {
                    if bodies.is_empty() {
                        place_of_body = units.len();
                    }
                    bodies.push(range);
                }
            }
        }
        // If all pages are blank, the engine decides that there is no page.
        if !bodies.is_empty() || units.is_empty() {
            units.insert(place_of_body, Unit::body(text, pages, &bodies, &cut));
        }
        Self { units }
    }

    /// Returns the documents to compile, in order.
    pub fn sources(&self) -> impl Iterator<Item = Source<'_>> {
        self.units.iter().map(|unit| Source {
            text: &unit.text,
            form: unit.form,
        })
    }

    /// Returns the document as it is for another TeX system, with the preamble of texlens before a body; `None` if there
    /// are several documents.
    #[must_use]
    pub fn document(&self) -> Option<String> {
        let [unit] = self.units.as_slice() else {
            return None;
        };
        Some(match unit.form {
            Form::Document => unit.text.clone(),
            Form::Fragment => {
                let body = unit.text.trim_end();
                format!("{PREAMBLE}\n\\begin{{document}}\n{body}\n\\end{{document}}\n")
            }
        })
    }

    /// Combines the verdicts on the [sources](Self::sources) into the verdict on the prediction.
    #[must_use]
    pub fn verdict(&self, text: &str, verdicts: &[Compilation]) -> Compilation {
        let lines = Lines::of(text);
        let units = self.units.iter().zip(verdicts);
        let errors = units.flat_map(|(unit, verdict)| unit.errors(verdict, &lines));
        Compilation {
            compiles: verdicts.iter().all(|verdict| verdict.compiles),
            fatal: verdicts.iter().any(|verdict| verdict.fatal),
            pages: verdicts.iter().map(|verdict| verdict.pages).sum(),
            error_count: verdicts.iter().map(|verdict| verdict.error_count).sum(),
            errors: errors.take(Compilation::MAX_ERRORS).collect(),
            limit: verdicts.iter().find_map(|verdict| verdict.limit),
        }
    }
}

/// Returns the engine's verdict on a prediction whose pages have these byte ranges, in order. `compile` runs the engine
/// on one document. A text longer than [`MAX_BYTES`] is not compiled; its verdict is an error.
///
/// # Errors
/// Any error of `compile`.
pub fn compile_pages<E>(
    text: &str,
    pages: &[Range<usize>],
    mut compile: impl FnMut(&Source<'_>) -> Result<Compilation, E>,
) -> Result<Compilation, E> {
    if text.len() > MAX_BYTES {
        return Ok(too_long(text.len()));
    }
    let assembly = Assembly::of(text, pages);
    let verdicts = assembly.sources().map(|source| compile(&source));
    let verdicts = verdicts.collect::<Result<Vec<_>, E>>()?;
    Ok(assembly.verdict(text, &verdicts))
}

fn too_long(bytes: usize) -> Compilation {
    let diagnostic = Diagnostic {
        class: ErrorClass::Limit,
        message: format!("The text has {bytes} bytes, and at most {MAX_BYTES} are compiled"),
        advice: "Compile its pages one by one.".to_owned(),
        range: None,
    };
    Compilation {
        compiles: false,
        fatal: true,
        pages: 0,
        error_count: 1,
        errors: vec![TexError {
            diagnostic,
            line: None,
            column: None,
            excerpt: String::new(),
        }],
        limit: None,
    }
}

fn is_blank(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()).is_none_or(|text| text.trim().is_empty())
}

/// Reports whether an address is not yet inside `\url` or `\href`.
fn is_bare(text: &str, range: &Range<usize>) -> bool {
    let address = text.get(range.clone()).unwrap_or_default();
    !["\\url", "\\href"].iter().any(|command| address.contains(command))
}

/// Returns the documents, and the runs of pages between them, in order.
fn parts(text: &str, pages: &[Range<usize>]) -> Vec<(Form, Range<usize>)> {
    let marks: Vec<Marks> = pages
        .iter()
        .map(|page| Marks::of(text.get(page.clone()).unwrap_or_default()))
        .collect();
    let mut parts: Vec<(Form, Range<usize>)> = Vec::new();
    let mut next = 0;
    while let (Some(page), Some(mark)) = (pages.get(next), marks.get(next)) {
        let form = if mark.begins { Form::Document } else { Form::Fragment };
        let length = if mark.begins {
            document_length(marks.get(next..).unwrap_or_default())
        } else {
            1
        };
        let end = pages.get(next + length - 1).map_or(page.end, |page| page.end);
        match parts.last_mut() {
            Some((Form::Fragment, run)) if form == Form::Fragment => run.end = end,
            _ => parts.push((form, page.start..end)),
        }
        next += length;
    }
    parts
}

/// Returns the number of pages of the document that the first page begins.
fn document_length(marks: &[Marks]) -> usize {
    let others = marks.iter().skip(1).take_while(|mark| !mark.begins);
    let end = marks.iter().take(1).chain(others).position(|mark| mark.ends);
    end.map_or(1, |last| last + 1)
}

/// The parts of a whole document that a page has.
struct Marks {
    begins: bool,
    ends: bool,
}

impl Marks {
    fn of(page: &str) -> Self {
        let tokens = lex(page);
        let is = |at: usize, wanted: &str| tokens.get(at).is_some_and(|token| token.text(page) == wanted);
        let commands = tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.kind == TokenKind::Command);
        let mut marks = Self {
            begins: false,
            ends: false,
        };
        for (at, token) in commands {
            match token.text(page) {
                "\\documentclass" => marks.begins = true,
                "\\end" => marks.ends |= is(at + 1, "{") && is(at + 2, "document"),
                _ => {}
            }
        }
        marks
    }
}

impl Unit {
    /// Creates a unit from a document with its own preamble.
    fn document(text: &str, range: Range<usize>) -> Self {
        let mut unit = Self::new(Form::Document);
        unit.copy(text, range);
        unit
    }

    /// Creates the unit of the body that runs of pages form, without the ranges `cut`.
    fn body(text: &str, pages: &[Range<usize>], runs: &[Range<usize>], cut: &[Range<usize>]) -> Self {
        let mut unit = Self::new(Form::Fragment);
        let mut works = Vec::new();
        for run in runs {
            if !unit.text.is_empty() {
                unit.text.push('\n');
            }
            let entries = entries(text, pages, run);
            let mut left_out: Vec<_> = entries.iter().map(|entry| (entry.range.clone(), true)).collect();
            left_out.extend(starting_in(cut, run).iter().map(|range| (range.clone(), false)));
            left_out.sort_by_key(|(range, _)| range.start);
            unit.copy_without(text, run, &left_out);
            works.extend(entries.into_iter().filter(|entry| entry.is_work(text)));
        }
        unit.add_bibliography(text, &works);
        unit
    }

    fn new(form: Form) -> Self {
        Self {
            form,
            text: String::new(),
            copied: Vec::new(),
        }
    }

    fn copy(&mut self, text: &str, origin: Range<usize>) {
        let piece = text.get(origin.clone()).unwrap_or_default();
        if !piece.is_empty() {
            self.copied.push(Copied {
                at: self.text.len(),
                origin,
            });
            self.text.push_str(piece);
        }
    }

    /// Copies the text between the ranges in `left_out`; the flag of each range tells whether it is an entry. If the
    /// removal of an entry leaves an empty line, the line is removed too, because it would end a paragraph.
    fn copy_without(&mut self, text: &str, run: &Range<usize>, left_out: &[(Range<usize>, bool)]) {
        let mut start = run.start;
        for (range, is_entry) in left_out {
            self.copy(text, start..range.start);
            start = range.end;
            let rest = text.get(start..run.end).unwrap_or_default();
            let empties_line = self.text.is_empty() || self.text.ends_with('\n');
            if *is_entry && empties_line && rest.starts_with('\n') {
                start += 1;
            }
        }
        self.copy(text, start..run.end);
    }

    fn add_bibliography(&mut self, text: &str, works: &[BibEntry]) {
        if works.is_empty() {
            return;
        }
        self.text.push_str("\n\\begin{thebibliography}{99}");
        for work in works {
            self.text.push_str("\n\\bibitem{");
            self.copy(text, work.key.clone().unwrap_or_default());
            self.text.push('}');
            self.add_fields(text, work);
        }
        self.text.push_str("\n\\end{thebibliography}");
    }

    /// Appends the fields of a work. Each piece is on a separate line, so that a `%` or a backslash at its end does not
    /// affect what follows.
    fn add_fields(&mut self, text: &str, work: &BibEntry) {
        for field in work.fields(text) {
            let name = text.get(field.name).unwrap_or_default();
            let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
            let is_address = is(&ADDRESSES);
            if !is_address && !is(&PRINTED) && !is(&DATES) {
                continue;
            }
            for piece in field.value.into_iter().filter(|piece| !is_blank(text, piece)) {
                let (before, after) = if is_address && is_bare(text, &piece) {
                    ("\\url{", "}")
                } else {
                    ("", "")
                };
                self.text.push('\n');
                self.text.push_str(before);
                self.copy(text, piece);
                self.text.push_str(after);
            }
        }
    }

    /// Returns the errors of the unit's verdict, with their positions in the prediction.
    fn errors(&self, verdict: &Compilation, lines: &Lines<'_>) -> Vec<TexError> {
        let own = Lines::of(&self.text);
        let mapped = |error: &TexError| {
            let place = self.place(error, &own);
            TexError {
                diagnostic: Diagnostic {
                    range: error
                        .diagnostic
                        .range
                        .clone()
                        .and_then(|range| self.origin(range))
                        .filter(|range| lines.holds(range)),
                    ..error.diagnostic.clone()
                },
                line: place.map(|offset| lines.line(offset)),
                column: place
                    .filter(|_| error.column.is_some())
                    .map(|offset| lines.column(offset)),
                excerpt: error.excerpt.clone(),
            }
        };
        verdict.errors.iter().map(mapped).collect()
    }

    /// Returns the offset in the prediction at which the engine met an error.
    fn place(&self, error: &TexError, own: &Lines<'_>) -> Option<usize> {
        let line = own.range(error.line?)?;
        match error.column {
            Some(column) => self.before(own.offset(&line, column)),
            None => self.first_of(&line).or_else(|| self.before(line.start)),
        }
    }

    /// Converts an offset in the unit to an offset in the prediction. An offset in inserted text maps to the end of the
    /// piece before it.
    fn before(&self, offset: usize) -> Option<usize> {
        let index = self.copied.partition_point(|piece| piece.at < offset);
        match index.checked_sub(1).and_then(|index| self.copied.get(index)) {
            Some(piece) => Some((piece.origin.start + (offset - piece.at)).min(piece.origin.end)),
            None => self.copied.first().map(|piece| piece.origin.start),
        }
    }

    /// Returns the offset in the prediction of the first copied text in a line of the unit.
    fn first_of(&self, line: &Range<usize>) -> Option<usize> {
        let index = self.copied.partition_point(|piece| piece.end() <= line.start);
        let piece = self.copied.get(index).filter(|piece| piece.at <= line.end)?;
        Some(piece.origin.start + line.start.saturating_sub(piece.at))
    }

    /// Converts a range in the unit to a range in the prediction. If the range covers several pieces, the result is the
    /// part in the last piece.
    fn origin(&self, range: Range<usize>) -> Option<Range<usize>> {
        let index = self.copied.partition_point(|piece| piece.at < range.end);
        let piece = self.copied.get(index.checked_sub(1)?)?;
        let start = range.start.max(piece.at) - piece.at;
        let end = range.end.min(piece.end()) - piece.at;
        (start < end).then(|| piece.origin.start + start..piece.origin.start + end)
    }
}

impl Copied {
    /// Returns the end of the piece in the unit.
    fn end(&self) -> usize {
        self.at + self.origin.len()
    }
}

/// Returns the ranges that start in a run. `ranges` is sorted.
fn starting_in<'r>(ranges: &'r [Range<usize>], run: &Range<usize>) -> &'r [Range<usize>] {
    let first = ranges.partition_point(|range| range.start < run.start);
    let last = ranges.partition_point(|range| range.start < run.end);
    ranges.get(first..last).unwrap_or_default()
}

/// Returns the BibTeX entries in a run of pages, with ranges in the text.
fn entries(text: &str, pages: &[Range<usize>], run: &Range<usize>) -> Vec<BibEntry> {
    let pages = pages
        .iter()
        .filter(|page| run.start <= page.start && page.end <= run.end);
    let pages: Vec<_> = pages.map(|page| page.start - run.start..page.end - run.start).collect();
    let outline = Outline::of_pages(text.get(run.clone()).unwrap_or_default(), &pages);
    let found = outline
        .bibliography()
        .iter()
        .filter(|entry| entry.kind == BibKind::BibTeX);
    let moved = |range: &Range<usize>| range.start + run.start..range.end + run.start;
    found
        .map(|entry| BibEntry {
            kind: entry.kind,
            range: moved(&entry.range),
            key: entry.key.as_ref().map(moved),
        })
        .collect()
}

#[cfg(test)]
mod tests;
