//! Locates the words around formulas of the reference in the prediction.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{Outline, TokenKind, keyed_command_end};

use super::extract::matched;

/// Largest number of words between a formula and the nearest word with a known position in the prediction.
const MAX_DISTANCE: usize = 8;

/// Steps from one pair of words to the next on both sides, shortest first. Words of the prediction are skipped because
/// an undelimited formula may leave words there; words of the reference, because a formula may have swallowed them.
const STEPS: [(usize, usize); 16] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (2, 2),
    (3, 1),
    (1, 4),
    (2, 3),
    (3, 2),
    (4, 1),
    (2, 4),
    (3, 3),
    (4, 2),
    (3, 4),
    (4, 3),
    (4, 4),
];

/// Lengths in words of the sequences that determine a position, with the smallest total number of letters.
const ANCHORS: [(usize, usize); 3] = [(3, 6), (2, 6), (1, 6)];

/// Smallest number of letters of a word.
const MIN_LETTERS: usize = 2;

/// A piece of the prediction in which a formula of the reference is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    /// Byte range in the prediction.
    pub(super) range: Range<usize>,
    /// Whether the words directly before and after the formula bound the window.
    pub(super) tight: bool,
}

/// The evidence of the words around a formula of the reference about a place in the prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    /// The place is between the same words.
    Agrees,
    /// None of the words has a known position.
    Unknown,
    /// The place is elsewhere.
    Disagrees,
}

/// The window of each formula of the reference, if its words determine one.
pub(super) struct Context {
    windows: Vec<Option<Window>>,
}

impl Context {
    /// Locates the words of the reference in the prediction, in any order. Sequences that occur once on both sides are
    /// found first, then their neighbours. Linear time.
    pub(super) fn new(reference: &Outline<'_>, prediction: &Outline<'_>) -> Self {
        let mut numbers = HashMap::new();
        let words = Words::of(reference, &mut numbers);
        let predicted = Words::of(prediction, &mut numbers);
        let places = Aligner::align(&words, &predicted);
        let window = |formula: &texlens_latex::Formula| {
            let after = words.ranges.partition_point(|word| word.start < formula.range.start);
            window(&formula.range, after, &words, &predicted, &places)
        };
        Self {
            windows: matched(reference).iter().map(window).collect(),
        }
    }

    pub(super) fn window(&self, formula: usize) -> Option<&Window> {
        self.windows.get(formula)?.as_ref()
    }

    pub(super) fn agreement(&self, formula: usize, place: &Range<usize>) -> Agreement {
        match self.window(formula) {
            None => Agreement::Unknown,
            Some(window) if place.start < window.range.end && window.range.start < place.end => Agreement::Agrees,
            Some(_) => Agreement::Disagrees,
        }
    }
}

/// The words outside formulas.
struct Words {
    ids: Vec<u32>,
    letters: Vec<usize>,
    ranges: Vec<Range<usize>>,
}

impl Words {
    fn of(outline: &Outline<'_>, numbers: &mut HashMap<String, u32>) -> Self {
        let mut words = Self {
            ids: Vec::new(),
            letters: Vec::new(),
            ranges: Vec::new(),
        };
        let mut formulas = matched(outline).iter().peekable();
        let (source, tokens) = (outline.source, &outline.tokens);
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            while formulas.next_if(|formula| formula.range.end <= token.start).is_some() {}
            let in_formula = formulas
                .peek()
                .is_some_and(|formula| formula.range.start <= token.start);
            if token.kind == TokenKind::Text && !in_formula {
                words.add(token.text(source), token.start, numbers);
            }
            index = keyed_command_end(source, tokens, index).unwrap_or(index + 1);
        }
        words
    }

    fn add(&mut self, text: &str, start: usize, numbers: &mut HashMap<String, u32>) {
        let mut rest = text;
        while let Some(at) = rest.find(char::is_alphabetic) {
            let from = &rest[at..];
            let length = from.find(|c: char| !c.is_alphabetic()).unwrap_or(from.len());
            let (word, after) = from.split_at(length);
            let letters = word.chars().count();
            if letters >= MIN_LETTERS {
                let next = numbers.len() as u32;
                let start = start + text.len() - from.len();
                self.ids.push(*numbers.entry(word.to_lowercase()).or_insert(next));
                self.letters.push(letters);
                self.ranges.push(start..start + length);
            }
            rest = after;
        }
    }
}

/// Finds the position of each word of one side on the other side.
struct Aligner<'a> {
    words: &'a Words,
    predicted: &'a Words,
    places: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl<'a> Aligner<'a> {
    fn align(words: &'a Words, predicted: &'a Words) -> Vec<Option<usize>> {
        let mut aligner = Self {
            words,
            predicted,
            places: vec![None; words.ids.len()],
            taken: vec![false; predicted.ids.len()],
        };
        for (length, letters) in ANCHORS {
            for (start, place) in aligner.anchors(length, letters) {
                for offset in 0..length {
                    aligner.place(start + offset, place + offset);
                }
                aligner.extend_forwards(start + length - 1, place + length - 1);
                aligner.extend_backwards(start, place);
            }
        }
        aligner.places
    }

    /// Returns the sequences of unplaced words that occur once on both sides, in the order of the reference.
    fn anchors(&self, length: usize, letters: usize) -> Vec<(usize, usize)> {
        /// The start of a sequence on one side, and whether the sequence is unique there.
        type Start = Option<(usize, bool)>;
        let mut found: HashMap<&[u32], [Start; 2]> = HashMap::new();
        let free = |side: usize, at: usize| match side {
            0 => self.places[at].is_none(),
            _ => !self.taken[at],
        };
        for (side, words) in [self.words, self.predicted].into_iter().enumerate() {
            for (start, sequence) in words.ids.windows(length).enumerate() {
                let range = start..start + length;
                let is_long = words.letters[range.clone()].iter().sum::<usize>() >= letters;
                if is_long && range.clone().all(|at| free(side, at)) {
                    let entry = &mut found.entry(sequence).or_default()[side];
                    *entry = Some((start, entry.is_none()));
                }
            }
        }
        let once = |sides: [Start; 2]| match sides {
            [Some((start, true)), Some((place, true))] => Some((start, place)),
            _ => None,
        };
        let mut anchors: Vec<_> = found.into_values().filter_map(once).collect();
        anchors.sort_unstable();
        anchors
    }

    fn place(&mut self, word: usize, place: usize) {
        if self.places.get(word) == Some(&None) && self.taken.get(place) == Some(&false) {
            self.places[word] = Some(place);
            self.taken[place] = true;
        }
    }

    fn equal(&self, word: usize, place: usize) -> bool {
        self.places.get(word) == Some(&None)
            && self.taken.get(place) == Some(&false)
            && self.words.ids.get(word) == self.predicted.ids.get(place)
    }

    /// Returns the first equal pair of unplaced words within reach of a pair.
    fn next(&self, step: impl Fn(&(usize, usize)) -> Option<(usize, usize)>) -> Option<(usize, usize)> {
        let mut pairs = STEPS.iter().filter_map(step);
        pairs.find(|(word, place)| self.equal(*word, *place))
    }

    fn extend_forwards(&mut self, word: usize, place: usize) {
        let mut at = (word, place);
        while let Some(next) = self.next(|step| Some((at.0 + step.0, at.1 + step.1))) {
            self.place(next.0, next.1);
            at = next;
        }
    }

    fn extend_backwards(&mut self, word: usize, place: usize) {
        let mut at = (word, place);
        while let Some(next) = self.next(|step| at.0.checked_sub(step.0).zip(at.1.checked_sub(step.1))) {
            self.place(next.0, next.1);
            at = next;
        }
    }
}

/// Returns the window of a formula before word `after` of the reference.
fn window(
    formula: &Range<usize>,
    after: usize,
    words: &Words,
    predicted: &Words,
    places: &[Option<usize>],
) -> Option<Window> {
    let known = |word: usize| places.get(word).copied().flatten();
    let before = (0..MAX_DISTANCE.min(after)).find_map(|distance| {
        let word = after - 1 - distance;
        Some((distance, word, known(word)?))
    });
    let after = (0..MAX_DISTANCE).find_map(|distance| Some((distance, after + distance, known(after + distance)?)));
    let end_of = |(_, word, place): (usize, usize, usize)| {
        let gap = formula.end.saturating_sub(words.ranges[word].end);
        let start = predicted.ranges[place].end;
        start..start + reach(gap)
    };
    let start_of = |(_, word, place): (usize, usize, usize)| {
        let gap = words.ranges[word].start.saturating_sub(formula.start);
        let end = predicted.ranges[place].start;
        end.saturating_sub(reach(gap))..end
    };
    let loose = |range| Some(Window { range, tight: false });
    match (before, after) {
        (None, None) => None,
        (Some(before), None) => loose(end_of(before)),
        (None, Some(after)) => loose(start_of(after)),
        (Some(before), Some(after)) => {
            let range = predicted.ranges[before.2].end..predicted.ranges[after.2].start;
            let gap = words.ranges[after.1].start.saturating_sub(words.ranges[before.1].end);
            if range.start <= range.end && range.len() <= reach(gap) {
                let tight = before.0 == 0 && after.0 == 0;
                Some(Window { range, tight })
            } else if before.0 <= after.0 {
                loose(end_of(before))
            } else {
                loose(start_of(after))
            }
        }
    }
}

/// Returns the number of bytes that a piece of this many bytes may need in another notation.
fn reach(bytes: usize) -> usize {
    60 + 3 * bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(reference: &str, prediction: &str) -> Vec<Option<String>> {
        let outlines = [reference, prediction].map(Outline::of);
        let context = Context::new(&outlines[0], &outlines[1]);
        let text = |window: &Window| prediction.get(window.range.clone()).map(str::to_owned);
        context
            .windows
            .iter()
            .map(|window| window.as_ref().and_then(text))
            .collect()
    }

    #[test]
    fn a_formula_stands_between_the_same_words() {
        assert_eq!(
            windows("Let $x$ be a point of $M$ here.", "Let x be a point of M here."),
            [Some(" x ".to_owned()), Some(" M ".to_owned())]
        );
    }

    #[test]
    fn order_does_not_matter() {
        let reference = "Alpha beta $x$ gamma delta.\n\nFirst second $y$ third fourth.";
        let prediction = "First second $y$ third fourth.\n\nAlpha beta $x$ gamma delta.";
        assert_eq!(
            windows(reference, prediction),
            [Some(" $x$ ".to_owned()), Some(" $y$ ".to_owned())]
        );
    }

    #[test]
    fn no_words_no_windows() {
        assert_eq!(windows("$x$ $y$", "$x$ $y$"), [None, None]);
    }
}
