//! Divides a text into segments of uniform appearance. Differences, spans of a score, tokens of the page and the
//! selection may overlap, but HTML elements must not.

use std::ops::Range;

use texlens_metrics::SpanKind;

use crate::text_diff::DifferenceKind;

/// The ranges to mark in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layers {
    /// Differences with their numbers and kinds, in order and disjoint.
    pub differences: Vec<(Range<usize>, usize, DifferenceKind)>,
    /// Spans of the selected score with their indices; they may overlap.
    pub spans: Vec<(Range<usize>, usize, SpanKind)>,
    /// Tokens of the page with their indices, in order and disjoint.
    pub tokens: Vec<(Range<usize>, usize)>,
    /// Errors that keep the text from compiling, with their indices; they may overlap.
    pub faults: Vec<(Range<usize>, usize)>,
    /// Ranges where a third text differs from this one, in order and disjoint.
    pub beside: Vec<Range<usize>>,
}

/// A range of text of uniform appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The byte range.
    pub range: Range<usize>,
    /// The difference that it belongs to.
    pub difference: Option<(usize, DifferenceKind)>,
    /// The narrowest span that covers the segment.
    pub span: Option<(usize, SpanKind)>,
    /// The token that it belongs to.
    pub token: Option<usize>,
    /// The narrowest error that covers the segment.
    pub fault: Option<usize>,
    /// Whether a third text differs here.
    pub beside: bool,
    /// Whether the segment is selected.
    pub pointed: bool,
}

impl Layers {
    /// Divides `window` wherever a range begins or ends. `pointed` is the selection.
    #[must_use]
    pub fn segments(&self, window: &Range<usize>, pointed: Option<&Range<usize>>) -> Vec<Segment> {
        let differences = within(&self.differences, window, |item| &item.0);
        let tokens = within(&self.tokens, window, |item| &item.0);
        let spans: Vec<_> = self.spans.iter().filter(|(range, ..)| overlap(range, window)).collect();
        let faults: Vec<_> = self.faults.iter().filter(|(range, _)| overlap(range, window)).collect();
        let beside = within(&self.beside, window, |range| range);
        let mut cuts = vec![window.start, window.end];
        let ranges = (differences.iter().map(|item| &item.0))
            .chain(tokens.iter().map(|item| &item.0))
            .chain(spans.iter().map(|item| &item.0))
            .chain(faults.iter().map(|item| &item.0))
            .chain(beside)
            .chain(pointed);
        for range in ranges {
            cuts.extend([range.start, range.end].into_iter().filter(|cut| window.contains(cut)));
        }
        cuts.sort_unstable();
        cuts.dedup();
        let stretches = cuts.iter().zip(cuts.iter().skip(1));
        stretches
            .map(|(&start, &end)| Segment {
                range: start..end,
                difference: covering(differences, start, |item| &item.0).map(|item| (item.1, item.2)),
                token: covering(tokens, start, |item| &item.0).map(|item| item.1),
                span: spans
                    .iter()
                    .filter(|(range, ..)| range.contains(&start))
                    .min_by_key(|(range, ..)| range.len())
                    .map(|(_, index, kind)| (*index, *kind)),
                fault: faults
                    .iter()
                    .filter(|(range, _)| range.contains(&start))
                    .min_by_key(|(range, _)| range.len())
                    .map(|(_, index)| *index),
                beside: covering(beside, start, |range| range).is_some(),
                pointed: pointed.is_some_and(|range| range.contains(&start)),
            })
            .collect()
    }
}

fn overlap(range: &Range<usize>, window: &Range<usize>) -> bool {
    range.start < window.end && range.end > window.start
}

/// Returns the items of a sorted, disjoint list that touch the window.
fn within<'a, T>(items: &'a [T], window: &Range<usize>, range: impl Fn(&T) -> &Range<usize>) -> &'a [T] {
    let start = items.partition_point(|item| range(item).end <= window.start);
    let end = items.partition_point(|item| range(item).start < window.end);
    items.get(start..end).unwrap_or_default()
}

/// Returns the item of a sorted, disjoint list that covers a byte.
fn covering<T>(items: &[T], at: usize, range: impl Fn(&T) -> &Range<usize>) -> Option<&T> {
    let index = items.partition_point(|item| range(item).end <= at);
    items.get(index).filter(|item| range(item).contains(&at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(segments: &[Segment]) -> Vec<Range<usize>> {
        segments.iter().map(|segment| segment.range.clone()).collect()
    }

    #[test]
    fn nothing_known_is_one_segment() {
        assert_eq!(ranges(&Layers::default().segments(&(2..9), None)), vec![2..9; 1]);
        assert_eq!(Layers::default().segments(&(3..3), None), []);
    }

    #[test]
    fn overlapping_layers_cut_each_other() {
        let layers = Layers {
            differences: vec![(0..4, 0, DifferenceKind::Missing), (6..8, 1, DifferenceKind::Moved)],
            tokens: vec![(2..7, 5)],
            ..Layers::default()
        };
        let segments = layers.segments(&(1..10), Some(&(2..7)));
        assert_eq!(ranges(&segments), [1..2, 2..4, 4..6, 6..7, 7..8, 8..10]);
        let number = |segment: &Segment| segment.difference.map(|(number, _)| number);
        let difference: Vec<_> = segments.iter().map(number).collect();
        assert_eq!(difference, [Some(0), Some(0), None, Some(1), Some(1), None]);
        let pointed: Vec<_> = segments.iter().map(|segment| segment.pointed).collect();
        assert_eq!(pointed, [false, true, true, true, false, false]);
        assert_eq!(segments.iter().filter(|segment| segment.token == Some(5)).count(), 3);
    }

    #[test]
    fn the_narrowest_span_wins() {
        let spans = vec![(0..10, 0, SpanKind::Match), (3..5, 1, SpanKind::Extra)];
        let segments = Layers {
            spans,
            ..Layers::default()
        }
        .segments(&(0..10), None);
        let found: Vec<_> = segments
            .iter()
            .map(|segment| segment.span.map(|(index, _)| index))
            .collect();
        assert_eq!(found, [Some(0), Some(1), Some(0)]);
    }
}
