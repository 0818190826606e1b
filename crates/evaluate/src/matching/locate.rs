//! # Locating a formula in a text that may not mark it as a formula
//!
//! This search has the purpose of [`locate_segment`](super::locate_segment) without its losses. The differences:
//!
//! - It compares symbols, not characters. A command is one symbol, and Unicode characters are the commands that they
//!   stand for. Braces, delimiters, styles, spacing and alignment are ignored. Delimiters therefore cost nothing, and
//!   even a short formula is found whether or not either side has them.
//! - The located piece may be longer or shorter than the formula by the permitted number of differences.
//! - The piece begins and ends between words, so that `a` is not found in `have`. Blanks around it are excluded.
//! - Delimiters around the piece are included. If the piece contains one delimiter of a pair, so is the other.
//! - A delimited formula that is equal to the wanted one is preferred to a similar piece of a longer formula.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use texlens_latex::{Markup, Outline};

use super::distances::{Pattern, Start};
use super::symbols::{Alphabet, Symbol, is_dropped, is_letter};

/// Share of a formula's symbols that may differ without other evidence for the place, as in the paper's search.
pub(super) const MAX_DISTANCE_RATIO: f64 = 0.15;

/// Largest number of ends of a match that are tried before the search gives up.
const MAX_TRIES: usize = 64;

/// Largest number of steps of one search: some tenths of a second. A formula that needs more is not found.
const MAX_WORK: usize = 1 << 26;

/// Id of a symbol that is excluded from further searches.
const TAKEN: u32 = u32::MAX;

/// Returns the byte range of a formula in `text`. Of equally near places, a delimited one is preferred, otherwise the
/// first. `formula` may have delimiters or none.
///
/// At most 15 % of its symbols, rounded down, may differ. Time: n · ⌈m / 64⌉ for a text of n symbols and a formula of m
/// symbols.
#[must_use]
pub fn locate_formula(formula: &str, text: &str) -> Option<Range<usize>> {
    locate_formulas(&[formula], text).pop()?
}

/// Returns the byte range of each formula in `text`, as found by [`locate_formula`], no two in the same place. Formulas
/// that the text has unchanged between delimiters are located first, then the others, each in order.
#[must_use]
pub fn locate_formulas(formulas: &[&str], text: &str) -> Vec<Option<Range<usize>>> {
    let mut alphabet = Alphabet::default();
    let ids = |symbols: Vec<Symbol>| symbols.iter().map(|symbol| symbol.id).collect::<Vec<u32>>();
    let wanted: Vec<Vec<u32>> = formulas.iter().map(|formula| ids(alphabet.formula(formula))).collect();
    let readable = Markup::guess(text).readable(text);
    let outline = Outline::of(&readable);
    let mut haystack = Haystack::new(text, alphabet.text(&readable, &outline.tokens));
    let mut delimited: HashMap<Vec<u32>, VecDeque<Range<usize>>> = HashMap::new();
    for formula in outline.formulas() {
        let body = text.get(formula.body.clone()).unwrap_or_default();
        delimited
            .entry(ids(alphabet.formula(body)))
            .or_default()
            .push_back(formula.range.clone());
    }
    let mut places: Vec<Option<Range<usize>>> = Vec::new();
    for wanted in &wanted {
        let place = delimited.get_mut(wanted).and_then(VecDeque::pop_front);
        if let Some(place) = &place {
            haystack.take(haystack.within(place));
        }
        places.push(place);
    }
    for (place, wanted) in places.iter_mut().zip(&wanted).filter(|(place, _)| place.is_none()) {
        *place = haystack
            .cut(wanted)
            .map(|bytes| with_delimiters(text, balanced(text, bytes)));
    }
    places
}

/// A limit on the total cost of the searches for many formulas. Without it, a malicious page could take hours.
pub(super) struct Budget {
    steps: usize,
}

impl Budget {
    /// Creates a budget of some tenths of a second.
    pub(super) fn new() -> Self {
        Self { steps: 1 << 25 }
    }

    /// Takes the cost of a search for `wanted` symbols among `among` symbols. Returns false if the budget is too small.
    pub(super) fn take(&mut self, wanted: usize, among: usize) -> bool {
        let cost = among.saturating_mul(wanted.div_ceil(64));
        let left = self.steps.checked_sub(cost);
        self.steps = left.unwrap_or(0);
        left.is_some()
    }
}

/// A text in which formulas are searched for.
pub(super) struct Haystack<'a> {
    source: &'a str,
    symbols: Vec<Symbol>,
    ids: Vec<u32>,
}

/// A piece of a text that is similar to a formula.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Located {
    /// Range of the piece in the symbols of the text.
    pub(super) symbols: Range<usize>,
    /// Number of edits between the piece and the formula.
    pub(super) distance: usize,
}

impl<'a> Haystack<'a> {
    pub(super) fn new(source: &'a str, symbols: Vec<Symbol>) -> Self {
        let ids = symbols.iter().map(|symbol| symbol.id).collect();
        Self { source, symbols, ids }
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the ids of these symbols, if none is taken.
    pub(super) fn ids(&self, symbols: &Range<usize>) -> Option<&[u32]> {
        self.ids.get(symbols.clone()).filter(|ids| !ids.contains(&TAKEN))
    }

    pub(super) fn id(&self, symbol: usize) -> Option<u32> {
        self.ids.get(symbol).copied()
    }

    /// Excludes these symbols from further searches.
    pub(super) fn take(&mut self, symbols: Range<usize>) {
        if let Some(ids) = self.ids.get_mut(symbols) {
            ids.fill(TAKEN);
        }
    }

    /// Finds a formula within the paper's limit and takes its symbols. Returns its byte range.
    fn cut(&mut self, wanted: &[u32]) -> Option<Range<usize>> {
        let limit = (wanted.len() as f64 * MAX_DISTANCE_RATIO) as usize;
        let found = self.find(wanted, 0..self.len(), limit)?;
        let bytes = self.bytes(&found.symbols);
        self.take(found.symbols);
        Some(bytes)
    }

    /// Returns the symbols within these bytes.
    pub(super) fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = self.symbols.partition_point(|symbol| symbol.range.start < bytes.start);
        let end = self.symbols.partition_point(|symbol| symbol.range.end <= bytes.end);
        start..end.max(start)
    }

    /// Returns the byte range of these symbols.
    pub(super) fn bytes(&self, symbols: &Range<usize>) -> Range<usize> {
        match self.symbols.get(symbols.clone()) {
            Some([first, .., last]) => first.range.start..last.range.end,
            Some([only]) => only.range.clone(),
            _ => 0..0,
        }
    }

    /// Returns the nearest piece of `region` that begins and ends between words and differs by at most `limit` edits;
    /// of equally near pieces, the first.
    pub(super) fn find(&self, wanted: &[u32], region: Range<usize>, limit: usize) -> Option<Located> {
        let ids = self.ids.get(region.clone())?;
        let pattern = Pattern::new(wanted);
        if wanted.is_empty() || pattern.work(ids.len()) > MAX_WORK {
            return None;
        }
        let ends = pattern.distances(ids.iter().copied(), Start::Free);
        let mut ends: Vec<(usize, usize)> = ends.into_iter().zip(region.start..).collect();
        ends.retain(|(distance, end)| *distance <= limit && *distance < wanted.len() && self.ends_word(*end));
        ends.sort_unstable();
        let backwards: Vec<u32> = wanted.iter().rev().copied().collect();
        let backwards = Pattern::new(&backwards);
        let tries = ends.into_iter().take(MAX_TRIES);
        tries
            .filter_map(|(_, end)| self.start(&backwards, wanted.len() + limit, region.start..end))
            .find(|found| found.distance <= limit && self.is_free(&found.symbols))
    }

    /// Returns the best start of a piece that ends at the end of `region`; of equally good starts, the nearest to the
    /// end.
    fn start(&self, backwards: &Pattern, longest: usize, region: Range<usize>) -> Option<Located> {
        let end = region.end;
        let first = region.start.max(end.saturating_sub(longest));
        let ids = self.ids.get(first..end)?.iter().rev().copied();
        let starts = backwards.distances(ids, Start::Fixed).into_iter().enumerate().skip(1);
        starts
            .filter(|(length, _)| self.starts_word(end - length))
            .min_by_key(|(_, distance)| *distance)
            .map(|(length, distance)| Located {
                symbols: end - length..end,
                distance,
            })
    }

    fn is_free(&self, symbols: &Range<usize>) -> bool {
        self.ids(symbols).is_some()
    }

    /// Reports whether no word and no character continues across the start of a symbol.
    fn starts_word(&self, symbol: usize) -> bool {
        let start = self.symbols.get(symbol).map(|symbol| symbol.range.start);
        start.is_none_or(|at| self.is_boundary(at)) && !self.divides(symbol)
    }

    /// Reports whether no word and no character continues across the end of the symbol before `end`.
    fn ends_word(&self, end: usize) -> bool {
        let last = end.checked_sub(1).and_then(|last| self.symbols.get(last));
        last.is_none_or(|symbol| !is_letter(symbol.id) || self.is_boundary(symbol.range.end)) && !self.divides(end)
    }

    /// Reports whether a symbol and its predecessor belong to the same character.
    fn divides(&self, symbol: usize) -> bool {
        let before = symbol.checked_sub(1).and_then(|before| self.symbols.get(before));
        before
            .zip(self.symbols.get(symbol))
            .is_some_and(|(before, symbol)| before.range == symbol.range)
    }

    fn is_boundary(&self, at: usize) -> bool {
        let Some((before, after)) = self.source.split_at_checked(at) else {
            return true;
        };
        !(before.ends_with(char::is_alphabetic) && after.starts_with(char::is_alphabetic))
    }
}

/// Widens a piece of a text until its braces are balanced, including the commands whose arguments they enclose.
pub(super) fn balanced(source: &str, range: Range<usize>) -> Range<usize> {
    let (mut opening, mut closing) = missing_braces(source.get(range.clone()).unwrap_or_default());
    let Range { mut start, mut end } = range;
    while closing > 0 {
        let rest = source.get(end..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        if !rest[blanks..].starts_with('}') {
            break;
        }
        end += blanks + 1;
        closing -= 1;
    }
    while opening > 0 {
        let before = source.get(..start).unwrap_or_default().trim_end();
        let Some(before) = before.strip_suffix('{') else {
            break;
        };
        start = before.len() - command_at_end(before).len();
        opening -= 1;
    }
    with_style(source, start..end)
}

/// Widens a piece by the style commands that enclose exactly this piece: `v` in `\mathbf{v}`.
fn with_style(source: &str, range: Range<usize>) -> Range<usize> {
    let before = source.get(..range.start).and_then(|before| before.strip_suffix('{'));
    let after = source.get(range.end..).filter(|after| after.starts_with('}'));
    match before.map(command_at_end) {
        Some(command) if is_dropped(command) && after.is_some() => {
            with_style(source, range.start - 1 - command.len()..range.end + 1)
        }
        _ => range,
    }
}

/// Counts unmatched braces: opening ones that must stand before the text, and closing ones that must follow it.
fn missing_braces(text: &str) -> (usize, usize) {
    let (mut opening, mut depth) = (0, 0_usize);
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' if depth == 0 => opening += 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    (opening, depth)
}

/// Returns the `\command` at the end of a text; empty if there is none.
fn command_at_end(text: &str) -> &str {
    let letters = text.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let name = text.len() - letters;
    let has_name = letters > 0 && text[..name].ends_with('\\');
    if has_name { &text[name - 1..] } else { "" }
}

/// Widens a piece of a text by the delimiters around it.
fn with_delimiters(source: &str, range: Range<usize>) -> Range<usize> {
    let inside = source.get(range.clone()).unwrap_or_default();
    let before = source.get(..range.start).unwrap_or_default().trim_end();
    let rest = source.get(range.end..).unwrap_or_default();
    let after = rest.trim_start();
    for (open, close) in [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")] {
        let opened = before.ends_with(open);
        let closed = after.starts_with(close);
        let start = if opened { before.len() - open.len() } else { range.start };
        let end = if closed {
            source.len() - after.len() + close.len()
        } else {
            range.end
        };
        let half =
            |delimiter: &str| inside.contains(delimiter) && (open != close || inside.matches(open).count() % 2 == 1);
        if (opened && (closed || half(close))) || (closed && half(open)) {
            return start..end;
        }
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Let $E = mc^2$ be given, so a + b = c, and x^2+y^2=z^2 or α+β=γ. We have \
                        $x = 5$ meters and \\[ \\frac{1}{2} m v^2 \\] with $$k_{B}T\\ln 2$$.";

    fn located(formula: &str) -> Option<&'static str> {
        locate_formula(formula, PAGE).map(|range| &PAGE[range])
    }

    #[test]
    fn short_formulas_without_delimiters_are_found_inside_of_them() {
        assert_eq!(located("E = mc^2"), Some("$E = mc^2$"));
        assert_eq!(located("$E=mc^2$"), Some("$E = mc^2$"));
        assert_eq!(located("k_BT\\ln 2"), Some("$$k_{B}T\\ln 2$$"));
    }

    #[test]
    fn blanks_before_a_formula_are_not_taken() {
        assert_eq!(located("a+b=c"), Some("a + b = c"));
    }

    #[test]
    fn braces_and_unicode_do_not_matter() {
        assert_eq!(located("x^{2}+y^{2}=z^{2}"), Some("x^2+y^2=z^2"));
        assert_eq!(located("\\alpha+\\beta=\\gamma"), Some("α+β=γ"));
        assert_eq!(located("\\tfrac12 mv^2"), Some("\\[ \\frac{1}{2} m v^2 \\]"));
    }

    #[test]
    fn a_letter_is_not_found_inside_a_word() {
        assert_eq!(locate_formula("a", PAGE).map(|range| range.start), PAGE.find("a + b"));
        assert_eq!(locate_formula("e", "We have been"), None);
    }

    #[test]
    fn text_that_belongs_to_a_formula_is_taken_with_its_delimiters() {
        assert_eq!(located("x = 5 \\text{ meters}"), Some("$x = 5$ meters"));
    }

    #[test]
    fn a_short_formula_must_be_there_as_it_is() {
        assert_eq!(located("E = mc^3"), None);
        assert_eq!(located("x^{3}+y^{2}=z^{2}"), Some("x^2+y^2=z^2"));
        assert_eq!(located("q"), None);
        assert_eq!(located(""), None);
    }

    #[test]
    fn each_formula_has_a_place_of_its_own() {
        assert_eq!(
            locate_formulas(&["x", "x", "x"], "$x$ or x"),
            [Some(0..3), Some(7..8), None]
        );
    }

    #[test]
    fn a_budget_ends() {
        let mut budget = Budget::new();
        assert!(budget.take(64, 1000));
        assert!(budget.take(65, 1 << 23));
        assert!(!budget.take(65, 1 << 24));
        assert!(!budget.take(1, 1), "what is left does not count");
    }

    #[test]
    fn pieces_are_widened_to_whole_arguments() {
        let source = "\\frac{a}{b} + \\mathbf{E}";
        assert_eq!(balanced(source, 6..10), 0..11);
        assert_eq!(balanced(source, 22..23), 14..24);
        assert_eq!(balanced("a}", 0..1), 0..1);
        assert_eq!(balanced("a} {", 0..4), 0..4);
    }
}
