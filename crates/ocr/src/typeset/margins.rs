//! Line numbers in the margins, as lineno and styles for review set them. They are not part of the text. Such small
//! print is often misread, so the place of the numbers decides.

use std::ops::Range;

use texlens_vocabulary::BBox;

use super::mark::{Mark, quantile};

/// Least number of line numbers in a margin.
const LEAST: usize = 8;
/// Maximum number of glyphs in one number.
const LONGEST: usize = 4;
/// Least space between numbers and text, in em.
const APART: f32 = 0.5;
/// Upper bound of the size of numbers, in em of the page.
const SIZE: f32 = 0.9;
/// Least share of the glyphs of numbers that are read as digits.
const DIGITS: f32 = 0.5;
/// Upper bound of the distance between an edge of a number and the usual edge, in em.
const FLUSH: f32 = 0.4;
/// Least share of the content of the margin that is numbers.
const ALONE: f32 = 0.8;
/// Least share of the height of the text that the numbers span.
const ALONG: f32 = 0.5;
/// Vertical range of the text, in shares of the page height: running heads and feet may reach into the margin.
const TEXT: Range<f32> = 0.1..0.9;
/// Upper bound of the distance between the baselines of glyphs of one number, as a share of their size.
const BASELINE: f32 = 0.4;

/// A function that returns the outer and the inner edge of a box in a margin. Both are negated for the right margin, so
/// that the same calculations serve both margins.
type Across = fn(&BBox) -> (f32, f32);

/// Returns the marks of a page without line numbers. O(n log n) for n marks.
pub(super) fn remove(mut marks: Vec<Mark<'_>>, height: f32) -> Vec<Mark<'_>> {
    let left: Across = |bbox| (bbox.x0, bbox.x1);
    let right: Across = |bbox| (-bbox.x1, -bbox.x0);
    for across in [left, right] {
        let mut is_number = numbers(&marks, height, across).into_iter();
        marks.retain(|_| !is_number.next().unwrap_or_default());
    }
    marks
}

/// Reports for each mark whether it is a line number in the given margin.
fn numbers(marks: &[Mark<'_>], height: f32, across: Across) -> Vec<bool> {
    let mut is_number = vec![false; marks.len()];
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let Some(edge) = edge(marks, APART * em, height, across) else {
        return is_number;
    };
    let (found, others): (Vec<usize>, Vec<usize>) =
        (0..marks.len()).partition(|&index| across(&marks[index].bbox).1 <= edge);
    let groups = by_baseline(found, marks);
    let Column { numbers, is_alone } = Column::of(&groups, marks, FLUSH * em, across);
    let all = || numbers.iter().copied().flatten().map(|&index| &marks[index]);
    let digits = all().filter(|mark| mark.is_digit()).count() as f32;
    let text = others.iter().map(|&index| &marks[index]);
    let is_column = is_alone
        && numbers.len() >= LEAST
        && digits >= DIGITS * all().count() as f32
        && quantile(all().map(|mark| mark.size), 0.5) < SIZE * em
        && reach(all()) >= ALONG * reach(text);
    if is_column {
        numbers.into_iter().flatten().for_each(|&index| is_number[index] = true);
    }
    is_number
}

/// Returns the inner edge of the outermost marks, if white space follows.
fn edge(marks: &[Mark<'_>], gap: f32, height: f32, across: Across) -> Option<f32> {
    let is_text = |mark: &&Mark<'_>| TEXT.contains(&(mark.baseline / height));
    let mut spans: Vec<(f32, f32)> = marks.iter().filter(is_text).map(|mark| across(&mark.bbox)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut edge = spans.first()?.1;
    for (from, to) in spans {
        if from - edge >= gap {
            return Some(edge);
        }
        edge = edge.max(to);
    }
    None
}

/// Groups marks by baseline, from top to bottom.
fn by_baseline(mut found: Vec<usize>, marks: &[Mark<'_>]) -> Vec<Vec<usize>> {
    found.sort_by(|&a, &b| marks[a].baseline.total_cmp(&marks[b].baseline));
    let is_one = |&a: &usize, &b: &usize| marks[b].baseline - marks[a].baseline < BASELINE * marks[a].size;
    found.chunk_by(is_one).map(<[usize]>::to_vec).collect()
}

/// Short groups of marks, one below the other.
struct Column<'g> {
    numbers: Vec<&'g Vec<usize>>,
    /// Whether hardly anything else stands in the margin.
    is_alone: bool,
}

impl<'g> Column<'g> {
    fn of(groups: &'g [Vec<usize>], marks: &[Mark<'_>], flush: f32, across: Across) -> Self {
        let outer = |group: &Vec<usize>| {
            group
                .iter()
                .map(|&i| across(&marks[i].bbox).0)
                .fold(f32::INFINITY, f32::min)
        };
        let inner = |group: &Vec<usize>| {
            group
                .iter()
                .map(|&i| across(&marks[i].bbox).1)
                .fold(f32::NEG_INFINITY, f32::max)
        };
        let usual = (
            quantile(groups.iter().map(outer), 0.5),
            quantile(groups.iter().map(inner), 0.5),
        );
        let is_flush =
            |group: &Vec<usize>| (outer(group) - usual.0).abs() < flush || (inner(group) - usual.1).abs() < flush;
        let numbers: Vec<&Vec<usize>> = groups
            .iter()
            .filter(|group| group.len() <= LONGEST && is_flush(group))
            .collect();
        let is_alone = numbers.len() as f32 >= ALONE * groups.len() as f32;
        Self { numbers, is_alone }
    }
}

/// Returns the height that the marks span, without the outermost 5 % at each end: running heads and feet are far from
/// the text.
fn reach<'m, 'a: 'm>(marks: impl Iterator<Item = &'m Mark<'a>>) -> f32 {
    let baselines: Vec<f32> = marks.map(|mark| mark.baseline).collect();
    quantile(baselines.iter().copied(), 0.95) - quantile(baselines, 0.05)
}
