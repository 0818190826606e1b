//! Text diff: the words of the reference that are missing from the prediction, and the extra words of the prediction.
//!
//! A token is a control sequence (`\alpha`, `\{`), a run of letters and digits, a paragraph break (a blank line) or any
//! other single character. Other white space separates tokens and never differs, as in TeX.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_metrics::regions::{Region, differing_of};

/// The kind of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SegmentKind {
    /// The same tokens on both sides.
    Equal,
    /// Tokens in the reference only.
    Missing,
    /// Tokens in the prediction only.
    Extra,
}

/// A run of tokens with the white space that follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The kind of the segment.
    pub kind: SegmentKind,
    /// Byte range in the reference; empty for [`SegmentKind::Extra`].
    pub reference: Range<usize>,
    /// Byte range in the prediction; empty for [`SegmentKind::Missing`].
    pub prediction: Range<usize>,
}

/// Maximum number of bytes of an equal run between two changes (a comma, a superscript sign) that is joined to them. A
/// run this short would split a change without telling a reader anything.
const ISLAND_BYTES: usize = 2;

/// Reports whether [`diff`] of the two texts would mark anything. Takes linear time.
#[must_use]
pub fn is_different(reference: &str, prediction: &str) -> bool {
    let (before, after) = (tokens(reference), tokens(prediction));
    !before
        .iter()
        .map(|token| token.text)
        .eq(after.iter().map(|token| token.text))
}

/// Compares two LaTeX texts word by word.
///
/// The segments are in order and cover both texts completely. A replacement is a `Missing` segment followed by an
/// `Extra` one. The function takes linear time on any input. In return, the diff may not be the shortest one if two
/// long texts have little in common: see [`differing`](texlens_metrics::regions::differing).
#[must_use]
pub fn diff(reference: &str, prediction: &str) -> Vec<Segment> {
    let before = tokens(reference);
    let after = tokens(prediction);
    let mut changes: Vec<Region> = Vec::new();
    for change in differing_of(
        before.iter().map(|token| token.text),
        after.iter().map(|token| token.text),
    ) {
        match changes.last_mut() {
            Some(last) if is_island(&before, last.reference.end..change.reference.start) => {
                last.reference.end = change.reference.end;
                last.prediction.end = change.prediction.end;
            }
            _ => changes.push(change),
        }
    }

    let mut segments = Segments::default();
    for change in changes {
        let (start, end) = (
            boundary(&before, reference, change.reference.start),
            boundary(&before, reference, change.reference.end),
        );
        let (from, to) = (
            boundary(&after, prediction, change.prediction.start),
            boundary(&after, prediction, change.prediction.end),
        );
        segments.push(SegmentKind::Equal, start, from);
        segments.push(SegmentKind::Missing, end, from);
        segments.push(SegmentKind::Extra, end, to);
    }
    segments.push(SegmentKind::Equal, reference.len(), prediction.len());
    segments.list
}

#[derive(Default)]
struct Segments {
    list: Vec<Segment>,
    reference: usize,
    prediction: usize,
}

impl Segments {
    fn push(&mut self, kind: SegmentKind, reference: usize, prediction: usize) {
        let segment = Segment {
            kind,
            reference: self.reference..reference,
            prediction: self.prediction..prediction,
        };
        if !segment.reference.is_empty() || !segment.prediction.is_empty() {
            self.list.push(segment);
        }
        self.reference = reference;
        self.prediction = prediction;
    }
}

struct Token<'a> {
    text: &'a str,
    start: usize,
}

/// Token text of every paragraph break: paragraph breaks are equal whatever their white space.
const PARAGRAPH: &str = "\n\n";

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (piece, tail) = rest.split_at(token_len(rest, first));
        rest = tail;
        if !first.is_whitespace() {
            tokens.push(Token { text: piece, start });
        } else if piece.matches('\n').count() > 1 {
            tokens.push(Token { text: PARAGRAPH, start });
        }
    }
    tokens
}

/// Returns the length in bytes of the token or white space at the start of `text`.
fn token_len(text: &str, first: char) -> usize {
    let run = |from: usize, inside: fn(char) -> bool| {
        let tail = text.get(from..).unwrap_or_default();
        from + tail.find(|c| !inside(c)).unwrap_or(tail.len())
    };
    if first.is_whitespace() {
        run(0, char::is_whitespace)
    } else if first == '\\' {
        let letters = run(1, |c| c.is_ascii_alphabetic());
        match text.get(1..).and_then(|tail| tail.chars().next()) {
            Some(symbol) if letters == 1 && !symbol.is_whitespace() => 1 + symbol.len_utf8(),
            _ => letters,
        }
    } else if first.is_alphanumeric() {
        run(0, char::is_alphanumeric)
    } else {
        first.len_utf8()
    }
}

/// Returns the byte at which the token with this index begins. White space before the first token belongs to that
/// token.
fn boundary(tokens: &[Token<'_>], text: &str, index: usize) -> usize {
    if index == 0 {
        0
    } else {
        tokens.get(index).map_or(text.len(), |token| token.start)
    }
}

fn is_island(tokens: &[Token<'_>], run: Range<usize>) -> bool {
    tokens.get(run).is_some_and(|run| {
        run.iter().all(|token| token.text != PARAGRAPH)
            && run.iter().map(|token| token.text.len()).sum::<usize>() <= ISLAND_BYTES
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Formats a diff as `=equal`, `-missing` and `+extra`, so that tests are readable.
    fn marked(reference: &str, prediction: &str) -> String {
        diff(reference, prediction)
            .iter()
            .map(|segment| match segment.kind {
                SegmentKind::Equal => format!("={}", &prediction[segment.prediction.clone()]),
                SegmentKind::Missing => format!("-{}", &reference[segment.reference.clone()]),
                SegmentKind::Extra => format!("+{}", &prediction[segment.prediction.clone()]),
            })
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn replaced_words_are_missing_then_extra() {
        assert_eq!(
            marked("Let the ring be local.", "Let the king be local."),
            "=Let the |-ring |+king |=be local."
        );
    }

    #[test]
    fn white_space_never_differs_but_paragraphs_do() {
        assert_eq!(marked("a long\n  line", "a long line"), "=a long line");
        assert_eq!(marked("one.\n\ntwo", "one. two"), "=one. |-\n\n|=two");
        assert_eq!(marked("one.\n\ntwo", "one.\n \n\n two"), "=one.\n \n\n two");
    }

    #[test]
    fn control_sequences_are_whole() {
        assert_eq!(marked(r"\alpha\{x", r"\alphabet\}x"), r"-\alpha\{|+\alphabet\}|=x");
    }

    #[test]
    fn small_islands_join_the_changes_around_them() {
        assert_eq!(marked("see x^2 here", "see y^3 here"), "=see |-x^2 |+y^3 |=here");
    }

    #[test]
    fn one_side_empty() {
        assert_eq!(marked("", ""), "");
        assert_eq!(marked("a b", ""), "-a b");
        assert_eq!(marked("", "a b"), "+a b");
        assert_eq!(marked(" ", "a"), "+a|=");
    }

    #[test]
    fn long_unrelated_texts_are_covered() {
        let text = |seed: u32| {
            let mut state = seed;
            (0..15_000)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    format!("w{} ", state >> 24)
                })
                .collect::<String>()
        };
        // Without its bound, this diff would not end in reasonable time.
        let (reference, prediction) = (text(1), text(2));
        let segments = diff(&reference, &prediction);
        let last = segments.last().unwrap();
        assert_eq!(
            (last.reference.end, last.prediction.end),
            (reference.len(), prediction.len())
        );
    }

    proptest! {
        #[test]
        fn segments_cover_both_texts(reference in r"[a-c\\{}\$ \n\u{e9}]{0,40}", prediction in r"[a-c\\{}\$ \n\u{e9}]{0,40}") {
            let (mut r, mut p) = (0, 0);
            for segment in diff(&reference, &prediction) {
                prop_assert_eq!(segment.reference.start, r);
                prop_assert_eq!(segment.prediction.start, p);
                prop_assert!(reference.get(segment.reference.clone()).is_some());
                prop_assert!(prediction.get(segment.prediction.clone()).is_some());
                (r, p) = (segment.reference.end, segment.prediction.end);
            }
            prop_assert_eq!((r, p), (reference.len(), prediction.len()));
        }

        #[test]
        fn nothing_differs_from_itself(text in any::<String>()) {
            prop_assert!(diff(&text, &text).iter().all(|segment| segment.kind == SegmentKind::Equal));
        }
    }
}
