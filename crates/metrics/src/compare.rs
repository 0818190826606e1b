//! Edit distance and differing regions of two texts.

use std::borrow::Cow;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use rapidfuzz::distance::levenshtein;
use texlens_latex::{Outline, Token};

use crate::score::{Score, Side, Span, SpanKind};
use crate::summary::counted;

/// Scores two texts by `1 - Levenshtein / length of the longer`, in Unicode code points; 1 if both are empty. The spans
/// are the differing regions. Exact, in O(n·d/64) for n characters and an edit distance of about d.
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
    let edits = counted(distance, "character edit");
    let summary = format!("{edits} between texts of up to {}", counted(longest, "character"));
    Score::rate(metric, (longest - distance) as f64, longest as f64, spans).saying(summary)
}

/// The edits between two texts, in Unicode code points.
pub(crate) struct Edits {
    /// Levenshtein distance.
    pub(crate) distance: usize,
    /// Characters of the reference.
    pub(crate) reference: usize,
    /// Characters of the longer text.
    pub(crate) longest: usize,
    /// The differing regions.
    pub(crate) spans: Vec<Span>,
}

impl Edits {
    pub(crate) fn of(reference: &Compared<'_>, prediction: &Compared<'_>) -> Self {
        let regions = differing_regions(reference, prediction);
        let (a, b) = (reference.text(), prediction.text());
        let characters = a.chars().count();
        // Most characters of a region that differs are right; too small a guess costs less than too large a one.
        let guess = distance_bound(&regions, reference, prediction) / 8;
        Self {
            distance: levenshtein_distance(&a, &b, guess),
            reference: characters,
            longest: characters.max(b.chars().count()),
            spans: region_spans(&regions, reference, prediction),
        }
    }
}

/// So many characters, or more, stand in both texts in the same order.
pub(crate) fn common_characters(reference: &Compared<'_>, prediction: &Compared<'_>) -> usize {
    let differing = differing_regions(reference, prediction);
    let characters = |tokens: Range<usize>| reference.characters(tokens);
    let differing: usize = differing.into_iter().map(|region| characters(region.reference)).sum();
    characters(0..reference.tokens.len()).saturating_sub(differing)
}

/// The regions in which two texts differ, as spans.
pub(crate) fn differing_spans(reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Span> {
    region_spans(&differing_regions(reference, prediction), reference, prediction)
}

/// Levenshtein distance in Unicode code points, exact. `guess` may be any number: the nearer it is to the distance,
/// the faster the answer.
pub(crate) fn levenshtein_distance(a: &str, b: &str, guess: usize) -> usize {
    // With a guess below the difference in length, which no distance is, the library (0.5.0) can be wrong.
    let guess = guess.max(a.chars().count().abs_diff(b.chars().count()));
    levenshtein::distance_with_args(a.chars(), b.chars(), &levenshtein::Args::default().score_hint(guess))
}

/// Tokens of both texts together above which their differing regions are found less well in less time: histograms are
/// counted anew behind every region, which takes time that grows with the square of the length. (So does the other
/// algorithm of imara-diff 0.2.0 where one side is the same few tokens over and over.)
const MAX_HISTOGRAM: usize = 1 << 15;

/// A region in which two token sequences differ, as index ranges; one of them may be empty.
struct Region {
    reference: Range<usize>,
    prediction: Range<usize>,
}

/// The tokens of one text that take part in a comparison.
pub(crate) struct Compared<'a> {
    pub(crate) source: &'a str,
    pub(crate) tokens: Vec<Token>,
}

impl<'a> Compared<'a> {
    /// The whole text.
    pub(crate) fn whole(outline: &Outline<'a>) -> Self {
        Self {
            source: outline.source,
            tokens: outline.tokens.clone(),
        }
    }

    /// The part of a text that lies in a byte range on character boundaries.
    pub(crate) fn within(outline: &Outline<'a>, range: &Range<usize>) -> Self {
        let clipped = |token: &Token| Token {
            start: token.start.max(range.start),
            end: token.end.min(range.end),
            ..*token
        };
        Self {
            source: outline.source,
            tokens: outline
                .tokens
                .iter()
                .map(clipped)
                .filter(|token| token.start < token.end)
                .collect(),
        }
    }

    /// The compared text; a copy only where tokens were left out.
    fn text(&self) -> Cow<'a, str> {
        let length: usize = self.tokens.iter().map(|token| token.range().len()).sum();
        if length == self.source.len() {
            return Cow::Borrowed(self.source);
        }
        self.tokens.iter().map(|token| token.text(self.source)).collect()
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts_of(0..self.tokens.len())
    }

    fn texts_of(&self, tokens: Range<usize>) -> impl DoubleEndedIterator<Item = &str> {
        self.tokens[tokens].iter().map(|token| token.text(self.source))
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

/// The regions in which two texts differ, in order. Nearly linear; on texts that have little in common the regions may
/// be larger than they need be, never wrong.
fn differing_regions(reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Region> {
    let (before, after) = common_ends(reference, prediction);
    let middle = |side: &Compared<'_>| before..side.tokens.len() - after;
    let whole = Region {
        reference: middle(reference),
        prediction: middle(prediction),
    };
    if whole.reference.is_empty() && whole.prediction.is_empty() {
        return Vec::new();
    }
    if whole.reference.is_empty() || whole.prediction.is_empty() {
        return vec![whole];
    }
    regions_within(&whole, reference, prediction)
}

/// The regions in which two stretches of text differ.
fn regions_within(whole: &Region, reference: &Compared<'_>, prediction: &Compared<'_>) -> Vec<Region> {
    let mut input = InternedInput {
        before: Vec::with_capacity(whole.reference.len()),
        after: Vec::with_capacity(whole.prediction.len()),
        interner: Interner::new(whole.reference.len() + whole.prediction.len()),
    };
    input.update_before(reference.texts_of(whole.reference.clone()));
    input.update_after(prediction.texts_of(whole.prediction.clone()));
    let algorithm = if input.before.len() + input.after.len() <= MAX_HISTOGRAM {
        Algorithm::Histogram
    } else {
        Algorithm::Myers
    };
    let mut diff = Diff::compute(algorithm, &input);
    diff.postprocess_no_heuristic(&input);
    let shifted = |range: Range<u32>, by: usize| by + range.start as usize..by + range.end as usize;
    diff.hunks()
        .map(|hunk| Region {
            reference: shifted(hunk.before, whole.reference.start),
            prediction: shifted(hunk.after, whole.prediction.start),
        })
        .collect()
}

/// How many tokens two texts begin and end with alike.
fn common_ends(reference: &Compared<'_>, prediction: &Compared<'_>) -> (usize, usize) {
    let equal = |(a, b): &(&str, &str)| a == b;
    let before = reference.texts().zip(prediction.texts()).take_while(equal).count();
    let rest_of_reference = reference.texts_of(before..reference.tokens.len());
    let rest_of_prediction = prediction.texts_of(before..prediction.tokens.len());
    let after = rest_of_reference
        .rev()
        .zip(rest_of_prediction.rev())
        .take_while(equal)
        .count();
    (before, after)
}

/// At most so many edits turn one text into the other: each region is replaced character by character.
fn distance_bound(regions: &[Region], reference: &Compared<'_>, prediction: &Compared<'_>) -> usize {
    let of = |region: &Region| {
        let characters = reference.characters(region.reference.clone());
        characters.max(prediction.characters(region.prediction.clone()))
    };
    regions.iter().map(of).sum()
}

/// The regions as spans: what only one side has is missing or extra, the rest is different.
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

    /// The textbook recurrence.
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
            prop_assert_eq!(levenshtein_distance(&a, &b, guess), distance_by_definition(&a, &b));
        }

        #[test]
        fn distance_is_exact_where_the_texts_repeat(piece in "[abc]{1,20}", other in "[abc]{1,20}", n in 1..9_usize, m in 1..9_usize) {
            let (a, b) = (piece.repeat(n), format!("{other}{}", piece.repeat(m)));
            for guess in [0, 31, a.len() / 8] {
                prop_assert_eq!(levenshtein_distance(&a, &b, guess), distance_by_definition(&a, &b));
            }
        }

        #[test]
        fn the_regions_bound_the_distance(a in "[ab ]{0,60}", b in "[ab ]{0,60}") {
            let [reference, prediction] = [&a, &b].map(|text| Compared { source: text, tokens: lex(text) });
            let regions = differing_regions(&reference, &prediction);
            prop_assert!(distance_bound(&regions, &reference, &prediction) >= distance_by_definition(&a, &b));
        }
    }
}
