//! Protection of text that Markdown must not parse: formulas, LaTeX, and tables and formulas in HTML. Each becomes a
//! mark that Markdown treats as a word.

use std::ops::Range;

use texlens_latex::{Formula, Markup, fences};

use super::delimiters::formula_to_latex;
use super::html;
use super::marks::{CLOSE, OPEN};

/// A text with marks in place of pieces, and the LaTeX of the pieces.
#[derive(Debug, Default)]
pub(super) struct Protected {
    pub(super) text: String,
    pub(super) pieces: Vec<String>,
}

/// Commands whose arguments are keys, paths or addresses.
const KEYED: [&str; 22] = [
    "cite",
    "citep",
    "citet",
    "citealp",
    "citeauthor",
    "citeyear",
    "parencite",
    "textcite",
    "autocite",
    "nocite",
    "ref",
    "eqref",
    "pageref",
    "autoref",
    "cref",
    "Cref",
    "label",
    "url",
    "href",
    "includegraphics",
    "bibliography",
    "input",
];

/// The content of a range. It is converted to LaTeX only once it is known that no other range contains it, since ranges
/// may overlap without limit.
#[derive(Clone)]
enum Found {
    Html,
    /// LaTeX, which stays unchanged.
    Latex,
    Formula(Formula),
}

impl Protected {
    pub(super) fn of(source: &str) -> Self {
        let source: String = source
            .chars()
            .map(|c| if c == OPEN || c == CLOSE { '\u{fffd}' } else { c })
            .collect();
        let in_code = code_ranges(&source);
        let mut found: Vec<(Range<usize>, Found)> = Vec::new();
        let mut add = |ranges: Vec<Range<usize>>, what: Found| {
            found.extend(ranges.into_iter().map(|range| (range, what.clone())));
        };
        add(html_elements(&source, &in_code), Found::Html);
        add(environments(&source, &in_code), Found::Latex);
        add(keyed(&source, &in_code), Found::Latex);
        let formulas = Markup::Markdown.formulas(&source);
        found.extend(
            formulas
                .into_iter()
                .map(|formula| (formula.range.clone(), Found::Formula(formula))),
        );
        // The range that begins first and extends furthest contains the others.
        found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut protected = Self::default();
        let mut done = 0;
        for (range, found) in found {
            if range.start < done {
                continue;
            }
            let given = source.get(range.clone()).unwrap_or_default();
            let latex = match found {
                Found::Html => html::to_latex(given),
                Found::Latex => given.to_owned(),
                Found::Formula(formula) => formula_to_latex(&formula, &source),
            };
            protected
                .text
                .push_str(source.get(done..range.start).unwrap_or_default());
            protected
                .text
                .push_str(&format!("{OPEN}{}{CLOSE}", protected.pieces.len()));
            protected.pieces.push(latex);
            done = range.end;
        }
        protected.text.push_str(source.get(done..).unwrap_or_default());
        protected
    }
}

/// Returns the outermost environments.
fn environments(source: &str, in_code: &[Range<usize>]) -> Vec<Range<usize>> {
    const BEGIN: &str = "\\begin{";
    const END: &str = "\\end{";
    let mut marks: Vec<(usize, bool)> = source.match_indices(BEGIN).map(|(at, _)| (at, true)).collect();
    marks.extend(source.match_indices(END).map(|(at, _)| (at, false)));
    marks.sort_unstable();
    let braces = Places::of(source, '}');
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, begins) in marks.into_iter().filter(|(at, _)| !is_in(in_code, *at)) {
        if begins {
            open.push(at);
        } else if let Some(start) = open.pop()
            && open.is_empty()
        {
            let end = braces.next(at).map_or(at + END.len(), |brace| brace + 1);
            found.push(start..end);
        }
    }
    found
}

fn code_ranges(source: &str) -> Vec<Range<usize>> {
    let fences = fences(source).into_iter().filter(|fence| !fence.is_latex(source));
    fences.map(|fence| fence.range).collect()
}

/// Reports whether an offset is in one of the ranges, which are sorted.
fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    let after = ranges.partition_point(|range| range.end <= at);
    ranges.get(after).is_some_and(|range| range.contains(&at))
}

/// Returns the tables and formulas in HTML.
fn html_elements(source: &str, in_code: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for name in ["table", "math"] {
        let mut depth = 0_usize;
        let mut start = 0;
        for (at, closes, end) in tags(source, name) {
            if is_in(in_code, at) {
                continue;
            }
            if !closes {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            } else if depth > 0 {
                depth -= 1;
                if depth == 0 {
                    found.push(start..end);
                }
            }
        }
        if depth > 0 {
            found.push(start..source.len());
        }
    }
    found
}

/// Returns, for each tag of an element, its start, whether it is an end tag, and its end.
fn tags<'s>(source: &'s str, name: &'s str) -> impl Iterator<Item = (usize, bool, usize)> + 's {
    let ends = Places::of(source, '>');
    source.match_indices('<').filter_map(move |(at, _)| {
        let rest = source.get(at + 1..)?;
        let (closes, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
        let is_named = rest
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name));
        let follows = rest.as_bytes().get(name.len()).copied().unwrap_or(b'>');
        let is_tag = is_named && (follows == b'>' || follows == b'/' || follows.is_ascii_whitespace());
        is_tag.then(|| (at, closes, ends.next(at).map_or(source.len(), |end| end + 1)))
    })
}

/// Returns the commands with keys, including their arguments.
fn keyed(source: &str, in_code: &[Range<usize>]) -> Vec<Range<usize>> {
    let lines = Places::of(source, '\n');
    let (braces, brackets) = (Places::of(source, '}'), Places::of(source, ']'));
    // Returns the end of the argument at `at`, if the argument ends on the same line.
    let argument_end = |at: usize| {
        let end = match source.as_bytes().get(at)? {
            b'[' => brackets.next(at)?,
            b'{' => braces.next(at)?,
            _ => return None,
        };
        let line = lines.next(at).unwrap_or(source.len());
        (end < line).then_some(end + 1)
    };
    let mut found = Vec::new();
    for (at, _) in source.match_indices('\\') {
        let rest = source.get(at + 1..).unwrap_or_default();
        let name = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        if !rest.get(..name).is_some_and(|name| KEYED.contains(&name)) || is_in(in_code, at) {
            continue;
        }
        let mut end = at + 1 + name;
        end += usize::from(source.get(end..).is_some_and(|rest| rest.starts_with('*')));
        let arguments = end;
        while let Some(after) = argument_end(end) {
            end = after;
        }
        if end > arguments {
            // A no-break space before the command is part of the range, so that it stays one.
            let at = at - usize::from(source.get(..at).is_some_and(|before| before.ends_with('~')));
            found.push(at..end);
        }
    }
    found
}

/// The offsets of a character in a text, found once for any number of look-ups.
struct Places {
    offsets: Vec<usize>,
}

impl Places {
    fn of(text: &str, character: char) -> Self {
        Self {
            offsets: text.match_indices(character).map(|(at, _)| at).collect(),
        }
    }

    /// Returns the first offset at or after `from`.
    fn next(&self, from: usize) -> Option<usize> {
        self.offsets.get(self.offsets.partition_point(|&at| at < from)).copied()
    }
}
