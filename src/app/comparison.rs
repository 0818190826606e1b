//! Where two LaTeX texts differ, laid out paragraph by paragraph.

use std::ops::Range;

use texlens_report::diff::{SegmentKind, diff};

/// Two texts, cut into rows at the paragraph breaks that they share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comparison {
    /// Together they cover both texts.
    pub rows: Vec<Row>,
    /// How many pieces differ.
    pub differences: usize,
}

/// One or more paragraphs of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// In order.
    pub pieces: Vec<Piece>,
}

/// A stretch that is the same on both sides, or differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Byte range in the reference; may be empty.
    pub reference: Range<usize>,
    /// Byte range in the prediction; may be empty.
    pub prediction: Range<usize>,
    /// Counts the differences from 0; none where both sides agree.
    pub difference: Option<usize>,
}

impl Row {
    /// Whether both sides agree in the whole row.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.pieces.iter().all(|piece| piece.difference.is_none())
    }
}

impl Piece {
    /// Takes the white space off that ends a difference on both sides: it belongs to the words, but does not differ.
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

impl Comparison {
    /// Compares word by word; see [`texlens_report::diff`].
    #[must_use]
    pub fn new(reference: &str, prediction: &str) -> Self {
        let mut comparison = Self::default();
        let mut row = Row::default();
        for segment in diff(reference, prediction) {
            if segment.kind == SegmentKind::Equal {
                let space = row
                    .pieces
                    .last_mut()
                    .and_then(|piece| piece.split_space(reference, prediction));
                row.pieces.extend(space);
                for (piece, ends_row) in paragraphs(reference, prediction, segment.reference, segment.prediction) {
                    row.pieces.push(piece);
                    if ends_row {
                        comparison.rows.push(std::mem::take(&mut row));
                    }
                }
                continue;
            }
            // What was replaced is one difference: its missing and its extra words follow each other.
            match row.pieces.last_mut().filter(|piece| piece.difference.is_some()) {
                Some(piece) => {
                    piece.reference.end = segment.reference.end;
                    piece.prediction.end = segment.prediction.end;
                }
                None => {
                    row.pieces.push(Piece {
                        reference: segment.reference,
                        prediction: segment.prediction,
                        difference: Some(comparison.differences),
                    });
                    comparison.differences += 1;
                }
            }
        }
        if !row.pieces.is_empty() {
            comparison.rows.push(row);
        }
        comparison
    }

    /// The rows of two comparisons of the same reference, put together where both have a break at the same place of it: for each
    /// stretch the rows of this one and those of the other.
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
            // The side that is behind goes on; where both are at the same place, each takes what it has there.
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
                stretches.push([from[0]..to[0], from[1]..to[1]]);
                from = to;
            }
        }
        stretches
    }

    /// The piece of a difference, counted from 0.
    #[must_use]
    pub fn difference(&self, number: usize) -> Option<&Piece> {
        self.rows
            .iter()
            .flat_map(|row| &row.pieces)
            .find(|piece| piece.difference == Some(number))
    }

    /// What stands in the prediction where a stretch of the reference differs from it, if anything does.
    #[must_use]
    pub fn counterpart(&self, reference: &Range<usize>) -> Option<Range<usize>> {
        let differing = |piece: &&Piece| {
            let touched = piece.reference.start < reference.end && piece.reference.end > reference.start;
            touched && piece.difference.is_some() && !piece.prediction.is_empty()
        };
        let mut touched = self.rows.iter().flat_map(|row| &row.pieces).filter(differing);
        let first = touched.next()?;
        let last = touched.next_back().unwrap_or(first);
        Some(first.prediction.start..last.prediction.end)
    }
}

/// Cuts an equal stretch behind each paragraph break; both sides have the same number of them.
fn paragraphs(
    reference: &str,
    prediction: &str,
    left: Range<usize>,
    right: Range<usize>,
) -> impl Iterator<Item = (Piece, bool)> {
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

/// Where the white space of each blank line ends.
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
        Comparison::new(reference, prediction)
            .rows
            .iter()
            .flat_map(|row| &row.pieces)
            .filter(|piece| piece.difference.is_some())
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
                let comparison = Comparison::new(reference, prediction);
                let pieces = || comparison.rows.iter().flat_map(|row| &row.pieces);
                let left: String = pieces().map(|piece| &reference[piece.reference.clone()]).collect();
                let right: String = pieces().map(|piece| &prediction[piece.prediction.clone()]).collect();
                assert_eq!((left.as_str(), right.as_str()), (reference, prediction));
            }
        }
    }

    #[test]
    fn two_comparisons_are_put_together_at_common_breaks() {
        let reference = "a\n\nb\n\nc\n\nd";
        let all = |predictions: [&str; 2]| {
            let [ours, theirs] = predictions.map(|prediction| Comparison::new(reference, prediction));
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
        let comparison = Comparison::new("one two three four", "one 2 three 4");
        assert_eq!(comparison.counterpart(&(5..6)), Some(4..5));
        assert_eq!(comparison.counterpart(&(4..18)), Some(4..13));
        assert_eq!(comparison.counterpart(&(8..13)), None);
    }

    #[test]
    fn rows_end_at_shared_paragraph_breaks() {
        let comparison = Comparison::new("a\n\nb\n\nc", "a\n \nx\n\nc");
        assert_eq!(
            comparison.rows.iter().map(Row::is_equal).collect::<Vec<_>>(),
            [true, false, true]
        );
        assert_eq!(comparison.difference(0).unwrap().reference, 3..4);
        assert_eq!(comparison.difference(1), None);
    }
}
