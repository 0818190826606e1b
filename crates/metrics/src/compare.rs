//! Edit distance of two texts, and the regions in which they differ.

use std::borrow::Cow;
use std::ops::Range;

use rapidfuzz::distance::levenshtein;
use texlens_latex::{Outline, Token};
use texlens_vocabulary::{Score, Side, Span, SpanKind};

use crate::parts::parts;
use crate::regions::{Region, differing};
use crate::summary::counted;
use crate::text::intern::Interned;

/// Scores two texts by `1 - Levenshtein distance / length of the longer text`, in Unicode code points; 1 if both are
/// empty. The spans are the differing regions.
pub(crate) fn edit_similarity(metric: &'static str, reference: &Compared<'_>, prediction: &Compared<'_>) -> Score {
    let Edits {
        distance,
        longest,
        spans,
        ..
    } = Edits::of(reference, prediction);
    if longest == 0 {
        return Score::value_of(metric, 1.0, spans).saying("both texts are empty");
    }
    let edits = distance.counted("character edit");
    let summary = format!("{edits} between texts of up to {}", counted(longest, "character"));
    Score::rate(metric, (longest - distance.edits) as f64, longest as f64, spans).saying(summary)
}

/// The edits between two texts, in Unicode code points.
pub(crate) struct Edits {
    /// The Levenshtein distance.
    pub(crate) distance: Distance,
    /// The number of characters of the reference.
    pub(crate) reference: usize,
    /// The number of characters of the longer text.
    pub(crate) longest: usize,
    /// The differing regions.
    pub(crate) spans: Vec<Span>,
}

impl Edits {
    pub(crate) fn of(reference: &Compared<'_>, prediction: &Compared<'_>) -> Self {
        let regions = differing_regions(reference, prediction);
        let (a, b) = (reference.text(), prediction.text());
        let characters = a.chars().count();
        Self {
            distance: Distance::of(&a, &b, &in_characters(&regions, reference, prediction)),
            reference: characters,
            longest: characters.max(b.chars().count()),
            spans: region_spans(&regions, reference, prediction),
        }
    }
}

/// Returns the regions in which two texts differ, in characters of the compared texts.
pub(crate) fn differing_characters(reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Region> {
    in_characters(&differing_regions(reference, prediction), reference, prediction)
}

/// Returns the regions in which two texts differ, as spans.
pub(crate) fn differing_spans(reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Span> {
    region_spans(&differing_regions(reference, prediction), reference, prediction)
}

/// A Levenshtein distance in Unicode code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Distance {
    /// The distance; an upper bound unless [`is_exact`](Self::is_exact).
    pub(crate) edits: usize,
    /// Whether the texts were compared whole. Very long texts that differ much are compared in [parts](crate::parts).
    pub(crate) is_exact: bool,
}

impl Distance {
    /// Returns the distance of two texts that differ only in the regions `differing`, which are in order and in
    /// characters. Time: O(n·d/64) for n characters and a distance of about d, limited to that of
    /// [`MAX_PAIRS`](crate::parts::MAX_PAIRS) pairs.
    pub(crate) fn of(a: &str, b: &str, differing: &[Region]) -> Self {
        // The distance is at most that of replacing each region character by character.
        let size = |region: &Region| region.reference.len().max(region.prediction.len());
        let bound: usize = differing.iter().map(size).sum();
        let whole = Region::whole(a.chars().count(), b.chars().count());
        // Most characters of a differing region are right. Too small a guess costs less than too large a one.
        let guess = bound / 8;
        let parts = match parts(whole, bound, || differing.to_vec()) {
            parts if parts.len() > 1 => parts,
            _ => {
                return Self {
                    edits: levenshtein_distance(a.chars(), b.chars(), guess),
                    is_exact: true,
                };
            }
        };
        let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
        let distance = |part: &Region| {
            let (a, b) = (&a[part.reference.clone()], &b[part.prediction.clone()]);
            levenshtein_distance(a.iter().copied(), b.iter().copied(), a.len().max(b.len()) / 8)
        };
        Self {
            edits: parts.iter().map(distance).sum(),
            is_exact: false,
        }
    }

    /// Returns the distance of two texts whose differing regions are unknown.
    pub(crate) fn of_unknown(a: &str, b: &str) -> Self {
        Self::of(a, b, &[Region::whole(a.chars().count(), b.chars().count())])
    }

    /// Returns the distance in words, for example `2 character edits`.
    pub(crate) fn counted(self, what: &str) -> String {
        at_most(self.is_exact, &counted(self.edits, what))
    }
}

/// Returns a number of edits in words, marked as an upper bound unless it is exact.
pub(crate) fn at_most(is_exact: bool, edits: &str) -> String {
    if is_exact {
        edits.to_owned()
    } else {
        format!("at most {edits}")
    }
}

/// Returns the exact Levenshtein distance. `guess` may be any number: the nearer to the distance, the faster the
/// calculation.
fn levenshtein_distance<I>(a: I, b: I, guess: usize) -> usize
where
    I: DoubleEndedIterator<Item = char> + Clone,
{
    // If the guess is below the difference in length, which is a lower bound of the distance, the library (0.5.0) can
    // return a wrong result.
    let guess = guess.max(a.clone().count().abs_diff(b.clone().count()));
    levenshtein::distance_with_args(a, b, &levenshtein::Args::default().score_hint(guess))
}

/// Returns a text without the parts that TeX skips. Comments after `%` stay: the libraries' values refer to formulas,
/// in which people write `50%`.
pub(crate) fn read_text<'a>(outline: &Outline<'a>) -> Cow<'a, str> {
    if read_tokens(outline).count() == outline.tokens.len() {
        return Cow::Borrowed(outline.source);
    }
    read_tokens(outline).map(|token| token.text(outline.source)).collect()
}

fn read_tokens<'o>(outline: &'o Outline<'_>) -> impl Iterator<Item = &'o Token> {
    outline.tokens.iter().filter(|token| !outline.is_passed_over(token))
}

/// The tokens of one text that take part in a comparison.
pub(crate) struct Compared<'a> {
    pub(crate) source: &'a str,
    pub(crate) tokens: Vec<Token>,
}

impl<'a> Compared<'a> {
    /// Compares the whole text without the parts that TeX skips.
    pub(crate) fn whole(outline: &Outline<'a>) -> Self {
        Self::of(outline, |_| true)
    }

    /// Compares the tokens for which `keep` returns true.
    pub(crate) fn of(outline: &Outline<'a>, mut keep: impl FnMut(&Token) -> bool) -> Self {
        let kept = read_tokens(outline).filter(|token| keep(token));
        Self {
            source: outline.source,
            tokens: kept.copied().collect(),
        }
    }

    /// Compares the part of a text inside a byte range whose ends are character boundaries.
    pub(crate) fn within(outline: &Outline<'a>, range: &Range<usize>) -> Self {
        let clipped = |token: &Token| Token {
            start: token.start.max(range.start),
            end: token.end.min(range.end),
            ..*token
        };
        Self {
            source: outline.source,
            tokens: read_tokens(outline)
                .map(clipped)
                .filter(|token| token.start < token.end)
                .collect(),
        }
    }

    /// Returns the compared text; it is a copy only if tokens were omitted.
    fn text(&self) -> Cow<'a, str> {
        let length: usize = self.tokens.iter().map(|token| token.range().len()).sum();
        if length == self.source.len() {
            return Cow::Borrowed(self.source);
        }
        self.tokens.iter().map(|token| token.text(self.source)).collect()
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(|token| token.text(self.source))
    }

    fn characters(&self, tokens: Range<usize>) -> usize {
        self.tokens[tokens]
            .iter()
            .map(|token| token.text(self.source).chars().count())
            .sum()
    }

    fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let first = self.tokens[tokens.clone()].first().map_or(0, |token| token.start);
        let last = self.tokens[tokens].last().map_or(first, |token| token.end);
        first..last
    }
}

/// Returns the regions in which two texts differ, in tokens and in order.
fn differing_regions(reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Region> {
    let tokens = Interned::of(reference.texts(), prediction.texts());
    differing(&tokens.reference, &tokens.prediction)
}

/// Converts regions of tokens, in order, to regions of characters.
fn in_characters(regions: &[Region], reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Region> {
    let (mut reference, mut prediction) = (Characters::of(reference), Characters::of(prediction));
    let regions = regions.iter().map(|region| Region {
        reference: reference.before(region.reference.start)..reference.before(region.reference.end),
        prediction: prediction.before(region.prediction.start)..prediction.before(region.prediction.end),
    });
    regions.collect()
}

/// A running count of the characters before successive tokens.
struct Characters<'a, 'b> {
    text: &'b Compared<'a>,
    tokens: usize,
    characters: usize,
}

impl<'a, 'b> Characters<'a, 'b> {
    fn of(text: &'b Compared<'a>) -> Self {
        Self {
            text,
            tokens: 0,
            characters: 0,
        }
    }

    /// Returns the number of characters before `token`, which must not precede the token of the previous call.
    fn before(&mut self, token: usize) -> usize {
        self.characters += self.text.characters(self.tokens..token);
        self.tokens = token;
        self.characters
    }
}

/// Converts regions to spans. Text on one side only is missing or extra; other text is different.
fn region_spans(regions: &[Region], reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Span> {
    let mut spans = Vec::with_capacity(2 * regions.len());
    for region in regions {
        let is_different = !region.reference.is_empty() && !region.prediction.is_empty();
        let kind = |alone| if is_different { SpanKind::Different } else { alone };
        if !region.reference.is_empty() {
            let range = reference.bytes(region.reference.clone());
            spans.push(Span::new(Side::Reference, range, kind(SpanKind::Missing), ""));
        }
        if !region.prediction.is_empty() {
            let range = prediction.bytes(region.prediction.clone());
            spans.push(Span::new(Side::Prediction, range, kind(SpanKind::Extra), ""));
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use texlens_latex::lex;

    use super::*;

    /// Calculates the distance by the textbook recurrence.
    fn distance_by_definition(a: &str, b: &str) -> usize {
        let b: Vec<char> = b.chars().collect();
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, c) in a.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for j in 0..b.len() {
                let cost = diagonal + usize::from(c != b[j]);
                diagonal = row[j + 1];
                row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn distance_is_exact_for_every_guess(a in "[abé\\\\ ]{0,150}", b in "[abé\\\\ ]{0,150}", guess in 0_usize..200) {
            prop_assert_eq!(levenshtein_distance(a.chars(), b.chars(), guess), distance_by_definition(&a, &b));
        }

        #[test]
        fn distance_is_exact_where_the_texts_repeat(piece in "[abc]{1,20}", other in "[abc]{1,20}", n in 1..9_usize, m in 1..9_usize) {
            let (a, b) = (piece.repeat(n), format!("{other}{}", piece.repeat(m)));
            for guess in [0, 31, a.len() / 8] {
                let distance = levenshtein_distance(a.chars(), b.chars(), guess);
                prop_assert_eq!(distance, distance_by_definition(&a, &b));
            }
        }

        #[test]
        fn the_regions_bound_the_distance(a in "[abé ]{0,60}", b in "[abé ]{0,60}") {
            let [reference, prediction] = [&a, &b].map(|text| Compared { source: text, tokens: lex(text) });
            let regions = differing_characters(&reference, &prediction);
            let size = |region: &Region| region.reference.len().max(region.prediction.len());
            prop_assert!(regions.iter().map(size).sum::<usize>() >= distance_by_definition(&a, &b));
            let exact = Distance { edits: distance_by_definition(&a, &b), is_exact: true };
            prop_assert_eq!(Distance::of(&a, &b, &regions), exact);
        }
    }
}
