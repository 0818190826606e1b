//! The text diff of two LaTeX texts, laid out paragraph by paragraph and divided into parts that can be displayed at
//! once.

mod difference;
mod spaces;

use std::collections::HashMap;
use std::ops::Range;

pub use difference::{Difference, DifferenceKind, Shown};
pub use spaces::with_signs;
use texlens_report::diff::{Segment, SegmentKind, diff};

/// Number of bytes that weigh as much as one piece, because they take as long to draw. A row's weight grows with the
/// number and the length of its pieces.
const BYTES_OF_A_PIECE: usize = 16;
/// Additional weight of a line break, in bytes: each line is laid out separately, which takes as long as drawing that
/// many bytes.
const LINE: usize = 15;
/// Fixed weight of a row, in pieces.
const ROW: usize = 24;
/// Largest weight of the pieces of a row. A heavier row is split, even within a paragraph.
const HEAVIEST_ROW: usize = 500;
/// Largest total weight of the rows of a part.
const HEAVIEST_PART: usize = 3000;

/// Two texts, divided into rows at the paragraph breaks that they share. A paragraph that is too long to display at
/// once is divided as well.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextDiff {
    /// The rows, which together cover both texts.
    pub rows: Vec<Row>,
    /// The differences, in the order of the texts.
    pub differences: Vec<Difference>,
}

/// One or more paragraphs of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
    /// Weight of the pieces, without the fixed weight of a row.
    weight: usize,
}

/// A range that is equal on both sides, or a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Byte range in the reference, possibly empty.
    pub reference: Range<usize>,
    /// Byte range in the prediction, possibly empty.
    pub prediction: Range<usize>,
    /// Number of the difference, from 0, and its kind, or `None` if both sides are equal.
    pub difference: Option<(usize, DifferenceKind)>,
}

impl Row {
    /// Returns whether both sides of the row are equal, apart from differences that are not shown.
    #[must_use]
    pub fn is_equal(&self, shown: Shown) -> bool {
        self.pieces.iter().all(|piece| piece.shown(shown).is_none())
    }

    fn weight(&self) -> usize {
        ROW + self.weight
    }
}

impl Piece {
    /// Returns the kind of the difference.
    fn kind(&self) -> Option<DifferenceKind> {
        self.difference.map(|(_, kind)| kind)
    }

    /// Returns the difference, unless it is not shown.
    #[must_use]
    pub fn shown(&self, shown: Shown) -> Option<(usize, DifferenceKind)> {
        self.difference.filter(|(_, kind)| shown.has(*kind))
    }

    fn weight(&self, reference: &str, prediction: &str) -> usize {
        let sides = [(reference, &self.reference), (prediction, &self.prediction)];
        let sides = sides.map(|(text, range)| text.get(range.clone()).unwrap_or_default());
        1 + sides.map(drawn).into_iter().max().unwrap_or_default() / BYTES_OF_A_PIECE
    }

    /// Divides an equal piece where its white space differs. Returns each part, and whether it is such white space.
    fn spaces_apart(&self, reference: &str, prediction: &str) -> Vec<(Self, bool)> {
        let left = reference.get(self.reference.clone()).unwrap_or_default();
        let right = prediction.get(self.prediction.clone()).unwrap_or_default();
        let within = |range: &Range<usize>, part: Range<usize>| range.start + part.start..range.start + part.end;
        let parts = spaces::apart(left, right).into_iter().map(|([left, right], is_space)| {
            let part = Self {
                reference: within(&self.reference, left),
                prediction: within(&self.prediction, right),
                difference: None,
            };
            (part, is_space)
        });
        parts.collect()
    }

    /// Splits off a beginning that fits into a row. Returns `None` if the whole piece fits.
    fn split_heavy(&mut self, reference: &str, prediction: &str) -> Option<Self> {
        let sides = [(reference, &self.reference), (prediction, &self.prediction)];
        let [left, right] = sides.map(|(text, range)| text.get(range.clone()).unwrap_or_default());
        let (in_left, in_right) = (drawable(left), drawable(right));
        if (in_left, in_right) == (left.len(), right.len()) {
            return None;
        }
        let (in_left, in_right) = match self.difference {
            Some(_) => (in_left, in_right),
            // Both sides have the same words, but white space may differ.
            None => {
                // If there is only one text, the other side is empty.
                let there = [(left, in_left), (right, in_right)].into_iter();
                let there = there.filter(|(text, _)| !text.is_empty());
                let ink = there.map(|(text, end)| ink_in(&text[..end])).min().unwrap_or_default();
                (end_of_ink(left, ink, in_left), end_of_ink(right, ink, in_right))
            }
        };
        let (left, right) = (self.reference.start + in_left, self.prediction.start + in_right);
        let first = Self {
            reference: self.reference.start..left,
            prediction: self.prediction.start..right,
            difference: self.difference,
        };
        if first.reference.is_empty() && first.prediction.is_empty() {
            return None;
        }
        (self.reference.start, self.prediction.start) = (left, right);
        Some(first)
    }

    /// Splits off white space that ends a difference on both sides: it belongs to the words, but does not differ.
    fn split_space(&mut self, reference: &str, prediction: &str) -> Option<Self> {
        let split = |text: &str, range: &Range<usize>| {
            let words = text.get(range.clone())?.trim_end().len();
            let end = range.start + words;
            (words > 0 && end < range.end).then_some(end)
        };
        self.difference?;
        let (left, right) = (split(reference, &self.reference)?, split(prediction, &self.prediction)?);
        let space = Self {
            reference: left..self.reference.end,
            prediction: right..self.prediction.end,
            difference: None,
        };
        (self.reference.end, self.prediction.end) = (left, right);
        Some(space)
    }
}

impl TextDiff {
    /// Compares word by word; see [`texlens_report::diff`].
    #[must_use]
    pub fn new(reference: &str, prediction: &str) -> Self {
        Self::of(reference, prediction, diff(reference, prediction))
    }

    /// Lays out two texts whose diff is known. Takes linear time.
    #[must_use]
    pub fn of(reference: &str, prediction: &str, segments: impl IntoIterator<Item = Segment>) -> Self {
        let mut comparison = Self::default();
        let mut row = OpenRow::default();
        // The one difference of each move that was already seen.
        let mut moves: HashMap<usize, usize> = HashMap::new();
        for segment in segments {
            let piece = Piece {
                reference: segment.reference,
                prediction: segment.prediction,
                difference: None,
            };
            match (segment.kind, segment.moved) {
                (SegmentKind::Equal, _) => {
                    let space = row.pieces.last_mut().and_then(|last| {
                        let space = last.split_space(reference, prediction)?;
                        comparison.update(last);
                        Some((space, false))
                    });
                    for (piece, ends_row) in space.into_iter().chain(paragraphs(reference, prediction, piece)) {
                        for (piece, is_space) in piece.spaces_apart(reference, prediction) {
                            let kind = is_space.then_some(DifferenceKind::Space);
                            row.pieces.push(comparison.counted(piece, kind));
                        }
                        if ends_row {
                            row.close(&mut comparison.rows, reference, prediction);
                        }
                    }
                }
                (_, Some(number)) => {
                    let own = comparison.differences.len();
                    row.pieces.push(comparison.counted(piece, Some(DifferenceKind::Moved)));
                    match moves.remove(&number) {
                        Some(other) => comparison.join(own, other),
                        None => _ = moves.insert(number, own),
                    }
                }
                (SegmentKind::Missing, None) => row
                    .pieces
                    .push(comparison.counted(piece, Some(DifferenceKind::Missing))),
                (SegmentKind::Extra, None) => match row.pieces.last_mut() {
                    // A replacement is one difference: its missing and its extra words are adjacent.
                    Some(last) if last.kind() == Some(DifferenceKind::Missing) => {
                        last.prediction.end = piece.prediction.end;
                        last.difference = last.difference.map(|(number, _)| (number, DifferenceKind::Replaced));
                        comparison.update(last);
                    }
                    _ => row.pieces.push(comparison.counted(piece, Some(DifferenceKind::Extra))),
                },
            }
        }
        row.close(&mut comparison.rows, reference, prediction);
        comparison
    }

    /// Counts a difference. Returns the piece with its number.
    fn counted(&mut self, piece: Piece, kind: Option<DifferenceKind>) -> Piece {
        let Some(kind) = kind else { return piece };
        let number = self.differences.len();
        self.differences.push(Difference {
            kind,
            reference: piece.reference.clone(),
            prediction: piece.prediction.clone(),
            elsewhere: None,
        });
        Piece {
            difference: Some((number, kind)),
            ..piece
        }
    }

    /// Records that two differences are the ends of a move.
    fn join(&mut self, one: usize, other: usize) {
        for (number, elsewhere) in [(one, other), (other, one)] {
            if let Some(difference) = self.differences.get_mut(number) {
                difference.elsewhere = Some(elsewhere);
            }
        }
    }

    /// Records the kind and the ranges of a difference whose piece has changed.
    fn update(&mut self, piece: &Piece) {
        let Some((number, kind)) = piece.difference else { return };
        if let Some(difference) = self.differences.get_mut(number) {
            difference.kind = kind;
            difference.reference = piece.reference.clone();
            difference.prediction = piece.prediction.clone();
        }
    }

    /// Lays out two texts that are known only to be different.
    #[must_use]
    pub fn of_strangers(reference: &str, prediction: &str) -> Self {
        let segment = |kind, reference, prediction| Segment {
            kind,
            reference,
            prediction,
            moved: None,
        };
        let missing = segment(SegmentKind::Missing, 0..reference.len(), 0..0);
        let extra = segment(
            SegmentKind::Extra,
            reference.len()..reference.len(),
            0..prediction.len(),
        );
        Self::of(reference, prediction, [missing, extra])
    }

    /// Lays out a text that has no counterpart: one of the two sides is empty.
    #[must_use]
    pub fn of_one(reference: &str, prediction: &str) -> Self {
        let mut comparison = Self::default();
        let mut row = OpenRow::default();
        row.pieces.push(Piece {
            reference: 0..reference.len(),
            prediction: 0..prediction.len(),
            difference: None,
        });
        row.close(&mut comparison.rows, reference, prediction);
        comparison
    }

    /// Divides the rows into parts that are small enough to display at once.
    #[must_use]
    pub fn parts(&self) -> Vec<Range<usize>> {
        in_parts(self.rows.iter().map(Row::weight), HEAVIEST_PART)
    }

    /// Returns the index of the row that contains a byte of the reference or, if that is not given, of the prediction.
    #[must_use]
    pub fn row_at(&self, reference: Option<usize>, prediction: Option<usize>) -> Option<usize> {
        let row = |at: usize, range: fn(&Piece) -> &Range<usize>| {
            let ends_before = |row: &Row| row.pieces.last().is_none_or(|last| range(last).end <= at);
            self.rows
                .partition_point(ends_before)
                .min(self.rows.len().saturating_sub(1))
        };
        let in_prediction = || prediction.map(|at| row(at, |piece| &piece.prediction));
        reference
            .map(|at| row(at, |piece| &piece.reference))
            .or_else(in_prediction)
    }

    /// Divides the stretches from [`together`](Self::together) into parts that are small enough to display at once.
    #[must_use]
    pub fn parts_together(&self, other: &Self, stretches: &[[Range<usize>; 2]]) -> Vec<Range<usize>> {
        let weights = stretches
            .iter()
            .map(|[ours, theirs]| self.weight(ours) + other.weight(theirs));
        in_parts(weights, HEAVIEST_PART)
    }

    fn weight(&self, rows: &Range<usize>) -> usize {
        let rows = self.rows.get(rows.clone()).unwrap_or_default();
        rows.iter().map(Row::weight).sum()
    }

    /// Divides a stretch that is too heavy to display at once.
    fn cut(&self, other: &Self, stretch: [Range<usize>; 2]) -> Vec<[Range<usize>; 2]> {
        let [ours, theirs] = &stretch;
        if self.weight(ours) + other.weight(theirs) <= HEAVIEST_PART {
            return vec![stretch];
        }
        let parts = |comparison: &Self, rows: &Range<usize>| {
            let weights = rows.clone().map(|row| comparison.weight(&(row..row + 1)));
            let parts = in_parts(weights, HEAVIEST_PART / 2).into_iter();
            parts
                .map(|part| rows.start + part.start..rows.start + part.end)
                .collect::<Vec<_>>()
        };
        let (our, their) = (parts(self, ours), parts(other, theirs));
        let part =
            |parts: &[Range<usize>], rows: &Range<usize>, at| parts.get(at).cloned().unwrap_or(rows.end..rows.end);
        (0..our.len().max(their.len()))
            .map(|at| [part(&our, ours, at), part(&their, theirs, at)])
            .collect()
    }

    /// Aligns the rows of two text diffs of the same reference. A stretch ends where both have a row break at the same
    /// position of the reference. For each stretch, returns the rows of this text diff and those of the other. A
    /// stretch that is too long to display at once is divided.
    #[must_use]
    pub fn together(&self, other: &Self) -> Vec<[Range<usize>; 2]> {
        let ends = |comparison: &Self| -> Vec<usize> {
            let ends = comparison.rows.iter().map(|row| row.pieces.last());
            ends.map(|last| last.map_or(0, |piece| piece.reference.end)).collect()
        };
        let (ours, theirs) = (ends(self), ends(other));
        let (mut from, mut to) = ([0, 0], [0, 0]);
        let mut stretches = Vec::new();
        while to[0] < ours.len() || to[1] < theirs.len() {
            // The side that is behind advances. If both are at the same position, both advance.
            match (ours.get(to[0]), theirs.get(to[1])) {
                (Some(our), Some(their)) => {
                    to[0] += usize::from(our <= their);
                    to[1] += usize::from(their <= our);
                }
                (our, their) => {
                    to[0] += usize::from(our.is_some());
                    to[1] += usize::from(their.is_some());
                }
            }
            let end = |ends: &[usize], at: usize| at.checked_sub(1).and_then(|at| ends.get(at)).copied();
            let is_end = to == [ours.len(), theirs.len()];
            if is_end || end(&ours, to[0]) == end(&theirs, to[1]) && to[0] > from[0] && to[1] > from[1] {
                stretches.extend(self.cut(other, [from[0]..to[0], from[1]..to[1]]));
                from = to;
            }
        }
        stretches
    }

    /// Returns the number of differences that are shown.
    #[must_use]
    pub fn count(&self, shown: Shown) -> usize {
        let kinds = self.differences.iter().map(|difference| difference.kind);
        kinds.filter(|kind| shown.has(*kind)).count()
    }

    /// Returns the numbers of the shown differences in the order in which one steps through them.
    #[must_use]
    pub fn order(&self, shown: Shown) -> Vec<usize> {
        difference::order(&self.differences, shown)
    }

    /// Returns the range of the prediction that replaces a differing range of the reference, if there is one.
    #[must_use]
    pub fn counterpart(&self, reference: &Range<usize>) -> Option<Range<usize>> {
        let differing = |piece: &&Piece| {
            let touched = piece.reference.start < reference.end && piece.reference.end > reference.start;
            let is_other = piece.kind().is_some_and(|kind| kind != DifferenceKind::Space);
            touched && is_other && !piece.prediction.is_empty()
        };
        let mut touched = self.rows.iter().flat_map(|row| &row.pieces).filter(differing);
        let first = touched.next()?;
        let last = touched.next_back().unwrap_or(first);
        Some(first.prediction.start..last.prediction.end)
    }
}

/// A row that has no end yet.
#[derive(Default)]
struct OpenRow {
    pieces: Vec<Piece>,
}

impl OpenRow {
    /// Adds the row to `rows`, divided if it is too heavy, and starts a new one.
    fn close(&mut self, rows: &mut Vec<Row>, reference: &str, prediction: &str) {
        let mut row = Row::default();
        for mut piece in std::mem::take(&mut self.pieces) {
            loop {
                let first = piece.split_heavy(reference, prediction);
                let is_last = first.is_none();
                let next = first.unwrap_or_else(|| piece.clone());
                let weight = next.weight(reference, prediction);
                if row.weight > 0 && row.weight + weight > HEAVIEST_ROW {
                    rows.push(std::mem::take(&mut row));
                }
                row.weight += weight;
                row.pieces.push(next);
                if is_last {
                    break;
                }
            }
        }
        if !row.pieces.is_empty() {
            rows.push(row);
        }
    }
}

/// Groups neighbours so that no group is heavier than `heaviest`, unless a single item is. Returns at least one group.
#[must_use]
pub fn in_parts(weights: impl Iterator<Item = usize>, heaviest: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut end, mut sum) = (0, 0, 0);
    for weight in weights {
        if end > start && sum + weight > heaviest {
            parts.push(start..end);
            (start, sum) = (end, 0);
        }
        (end, sum) = (end + 1, sum + weight);
    }
    parts.push(start..end);
    parts
}

/// Returns the cost of drawing a text, in bytes.
fn drawn(text: &str) -> usize {
    text.len() + LINE * text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Returns the length of the longest prefix that fits into a row.
fn drawable(text: &str) -> usize {
    let mut left = (HEAVIEST_ROW - 1) * BYTES_OF_A_PIECE;
    for (at, byte) in text.bytes().enumerate() {
        let cost = if byte == b'\n' { 1 + LINE } else { 1 };
        match left.checked_sub(cost) {
            Some(rest) => left = rest,
            None => return text.floor_char_boundary(at),
        }
    }
    text.len()
}

/// Returns the number of characters that are not white space.
fn ink_in(text: &str) -> usize {
    text.chars().filter(|character| !character.is_whitespace()).count()
}

/// Returns the end of the first `count` characters that are not white space. If `count` is 0, returns the end of the
/// leading white space, but at most `most`, which is a character boundary.
fn end_of_ink(text: &str, count: usize, most: usize) -> usize {
    let Some(last) = count.checked_sub(1) else {
        let space = text.len() - text.trim_start().len();
        return space.min(most);
    };
    let mut ink = text.char_indices().filter(|(_, character)| !character.is_whitespace());
    ink.nth(last)
        .map_or(text.len(), |(at, character)| at + character.len_utf8())
}

/// Splits an equal range after each paragraph break. Both sides have the same number of breaks.
fn paragraphs(reference: &str, prediction: &str, piece: Piece) -> impl Iterator<Item = (Piece, bool)> {
    let (left, right) = (piece.reference, piece.prediction);
    let breaks = |text: &str, range: &Range<usize>| -> Vec<usize> {
        let stretch = text.get(range.clone()).unwrap_or_default();
        paragraph_ends(stretch)
            .into_iter()
            .map(|end| range.start + end)
            .collect()
    };
    let mut ends: Vec<(usize, usize, bool)> = breaks(reference, &left)
        .into_iter()
        .zip(breaks(prediction, &right))
        .map(|(left, right)| (left, right, true))
        .collect();
    if ends.last().is_none_or(|(last, _, _)| *last < left.end) {
        ends.push((left.end, right.end, false));
    } else if let Some(last) = ends.last_mut() {
        last.1 = right.end;
    }
    let (mut from_left, mut from_right) = (left.start, right.start);
    ends.into_iter().map(move |(to_left, to_right, ends_row)| {
        let piece = Piece {
            reference: from_left..to_left,
            prediction: from_right..to_right,
            difference: None,
        };
        (from_left, from_right) = (to_left, to_right);
        (piece, ends_row)
    })
}

/// Returns the positions where the white space around blank lines ends.
fn paragraph_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut newlines = 0;
    for (at, character) in text.char_indices() {
        if character == '\n' {
            newlines += 1;
        } else if !character.is_whitespace() {
            if newlines > 1 {
                ends.push(at);
            }
            newlines = 0;
        }
    }
    if newlines > 1 {
        ends.push(text.len());
    }
    ends
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn changes<'a>(reference: &'a str, prediction: &'a str) -> Vec<(&'a str, &'a str)> {
        TextDiff::new(reference, prediction)
            .rows
            .iter()
            .flat_map(|row| &row.pieces)
            .filter(|piece| piece.shown(Shown::default()).is_some())
            .map(|piece| {
                (
                    &reference[piece.reference.clone()],
                    &prediction[piece.prediction.clone()],
                )
            })
            .collect()
    }

    #[test]
    fn rows_cover_both_texts() {
        let texts = [
            "",
            "a",
            "a b\n\nc $x^2$\n\nd",
            "a c\n\nc $x_2$ e\n\n\nf",
            "\n\n",
            "ä\\",
            "x\n\ny\n\nz",
            "x\n \ny z\n\n",
        ];
        for reference in texts {
            for prediction in texts {
                let comparison = TextDiff::new(reference, prediction);
                let pieces = || comparison.rows.iter().flat_map(|row| &row.pieces);
                let left: String = pieces().map(|piece| &reference[piece.reference.clone()]).collect();
                let right: String = pieces().map(|piece| &prediction[piece.prediction.clone()]).collect();
                assert_eq!((left.as_str(), right.as_str()), (reference, prediction));
            }
        }
    }

    #[test]
    fn long_texts_come_in_rows_and_parts_of_bounded_size() {
        let check = |comparison: &TextDiff, reference: &str, prediction: &str| {
            let heaviest = comparison.rows.iter().map(Row::weight).max();
            assert!(heaviest.unwrap() <= 2 * HEAVIEST_ROW, "{heaviest:?}");
            let parts = comparison.parts();
            assert!(parts.windows(2).all(|parts| parts[0].end == parts[1].start));
            assert_eq!((parts[0].start, parts.last().unwrap().end), (0, comparison.rows.len()));
            let weight = |part: &Range<usize>| comparison.weight(part);
            assert!(parts.iter().map(weight).max().unwrap() <= HEAVIEST_PART);
            let lines = |row: &Row| {
                row.pieces
                    .iter()
                    .map(|piece| reference[piece.reference.clone()].matches('\n').count())
                    .sum::<usize>()
            };
            assert!(comparison.rows.iter().map(lines).max().unwrap() <= HEAVIEST_ROW);
            let pieces = || comparison.rows.iter().flat_map(|row| &row.pieces);
            let left: String = pieces().map(|piece| &reference[piece.reference.clone()]).collect();
            let right: String = pieces().map(|piece| &prediction[piece.prediction.clone()]).collect();
            assert_eq!((left.as_str(), right.as_str()), (reference, prediction));
        };
        let repeated = [
            ("a b c ", 40_000),
            ("b\n c", 40_000),
            ("a\n\nb ", 20_000),
            ("\u{6570}", 40_000),
            ("x", 200_000),
            (" ", 200_000),
            ("\n", 200_000),
            ("\n \n", 40_000),
        ];
        for (piece, count) in repeated {
            let text = piece.repeat(count);
            let spaced = text.replace(' ', "   ");
            check(&TextDiff::of_one(&text, ""), &text, "");
            check(&TextDiff::of_strangers(&text, &spaced), &text, &spaced);
            check(&TextDiff::new(&text, &spaced), &text, &spaced);
        }
        // Thousands of differences in one paragraph.
        let text = |word: &str| (0..4000).map(|index| format!("w{index} {word} ")).collect::<String>();
        let (reference, prediction) = (text("quick"), text("quack"));
        let comparison = TextDiff::new(&reference, &prediction);
        let count = comparison.count(Shown::default());
        assert!(count > 3900, "{count}");
        check(&comparison, &reference, &prediction);
        assert!(comparison.parts().len() > 1);
    }

    #[test]
    fn two_comparisons_are_put_together_at_common_breaks() {
        let reference = "a\n\nb\n\nc\n\nd";
        let all = |predictions: [&str; 2]| {
            let [ours, theirs] = predictions.map(|prediction| TextDiff::new(reference, prediction));
            let stretches = ours.together(&theirs);
            let covered = |side: usize| stretches.iter().flat_map(|rows| rows[side].clone()).collect::<Vec<_>>();
            assert_eq!(covered(0), (0..ours.rows.len()).collect::<Vec<_>>());
            assert_eq!(covered(1), (0..theirs.rows.len()).collect::<Vec<_>>());
            stretches.len()
        };
        assert_eq!(all([reference, reference]), 4);
        assert_eq!(all([reference, "a\n\nb\n\nx\n\nd"]), 4);
        assert_eq!(all([reference, "a\n\nb c\n\nd"]), 3, "two paragraphs became one");
        assert_eq!(all(["", "a\n\nnew\n\nb"]), 1);
        assert_eq!(all(["", ""]), 1);
    }

    #[test]
    fn a_replaced_word_is_one_difference() {
        assert_eq!(changes("the quick fox", "the quack fox"), [("quick", "quack")]);
        assert_eq!(changes("a b", "a"), [("b", "")]);
    }

    #[test]
    fn a_difference_has_its_counterpart_in_the_prediction() {
        let comparison = TextDiff::new("one two three four", "one 2 three 4");
        assert_eq!(comparison.counterpart(&(5..6)), Some(4..5));
        assert_eq!(comparison.counterpart(&(4..18)), Some(4..13));
        assert_eq!(comparison.counterpart(&(8..13)), None);
    }

    #[test]
    fn rows_end_at_shared_paragraph_breaks() {
        let comparison = TextDiff::new("a\n\nb\n\nc", "a\n \nx\n\nc");
        let equal = |spaces: bool| {
            let shown = Shown {
                spaces,
                largest_first: false,
            };
            comparison
                .rows
                .iter()
                .map(|row| row.is_equal(shown))
                .collect::<Vec<_>>()
        };
        assert_eq!(equal(false), [true, false, true]);
        assert_eq!(equal(true), [false, false, true]);
        let kinds: Vec<_> = comparison
            .differences
            .iter()
            .map(|difference| difference.kind)
            .collect();
        assert_eq!(kinds, [DifferenceKind::Space, DifferenceKind::Replaced]);
        assert_eq!(comparison.differences[1].reference, 3..4);
        assert_eq!(
            comparison.order(Shown::default()),
            [1],
            "white space is equal, as in TeX"
        );
    }

    #[test]
    fn the_ends_of_a_move_lead_to_each_other() {
        let block = "a block of words that is long enough to be told from chance";
        let comparison = TextDiff::new(
            &format!("{block}\n\nwhat stays here is even longer than that block of words, so it stays\n\nlost"),
            &format!("what stays here is even longer than that block of words, so it stays\n\n{block}"),
        );
        let moved = |number: usize| comparison.differences[number].elsewhere;
        let kinds: Vec<_> = comparison
            .differences
            .iter()
            .map(|difference| difference.kind)
            .collect();
        assert_eq!(
            kinds,
            [DifferenceKind::Moved, DifferenceKind::Missing, DifferenceKind::Moved]
        );
        assert_eq!([0, 1, 2].map(moved), [Some(2), None, Some(0)]);
    }

    #[test]
    fn the_largest_difference_comes_first_on_request() {
        let comparison = TextDiff::new("one two  three four five", "one 2 three four added words five");
        let order = |spaces, largest_first| comparison.order(Shown { spaces, largest_first });
        assert_eq!(order(false, false), [0, 2]);
        assert_eq!(order(false, true), [2, 0]);
        assert_eq!(order(true, true), [2, 0, 1]);
    }
}
