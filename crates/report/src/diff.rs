//! Text diff: the words of the reference that are missing from the prediction, and the extra words of the prediction.
//!
//! A token is a control sequence (`\alpha`, `\{`), a run of letters and digits, a paragraph break (a blank line) or any
//! other single character. Other white space separates tokens and never differs, as in TeX.

mod moves;
mod slide;
mod token;

use std::ops::Range;

use serde::{Deserialize, Serialize};
use texlens_metrics::regions::{Region, differing_of};
use token::{PARAGRAPH, Token, tokens};

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
    /// The number of the move, counted from 0, if the same tokens stand elsewhere on the other side. A move is one
    /// [`SegmentKind::Missing`] and one [`SegmentKind::Extra`] segment.
    pub moved: Option<usize>,
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
/// `Extra` one. A block that stands at another place on the other side is a `Missing` segment here and an `Extra` one
/// there, with the same number. The function takes linear time on any input. In return, the diff may not be the shortest one if two
/// long texts have little in common: see [`differing`](texlens_metrics::regions::differing).
#[must_use]
pub fn diff(reference: &str, prediction: &str) -> Vec<Segment> {
    let before = tokens(reference);
    let after = tokens(prediction);
    let mut regions = differing_of(
        before.iter().map(|token| token.text),
        after.iter().map(|token| token.text),
    );
    slide::to_paragraphs(&mut regions, &before, &after);
    let mut changes: Vec<Region> = Vec::new();
    for region in regions {
        match changes.last_mut() {
            Some(last) if is_island(&before, last.reference.end..region.reference.start) => {
                last.reference.end = region.reference.end;
                last.prediction.end = region.prediction.end;
            }
            _ => changes.push(region),
        }
    }
    let moves = moves::of(&before, &after, &changes);
    let (mut removed, mut added) = (
        Blocks::new(&moves, |block| &block.reference),
        Blocks::new(&moves, |block| &block.prediction),
    );
    let mut segments = Segments::default();
    for change in changes {
        let start = boundary(&before, reference, change.reference.start);
        let from = boundary(&after, prediction, change.prediction.start);
        segments.push(SegmentKind::Equal, start, from, None);
        for (end, moved) in removed.within(&change.reference) {
            segments.push(SegmentKind::Missing, boundary(&before, reference, end), from, moved);
        }
        let end = boundary(&before, reference, change.reference.end);
        for (to, moved) in added.within(&change.prediction) {
            segments.push(SegmentKind::Extra, end, boundary(&after, prediction, to), moved);
        }
    }
    segments.push(SegmentKind::Equal, reference.len(), prediction.len(), None);
    segments.list
}

/// The moved blocks on one side, in order.
struct Blocks {
    /// The tokens of each block, and the number of its move.
    blocks: std::iter::Peekable<std::vec::IntoIter<(Range<usize>, usize)>>,
}

impl Blocks {
    fn new(moves: &[Region], side: fn(&Region) -> &Range<usize>) -> Self {
        let mut blocks: Vec<(Range<usize>, usize)> = moves.iter().map(side).cloned().zip(0..).collect();
        blocks.sort_unstable_by_key(|(range, _)| range.start);
        Self {
            blocks: blocks.into_iter().peekable(),
        }
    }

    /// Divides a range of tokens at the blocks in it. Returns the end of each part, and the number of the move if the
    /// part is one. Ranges must come in order.
    fn within(&mut self, range: &Range<usize>) -> Vec<(usize, Option<usize>)> {
        let mut parts = Vec::new();
        while let Some((block, number)) = self.blocks.next_if(|(block, _)| block.end <= range.end) {
            parts.push((block.start, None));
            parts.push((block.end, Some(number)));
        }
        parts.push((range.end, None));
        parts
    }
}

#[derive(Default)]
struct Segments {
    list: Vec<Segment>,
    reference: usize,
    prediction: usize,
}

impl Segments {
    fn push(&mut self, kind: SegmentKind, reference: usize, prediction: usize, moved: Option<usize>) {
        let segment = Segment {
            kind,
            reference: self.reference..reference,
            prediction: self.prediction..prediction,
            moved,
        };
        if !segment.reference.is_empty() || !segment.prediction.is_empty() {
            self.list.push(segment);
        }
        self.reference = reference;
        self.prediction = prediction;
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

    /// Formats a diff as `=equal`, `-missing` and `+extra`, with the number of a move, so that tests are readable.
    fn marked(reference: &str, prediction: &str) -> String {
        let number = |segment: &Segment| segment.moved.map(|number| number.to_string()).unwrap_or_default();
        diff(reference, prediction)
            .iter()
            .map(|segment| match segment.kind {
                SegmentKind::Equal => format!("={}", &prediction[segment.prediction.clone()]),
                SegmentKind::Missing => format!("-{}{}", number(segment), &reference[segment.reference.clone()]),
                SegmentKind::Extra => format!("+{}{}", number(segment), &prediction[segment.prediction.clone()]),
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
    fn whole_paragraphs_are_missing_or_extra() {
        let text = "one. \n\ntwo. \n\nthree. \n\nfour.";
        let without = "one. \n\nfour.";
        assert_eq!(marked(text, without), "=one. \n\n|-two. \n\nthree. \n\n|=four.");
        assert_eq!(marked(without, text), "=one. \n\n|+two. \n\nthree. \n\n|=four.");
        assert_eq!(marked("a. \n\nb.", "a. \n\na. \n\nb."), "=a. \n\n|+a. \n\n|=b.");
    }

    #[test]
    fn a_block_that_stands_elsewhere_is_moved() {
        let first = "The first paragraph is about rings, which are commutative here. ";
        let second = "A second one says what holds over fields of characteristic zero, and what does not hold. ";
        let text = |parts: &[&str]| parts.join("\n\n");
        assert_eq!(
            marked(&text(&[first, second, "End."]), &text(&[second, first, "End."])),
            format!("-0{first}\n\n|={second}\n\n|+0{first}\n\n|=End.")
        );
        // What was lost and what was added around a moved block stays apart from it.
        assert_eq!(
            marked(&format!("Lost. {first}{second}"), &format!("{second}{first}New!")),
            format!("-Lost. |-0{first}|={second}|+0{first}|+New!")
        );
    }

    #[test]
    fn paragraphs_in_reverse_order_are_covered_once() {
        let words = |start: usize, count: usize| (start..start + count).map(|n| format!("word{n}")).collect::<Vec<_>>();
        let paragraphs = [words(0, 11).join(" "), words(20, 11).join(" "), words(40, 30).join(" ")];
        let reverse: Vec<String> = paragraphs.iter().rev().cloned().collect();
        let (reference, prediction) = (paragraphs.join("\n\n"), reverse.join("\n\n"));
        let segments = diff(&reference, &prediction);
        covers(&segments, &reference, &prediction);
        assert_eq!(segments.iter().filter(|segment| segment.moved.is_some()).count(), 4);
    }

    /// Fails unless the segments are in order and cover both texts.
    fn covers(segments: &[Segment], reference: &str, prediction: &str) {
        let (mut r, mut p) = (0, 0);
        for segment in segments {
            assert_eq!((segment.reference.start, segment.prediction.start), (r, p));
            assert!(segment.reference.end >= r && segment.prediction.end >= p);
            assert!(reference.is_char_boundary(segment.reference.end));
            assert!(prediction.is_char_boundary(segment.prediction.end));
            (r, p) = (segment.reference.end, segment.prediction.end);
        }
        assert_eq!((r, p), (reference.len(), prediction.len()));
    }

    #[test]
    fn what_is_short_or_repeated_is_not_moved() {
        let rule = "a rule that is here and there, and there again, in many places of the text. ";
        for (reference, prediction) in [
            (
                "one two three four five".to_owned(),
                "four five one two three".to_owned(),
            ),
            ("x + y = z; then a b c".to_owned(), "then a b c x + y = z;".to_owned()),
            (format!("{rule}{rule}begin middle end"), "begin middle end".to_owned()),
        ] {
            let moved = diff(&reference, &prediction)
                .iter()
                .any(|segment| segment.moved.is_some());
            assert!(!moved, "{reference}");
        }
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
            covers(&diff(&reference, &prediction), &reference, &prediction);
        }

        #[test]
        fn a_move_has_equal_tokens_on_both_sides(
            words in proptest::collection::vec(0..60_u8, 0..80),
            other in proptest::collection::vec(0..60_u8, 0..80),
            cut in 0..80_usize,
        ) {
            // Every tenth word ends a paragraph.
            let end = |word: u8| if word.is_multiple_of(10) { "\n\n" } else { " " };
            let text = |words: &[u8]| words.iter().map(|word| format!("word{word}{}", end(*word))).collect::<String>();
            let cut = cut.min(words.len());
            let reference = text(&words);
            let prediction = format!("{}{}{}", text(&words[cut..]), text(&other), text(&words[..cut]));
            let segments = diff(&reference, &prediction);
            covers(&segments, &reference, &prediction);
            let moved = |kind: SegmentKind| segments.iter().filter(move |s| s.kind == kind && s.moved.is_some());
            let mut removed: Vec<_> = moved(SegmentKind::Missing).map(|s| (s.moved, reference[s.reference.clone()].trim())).collect();
            let mut added: Vec<_> = moved(SegmentKind::Extra).map(|s| (s.moved, prediction[s.prediction.clone()].trim())).collect();
            removed.sort_unstable();
            added.sort_unstable();
            prop_assert_eq!(&removed, &added);
            removed.dedup();
            prop_assert_eq!(removed.len(), added.len(), "each number once");
            prop_assert!(moved(SegmentKind::Equal).next().is_none());
        }

        #[test]
        fn nothing_differs_from_itself(text in any::<String>()) {
            prop_assert!(diff(&text, &text).iter().all(|segment| segment.kind == SegmentKind::Equal));
        }
    }
}
