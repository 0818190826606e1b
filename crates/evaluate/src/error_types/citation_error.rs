//! Citation and reference errors.
//!
//! # Description
//! “Citations are sometimes omitted or generated with incorrect formats, causing unresolved `\cite` or `\ref` commands
//! and broken cross-referencing.”
//!
//! # Rule
//! - The prediction lacks keys that the reference cites, or cites other keys. If the two write keys in different styles
//!   (`smith2020fast` and `[12]`), only the numbers of citations are compared, and too few are an error.
//! - The same holds for `\ref` and similar commands, without the prefixes of labels (`fig:figure_1` and `figure_1` are
//!   equal).
//! - The prediction has more citations without an entry in the bibliography than the reference, if one side has a
//!   bibliography; or more references without a label.
//! - The prediction has fewer entries in the bibliography than the reference.
//!
//! The styles of keys are different if less than half of the prediction's keys have a shape that also occurs in the
//! reference. `Li_2023` and `Wu_1999` have the same shape: letters and digits in the same places. Citations and
//! references in missing text do not count. A bracketed number such as `[12]` that only the text of the prediction
//! contains is reported as the possible form of a missing citation.
//!
//! # Settings
//! None.
//!
//! # Exclusions
//! The command that cites or refers; the position in the text; labels without a reference.
//! # Source
//! TexOCR, table 3.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use texlens_latex::{BibEntry, Citation, Outline, Reference, TokenKind, keyed_command_end};
use texlens_metrics::{Kind, Span};

use super::model::ErrorTypeInfo;
use super::quote::{counted, listed};
use super::rule::{Judged, found_if};
use super::sides::{Sides, extra, missing};

pub(super) static INFO: ErrorTypeInfo = ErrorTypeInfo {
    id: "citation_error",
    name: "Citation and Reference Errors",
    short: "Citations",
    about: "Citations or references to labels are missing, have other keys, are plain text or lead nowhere.",
    rule: "A citation or reference is missing or has another key (only their number counts where both sides write keys in \
           different ways); more of them than in the reference lead to no entry or label; entries of the bibliography are \
           missing.",
    kinds: &[Kind::Page, Kind::Document],
    parameters: &[],
};

/// A key and the command that cites it or refers to it.
#[derive(Debug, Clone)]
struct Use<'a> {
    key: Key<'a>,
    range: Range<usize>,
}

/// A key in two parts, so that keys that differ only in the prefix can be recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key<'a> {
    prefix: Option<&'a str>,
    name: &'a str,
}

/// Prefixes of labels, each with the equivalent short form.
const PREFIXES: [(&str, &str); 5] = [
    ("figure", "fig"),
    ("table", "tab"),
    ("tbl", "tab"),
    ("equation", "eq"),
    ("section", "sec"),
];

/// The sentences about the errors, and the places.
#[derive(Default)]
struct Errors {
    said: Vec<String>,
    spans: Vec<Span>,
}

pub(super) fn judge(sides: &Sides<'_>) -> Judged {
    let mut errors = Errors::default();
    compare_citations(sides, &mut errors);
    compare_references(sides, &mut errors);
    compare_entries(sides, &mut errors);
    found_if(&errors.said, errors.spans)
}

fn compare_citations(sides: &Sides<'_>, errors: &mut Errors) {
    let [reference, prediction] = [sides.reference, sides.prediction].map(citations);
    if compare(&reference, &prediction, "citation", sides, errors) {
        name_plain_citations(sides, errors);
    }
    let [listed, entries] = [sides.reference, sides.prediction].map(Entries::of);
    if listed.count + entries.count > 0 {
        let [excused, lost] = [
            unresolved(&reference, |key| listed.has(key)),
            unresolved(&prediction, |key| entries.has(key)),
        ];
        errors.leading_nowhere(&excused, &lost, "citation", "to no entry of the bibliography");
    }
}

fn compare_references(sides: &Sides<'_>, errors: &mut Errors) {
    let [reference, prediction] = [sides.reference, sides.prediction].map(references);
    compare(&reference, &prediction, "reference", sides, errors);
    let [expected, found] = [sides.reference, sides.prediction].map(Labels::of);
    let excused = unresolved(&reference, |key| expected.has(key));
    let lost = unresolved(&prediction, |key| found.has(key));
    errors.leading_nowhere(&excused, &lost, "reference", "to no label");
}

fn compare_entries(sides: &Sides<'_>, errors: &mut Errors) {
    let present = |entry: &&BibEntry| entry.key.is_some() && !sides.is_in_missing_text(&entry.range);
    let expected: Vec<&BibEntry> = sides.reference.bibliography().iter().filter(present).collect();
    let found = Entries::of(sides.prediction).count;
    let Some(first) = expected.first().filter(|_| found < expected.len()) else {
        return;
    };
    let last = expected.last().unwrap_or(first);
    let total = counted(expected.len(), "entry");
    errors.said.push(format!("The bibliography has {found} of {total}."));
    errors.spans.push(missing(
        &(first.range.start..last.range.end),
        format!("{} are missing", counted(expected.len() - found, "entry")),
    ));
}

fn citations<'a>(outline: &Outline<'a>) -> Vec<Use<'a>> {
    let of_command = |citation: &Citation| uses(outline.source, &citation.range, &citation.keys, whole);
    outline.citations().iter().flat_map(of_command).collect()
}

fn references<'a>(outline: &Outline<'a>) -> Vec<Use<'a>> {
    let of_command = |reference: &Reference| uses(outline.source, &reference.range, &reference.keys, split);
    outline.references().iter().flat_map(of_command).collect()
}

fn uses<'a>(
    source: &'a str,
    command: &Range<usize>,
    keys: &[Range<usize>],
    key: impl Fn(&'a str) -> Key<'a>,
) -> Vec<Use<'a>> {
    let texts = keys.iter().filter_map(|range| source.get(range.clone()));
    let of_key = |text| Use {
        key: key(text),
        range: command.clone(),
    };
    texts.map(of_key).collect()
}

fn whole(name: &str) -> Key<'_> {
    Key { prefix: None, name }
}

fn split(text: &str) -> Key<'_> {
    let Some((prefix, name)) = text.split_once(':') else {
        return whole(text);
    };
    let same = PREFIXES.iter().find(|(known, _)| *known == prefix);
    Key {
        prefix: Some(same.map_or(prefix, |(_, short)| short)),
        name,
    }
}

/// Reports missing and additional uses, and returns whether something is missing.
fn compare(reference: &[Use<'_>], prediction: &[Use<'_>], noun: &str, sides: &Sides<'_>, errors: &mut Errors) -> bool {
    let is_present = |one: &&Use<'_>| !sides.is_in_missing_text(&one.range);
    if !writes_keys_alike(reference, prediction) {
        let expected = reference.iter().filter(is_present).count();
        let lost = expected.saturating_sub(prediction.len());
        if lost > 0 {
            let are = if lost == 1 { "is" } else { "are" };
            errors
                .said
                .push(format!("{} of {expected} {are} missing.", counted(lost, noun)));
            errors.spans.extend(
                reference
                    .iter()
                    .map(|one| missing(&one.range, format!("{noun} under another key, or missing"))),
            );
        }
        return lost > 0;
    }
    let (lost, more) = unmatched(reference, prediction);
    let lost: Vec<&Use<'_>> = lost.into_iter().filter(is_present).collect();
    errors.tell(&lost, noun, ["is missing", "are missing"]);
    errors.spans.extend(
        lost.iter()
            .map(|one| missing(&one.range, format!("“{}” is missing", one.key.name))),
    );
    errors.tell(&more, noun, ["is not in the reference", "are not in the reference"]);
    errors.spans.extend(
        more.iter()
            .map(|one| extra(&one.range, format!("“{}” is not in the reference", one.key.name))),
    );
    !lost.is_empty()
}

/// Reports whether at least half of the prediction's keys have a shape that also occurs in the reference.
fn writes_keys_alike(reference: &[Use<'_>], prediction: &[Use<'_>]) -> bool {
    let shapes: HashSet<String> = reference.iter().map(|one| shape(one.key.name)).collect();
    let alike = prediction
        .iter()
        .filter(|one| shapes.contains(&shape(one.key.name)))
        .count();
    shapes.is_empty() || 2 * alike >= prediction.len()
}

/// Returns the shape of a key: letters become one letter, digits one digit, and other characters stay.
fn shape(name: &str) -> String {
    let kinds = name.chars().map(|c| match c {
        _ if c.is_alphabetic() => 'a',
        _ if c.is_numeric() => '0',
        _ => c,
    });
    let mut shape: Vec<char> = kinds.collect();
    shape.dedup_by(|a, b| a == b && a.is_alphanumeric());
    shape.into_iter().collect()
}

/// Returns the uses without a partner on the other side; each key counts as often as it is used. A prefix on one side
/// only is ignored.
fn unmatched<'u, 'a>(reference: &'u [Use<'a>], prediction: &'u [Use<'a>]) -> (Vec<&'u Use<'a>>, Vec<&'u Use<'a>>) {
    let (lost, more) = without_partner(reference.iter().collect(), prediction.iter().collect(), |key| key);
    let plain = |key: Key<'a>| Key { prefix: None, ..key };
    let has_prefix = |one: &&Use<'_>| one.key.prefix.is_some();
    let (lost_prefixed, lost_plain): (Vec<_>, Vec<_>) = lost.into_iter().partition(has_prefix);
    let (more_prefixed, more_plain): (Vec<_>, Vec<_>) = more.into_iter().partition(has_prefix);
    let (mut lost, mut more) = without_partner(lost_prefixed, more_plain, plain);
    let (others_lost, others_more) = without_partner(lost_plain, more_prefixed, plain);
    lost.extend(others_lost);
    more.extend(others_more);
    lost.sort_by_key(|one| one.range.start);
    more.sort_by_key(|one| one.range.start);
    (lost, more)
}

fn without_partner<'u, 'a>(
    reference: Vec<&'u Use<'a>>,
    prediction: Vec<&'u Use<'a>>,
    key: impl Fn(Key<'a>) -> Key<'a>,
) -> (Vec<&'u Use<'a>>, Vec<&'u Use<'a>>) {
    let mut left: HashMap<Key<'_>, Vec<&Use<'_>>> = HashMap::new();
    for one in prediction.into_iter().rev() {
        left.entry(key(one.key)).or_default().push(one);
    }
    let mut lost = reference;
    lost.retain(|one| left.get_mut(&key(one.key)).and_then(Vec::pop).is_none());
    (lost, left.into_values().flatten().collect())
}

/// Returns the uses whose key does not resolve.
fn unresolved<'u, 'a>(uses: &'u [Use<'a>], leads_somewhere: impl Fn(Key<'a>) -> bool) -> Vec<&'u Use<'a>> {
    uses.iter().filter(|one| !leads_somewhere(one.key)).collect()
}

impl Errors {
    fn tell(&mut self, uses: &[&Use<'_>], noun: &str, [is, are]: [&str; 2]) {
        if !uses.is_empty() {
            let names: Vec<&str> = uses.iter().map(|one| one.key.name).collect();
            let verb = if names.len() == 1 { is } else { are };
            self.said
                .push(format!("{} {verb}: {}.", counted(names.len(), noun), listed(&names)));
        }
    }

    /// Reports the keys of the prediction that do not resolve, if there are more than in the reference.
    fn leading_nowhere(&mut self, excused: &[&Use<'_>], lost: &[&Use<'_>], noun: &str, nowhere: &str) {
        if lost.len() <= excused.len() {
            return;
        }
        let known: HashSet<&str> = excused.iter().map(|one| one.key.name).collect();
        let lost: Vec<&Use<'_>> = lost
            .iter()
            .copied()
            .filter(|one| !known.contains(one.key.name))
            .collect();
        self.tell(&lost, noun, [&format!("leads {nowhere}"), &format!("lead {nowhere}")]);
        self.spans
            .extend(lost.iter().map(|one| extra(&one.range, format!("leads {nowhere}"))));
    }
}

/// The entries of a bibliography.
struct Entries<'a> {
    count: usize,
    keys: HashSet<&'a str>,
}

impl<'a> Entries<'a> {
    fn of(outline: &Outline<'a>) -> Self {
        let keys = outline.bibliography().iter().filter_map(|entry| entry.key.clone());
        Self {
            count: keys.clone().count(),
            keys: keys.filter_map(|key| outline.source.get(key)).collect(),
        }
    }

    /// Reports whether a key has an entry. As in `cc`, a number is the number of an entry.
    fn has(&self, key: Key<'_>) -> bool {
        let is_number = || key.name.parse().is_ok_and(|number| (1..=self.count).contains(&number));
        self.keys.contains(key.name) || is_number()
    }
}

/// The labels of a text.
struct Labels<'a> {
    keys: HashSet<Key<'a>>,
    names: HashSet<&'a str>,
}

impl<'a> Labels<'a> {
    fn of(outline: &Outline<'a>) -> Self {
        let keys = outline
            .labels()
            .iter()
            .filter_map(|label| outline.source.get(label.key.clone()));
        let keys: HashSet<Key<'_>> = keys.map(split).collect();
        Self {
            names: keys.iter().map(|key| key.name).collect(),
            keys,
        }
    }

    fn has(&self, key: Key<'_>) -> bool {
        match key.prefix {
            None => self.names.contains(key.name),
            Some(_) => self.keys.contains(&key) || self.keys.contains(&whole(key.name)),
        }
    }
}

/// Largest length of a number in brackets, in bytes.
const MAX_BRACKETS: usize = 40;

/// Reports bracketed numbers in the text that may stand for citations.
fn name_plain_citations(sides: &Sides<'_>, errors: &mut Errors) {
    let [expected, found] = [sides.reference, sides.prediction].map(bracketed_numbers);
    let text = |range: &Range<usize>| sides.prediction_text(range);
    let known: HashSet<&str> = expected.iter().map(|range| sides.reference_text(range)).collect();
    let plain: Vec<&Range<usize>> = found.iter().filter(|range| !known.contains(text(range))).collect();
    if !plain.is_empty() {
        let texts: Vec<&str> = plain.iter().map(|range| text(range)).collect();
        errors.said.push(format!("The text contains {}.", listed(&texts)));
        errors
            .spans
            .extend(plain.into_iter().map(|range| extra(range, "in place of a citation?")));
    }
}

/// Returns the bracketed numbers in the text, for example `[3, 5–7]`.
fn bracketed_numbers(outline: &Outline<'_>) -> Vec<Range<usize>> {
    let mut formulas = outline.formulas().iter().peekable();
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(token) = outline.tokens.get(index) {
        while formulas.next_if(|formula| formula.range.end <= token.start).is_some() {}
        let is_in_formula = formulas
            .peek()
            .is_some_and(|formula| formula.range.start <= token.start);
        if token.kind == TokenKind::Text && !is_in_formula {
            found.extend(brackets_in(outline.source, token.range()));
        }
        index = keyed_command_end(outline.source, &outline.tokens, index).unwrap_or(index + 1);
    }
    found
}

/// Returns the bracketed numbers that start in a token.
fn brackets_in(source: &str, token: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let text = source.get(token.clone()).unwrap_or_default();
    let opens = text.match_indices('[').map(move |(at, _)| token.start + at);
    opens.filter_map(|start| {
        let inside = source.get(start + 1..)?;
        let length = inside.bytes().take(MAX_BRACKETS).position(|byte| byte == b']')?;
        let inside = inside.get(..length)?;
        let is_list = inside
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || ",;-–".contains(c));
        (is_list && inside.contains(|c: char| c.is_ascii_digit())).then(|| start..start + length + 2)
    })
}
