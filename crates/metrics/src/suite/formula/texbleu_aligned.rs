//! TeXBLEU with an alignment before the comparison.
//!
//! # What it measures
//! How much of a formula was recognised, symbol by symbol, each in its place in the structure. The way in which the
//! formula is written does not matter.
//!
//! # Formula
//! Each side becomes a sequence of symbols with their place: the script, numerator, denominator, root or argument in
//! which they stand. These differences leave no trace in the sequence:
//!
//! - white space, `\left`, sizes, redundant braces, the order of scripts, and synonyms of commands;
//! - the height of dots, and the length of arrows and accents;
//! - whether a fraction is written with `\frac`, `\over` or `/`.
//!
//! The two sequences are aligned in order so that the credit `M` is largest. The value is
//! `2 M / (W_reference + W_prediction)`, where `W` counts symbols: the harmonic mean of precision and recall. A pair of
//! equal symbols has the credit 1 in the same place, and 0.5 in different places. Different symbols in the same place
//! have at most 0.2, in proportion to the cosine of their vectors in the model of `texbleu`. All other pairs have 0.
//!
//! # Example
//! ```text
//! reference: \frac{a}{b} + c
//! prediction: a/b + d
//! model: texbleu.bin
//! score: 0.837 = 2 * 4.186 / (5 + 5)
//! ```
//!
//! The fraction is the same. The vectors of `c` and `d` are similar, so this pair has the credit 0.186.
//!
//! # Range and direction
//! 0 to 1; higher is better. Formulas that differ only in these ways of writing score 1.
//!
//! # Edge cases
//! No symbol on either side: 1; on one side: 0. An unbalanced brace is a symbol. Parentheses that only hold a fraction
//! written with a slash count a quarter: `\frac{a}{b}c` and `(a/b)c`. A word in `\text` or the name of a function is
//! one symbol. Above about 2,000 symbols on each side, the alignment is searched only near the diagonal, and may not be
//! the best one. Without the model: undefined.
//!
//! # Deviations from the paper
//! The metric is that of texlens. From TeXBLEU it has the distance of token vectors. The alignment replaces n-grams at
//! equal places, places in the structure replace positions, and lengths count.
//!
//! # Source
//! texlens, after TeXBLEU.

use texlens_vocabulary::{Kind, Score, Side, Span, SpanKind};

use crate::alignment::align;
use crate::metric::{Direction, Group, Headline, Info, Input, Metric, Need};
use crate::structure::{Places, Symbol, symbols};
use crate::summary::quoted;
use crate::texbleu::TexbleuModel;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &TexbleuAligned;

/// The credit of equal symbols in different places.
const ELSEWHERE: f64 = 0.5;

/// The largest credit of different symbols.
const ALIKE: f64 = 0.2;

pub(super) static INFO: Info = Info {
    id: "texbleu_aligned",
    name: "TeXBLEU, aligned",
    about: "How much of the formula agrees, symbol by symbol and each in its place, however the formula is written.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text, Need::TexbleuModel],
    source: "texlens, after TeXBLEU",
    limits: "It knows ways of writing LaTeX, not mathematics: terms in another order count as errors. How far a slash \
             reaches is a convention: it takes the product before it and one factor after it.",
    headline: Some(Headline {
        label: "TeXBLEU",
        places: &[(Kind::Formula, 2)],
    }),
    parameters: &[],
};

struct TexbleuAligned;

impl Metric for TexbleuAligned {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(model) = &input.evidence.texbleu else {
            return Score::undefined(
                INFO.id,
                "the TeXBLEU model is not loaded; it comes with texlens as texbleu.bin",
            );
        };
        let mut places = Places::default();
        let reference = Sequence::new(model, symbols(input.reference.source, &mut places));
        let prediction = Sequence::new(model, symbols(input.prediction.source, &mut places));
        if reference.symbols.is_empty() && prediction.symbols.is_empty() {
            return Score::value_of(INFO.id, 1.0, Vec::new()).saying("neither side has a symbol");
        }
        let credit = |i: usize, j: usize| credit(model, &reference.at(i), &prediction.at(j));
        let pairs = align(reference.symbols.len(), prediction.symbols.len(), credit);
        let total = reference.weight() + prediction.weight();
        let spans = spans(&reference, &prediction, &pairs);
        let summary = summary(&reference, &prediction, &pairs);
        let gained: f64 = pairs.iter().map(|(i, j)| credit(*i, *j)).sum();
        Score::rate(INFO.id, 2.0 * gained, total, spans).saying(summary)
    }
}

/// The symbols of one side, and their entries in the model.
struct Sequence<'a> {
    symbols: Vec<Symbol<'a>>,
    entries: Vec<Option<u32>>,
}

impl<'a> Sequence<'a> {
    fn new(model: &TexbleuModel, symbols: Vec<Symbol<'a>>) -> Self {
        let entries = symbols.iter().map(|symbol| entry(model, &symbol.text)).collect();
        Self { symbols, entries }
    }

    fn at(&self, index: usize) -> Option<(&Symbol<'a>, Option<u32>)> {
        Some((self.symbols.get(index)?, *self.entries.get(index)?))
    }

    fn weight(&self) -> f64 {
        self.symbols.iter().map(|symbol| symbol.weight).sum()
    }
}

/// Returns the entry of a symbol; for a function, that of its command.
fn entry(model: &TexbleuModel, text: &str) -> Option<u32> {
    let is_word = text.len() > 1 && text.is_ascii() && !text.starts_with('\\');
    let command = is_word.then(|| model.entry(&format!("\\{text}"))).flatten();
    command.or_else(|| model.entry(text))
}

/// Returns the credit of a pair of symbols.
fn credit(model: &TexbleuModel, a: &Option<(&Symbol<'_>, Option<u32>)>, b: &Option<(&Symbol<'_>, Option<u32>)>) -> f64 {
    let (Some((a, a_entry)), Some((b, b_entry))) = (a, b) else {
        return 0.0;
    };
    let weight = (a.weight + b.weight) / 2.0;
    weight
        * match (a.text == b.text, a.place == b.place) {
            (true, true) => 1.0,
            (true, false) => ELSEWHERE,
            (false, true) => {
                let cosine = a_entry.zip(*b_entry).map_or(0.0, |(a, b)| model.cosine(a, b));
                ALIKE * cosine.clamp(0.0, 1.0)
            }
            (false, false) => 0.0,
        }
}

/// The result of the alignment for one symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Right,
    Elsewhere,
    Different,
    Alone,
}

/// Returns the result for each symbol of both sides.
fn fates(reference: &Sequence<'_>, prediction: &Sequence<'_>, pairs: &[(usize, usize)]) -> [Vec<Fate>; 2] {
    let mut fates = [reference, prediction].map(|side| vec![Fate::Alone; side.symbols.len()]);
    for (i, j) in pairs {
        let (a, b) = (&reference.symbols[*i], &prediction.symbols[*j]);
        let fate = match (a.text == b.text, a.place == b.place) {
            (true, true) => Fate::Right,
            (true, false) => Fate::Elsewhere,
            (false, _) => Fate::Different,
        };
        fates[0][*i] = fate;
        fates[1][*j] = fate;
    }
    fates
}

fn spans(reference: &Sequence<'_>, prediction: &Sequence<'_>, pairs: &[(usize, usize)]) -> Vec<Span> {
    let [of_reference, of_prediction] = fates(reference, prediction, pairs);
    let mut spans = side_spans(Side::Reference, reference, &of_reference);
    spans.extend(side_spans(Side::Prediction, prediction, &of_prediction));
    spans
}

/// Returns spans of the symbols of one side that are not right, in the order of the source.
fn side_spans(side: Side, sequence: &Sequence<'_>, fates: &[Fate]) -> Vec<Span> {
    let wrong = sequence
        .symbols
        .iter()
        .zip(fates)
        .filter(|(_, fate)| **fate != Fate::Right);
    let mut spans: Vec<Span> = wrong
        .map(|(symbol, fate)| {
            let (kind, note) = match (fate, side) {
                (Fate::Elsewhere, _) => (SpanKind::Different, "in another place on the other side"),
                (Fate::Alone, Side::Reference) => (SpanKind::Missing, "missing"),
                (Fate::Alone, Side::Prediction) => (SpanKind::Extra, "not in the reference"),
                (Fate::Right | Fate::Different, _) => (SpanKind::Different, "another symbol on the other side"),
            };
            Span::new(side, symbol.range.clone(), kind, note)
        })
        .collect();
    spans.sort_by_key(|span| span.range.start);
    spans
}

fn summary(reference: &Sequence<'_>, prediction: &Sequence<'_>, pairs: &[(usize, usize)]) -> String {
    let [of_reference, of_prediction] = fates(reference, prediction, pairs);
    let with = |sequence: &Sequence<'_>, fates: &[Fate], wanted: &[Fate]| -> Vec<String> {
        let symbols = sequence.symbols.iter().zip(fates);
        symbols
            .filter(|(_, fate)| wanted.contains(fate))
            .map(|(symbol, _)| symbol.text.clone().into_owned())
            .collect()
    };
    let right = of_reference.iter().filter(|fate| **fate == Fate::Right).count();
    let mut summary = format!(
        "{right} of {} symbols are right, the prediction has {}",
        of_reference.len(),
        of_prediction.len()
    );
    for (what, symbols) in [
        ("in another place", with(reference, &of_reference, &[Fate::Elsewhere])),
        (
            "missing or another",
            with(reference, &of_reference, &[Fate::Alone, Fate::Different]),
        ),
        ("not in the reference", with(prediction, &of_prediction, &[Fate::Alone])),
    ] {
        if !symbols.is_empty() {
            let symbols: Vec<&str> = symbols.iter().map(String::as_str).collect();
            summary.push_str(&format!("; {what}: {}", quoted(&symbols)));
        }
    }
    summary
}
