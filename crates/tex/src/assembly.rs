//! From a prediction to what the engine compiles, and back.
//!
//! A prediction is made of pages, as a system was asked for them: bodies of a document, with BibTeX entries where the page has
//! a bibliography. What becomes of them:
//!
//! 1. The pages are taken in order, as one text with a line break between two of them. A page of a body ends at its own `\end{document}`, if it has one.
//! 2. A page with a `\documentclass` outside comments and verbatim text begins a document of its own, which reaches to the page
//!    with its `\end{document}`; where no page ends it, it is that page alone. Such documents are compiled as they are.
//! 3. All other pages together are the body of one document, which is compiled in the preamble that comes with texlens.
//! 4. BibTeX entries of that body are taken out of it, and those that stand for a work are put behind it as a
//!    `thebibliography`: the key, then those fields that BibTeX's standard styles print, as they are written and in their
//!    order; the addresses of `url` and `doi` in `\url`. So an error in a field is an error. A heading before the entries
//!    stays where it is; `@string`, `@comment` and `@preamble` are dropped.
//! 5. The prediction compiles if each of these documents does. Its errors are theirs in the order of the pages, with lines and bytes of
//!    the text of step 1.

use std::ops::Range;

use texlens_latex::{BibEntry, BibKind, Diagnostic, DocumentEnd, ErrorClass, Outline, TokenKind, document_ends, lex};
use texlens_vocabulary::{Compilation, TexError};

use crate::lines::Lines;
use crate::source::{Form, Source};

/// Longest prediction that is compiled, in bytes: some hundreds of pages.
pub const MAX_BYTES: usize = 1 << 20;

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

/// Fields that hold a date, which every style prints.
const DATES: [&str; 2] = ["month", "year"];

/// Fields that hold an address, in which no character is markup.
const ADDRESSES: [&str; 2] = ["doi", "url"];

/// The documents that a prediction is made of.
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

/// A piece of a unit that stands in the prediction just so.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Copied {
    /// Where it begins in the unit.
    at: usize,
    /// Where it stands in the prediction.
    origin: Range<usize>,
}

impl Assembly {
    /// Of a prediction whose pages have these byte ranges, in order. Takes linear time.
    #[must_use]
    pub fn of(text: &str, pages: &[Range<usize>]) -> Self {
        let mut bodies = Vec::new();
        let mut units = Vec::new();
        let ends = document_ends(text, pages);
        // What `\endinput` does is for the engine to say.
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
        // Without a page that says anything, it is for the engine to say that no page comes out.
        if !bodies.is_empty() || units.is_empty() {
            units.insert(place_of_body, Unit::body(text, pages, &bodies, &cut));
        }
        Self { units }
    }

    /// What is to be compiled, one after the other.
    pub fn sources(&self) -> impl Iterator<Item = Source<'_>> {
        self.units.iter().map(|unit| Source {
            text: &unit.text,
            form: unit.form,
        })
    }

    /// What the verdicts on the [sources](Self::sources) say of the prediction.
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

/// What the engine says of a prediction whose pages have these byte ranges, in order. `compile` runs it on one document.
///
/// # Errors
/// Those of `compile`.
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

/// Whether an address is not yet marked as one.
fn is_bare(text: &str, range: &Range<usize>) -> bool {
    let address = text.get(range.clone()).unwrap_or_default();
    !["\\url", "\\href"].iter().any(|command| address.contains(command))
}

/// Documents, and runs of pages between them, in order.
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

/// Number of pages of the document that the first page begins.
fn document_length(marks: &[Marks]) -> usize {
    let others = marks.iter().skip(1).take_while(|mark| !mark.begins);
    let end = marks.iter().take(1).chain(others).position(|mark| mark.ends);
    end.map_or(1, |last| last + 1)
}

/// What a page has of a whole document.
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
    /// A document with a preamble of its own.
    fn document(text: &str, range: Range<usize>) -> Self {
        let mut unit = Self::new(Form::Document);
        unit.copy(text, range);
        unit
    }

    /// The body that runs of pages make, without what is `cut` from pages.
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

    /// Copies what stands between the ranges that are left out, each with whether it is an entry. Lines that an entry leaves empty go with it, or
    /// they would end a paragraph.
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

    /// Each piece has a line of its own, so that a `%` or a backslash at its end does not reach into what follows.
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

    /// The errors of its verdict, with their places in the prediction.
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

    /// The place in the prediction where the engine stood.
    fn place(&self, error: &TexError, own: &Lines<'_>) -> Option<usize> {
        let line = own.range(error.line?)?;
        match error.column {
            Some(column) => self.before(own.offset(&line, column)),
            None => self.first_of(&line).or_else(|| self.before(line.start)),
        }
    }

    /// The place in the prediction of this place of the unit; in what was put between pieces, the end of the piece before.
    fn before(&self, offset: usize) -> Option<usize> {
        let index = self.copied.partition_point(|piece| piece.at < offset);
        match index.checked_sub(1).and_then(|index| self.copied.get(index)) {
            Some(piece) => Some((piece.origin.start + (offset - piece.at)).min(piece.origin.end)),
            None => self.copied.first().map(|piece| piece.origin.start),
        }
    }

    /// The place in the prediction where what a line has of it begins.
    fn first_of(&self, line: &Range<usize>) -> Option<usize> {
        let index = self.copied.partition_point(|piece| piece.end() <= line.start);
        let piece = self.copied.get(index).filter(|piece| piece.at <= line.end)?;
        Some(piece.origin.start + line.start.saturating_sub(piece.at))
    }

    /// The bytes of the prediction that stand here; if they come from several places, those of the last.
    fn origin(&self, range: Range<usize>) -> Option<Range<usize>> {
        let index = self.copied.partition_point(|piece| piece.at < range.end);
        let piece = self.copied.get(index.checked_sub(1)?)?;
        let start = range.start.max(piece.at) - piece.at;
        let end = range.end.min(piece.end()) - piece.at;
        (start < end).then(|| piece.origin.start + start..piece.origin.start + end)
    }
}

impl Copied {
    /// Where it ends in the unit.
    fn end(&self) -> usize {
        self.at + self.origin.len()
    }
}

/// Those of the ranges, which are in order, that start in a run.
fn starting_in<'r>(ranges: &'r [Range<usize>], run: &Range<usize>) -> &'r [Range<usize>] {
    let first = ranges.partition_point(|range| range.start < run.start);
    let last = ranges.partition_point(|range| range.start < run.end);
    ranges.get(first..last).unwrap_or_default()
}

/// The BibTeX entries in a run of pages, placed in the text.
fn entries(text: &str, pages: &[Range<usize>], run: &Range<usize>) -> Vec<BibEntry> {
    let pages = pages
        .iter()
        .filter(|page| run.start <= page.start && page.end <= run.end);
    let pages: Vec<_> = pages.map(|page| page.start - run.start..page.end - run.start).collect();
    let outline = Outline::of_pages(text.get(run.clone()).unwrap_or_default(), &pages);
    let found = outline
        .bibliography
        .into_iter()
        .filter(|entry| entry.kind == BibKind::BibTeX);
    let moved = |range: Range<usize>| range.start + run.start..range.end + run.start;
    found
        .map(|entry| BibEntry {
            kind: entry.kind,
            range: moved(entry.range),
            key: entry.key.map(moved),
        })
        .collect()
}

#[cfg(test)]
mod tests;
