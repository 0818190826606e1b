//! Glyphs that stand close together on one baseline: words and similar sequences.

use std::collections::HashMap;

use super::mark::Mark;

/// Upper bound of the distance between baselines of one run, in em.
const SAME_LINE: f32 = 0.3;

/// Groups marks into runs, as indices from left to right. Neighbours in a run are less than `space` apart. O(n log n)
/// for n marks.
pub(super) fn runs(marks: &[Mark<'_>], em: f32, space: f32) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..marks.len()).collect();
    order.sort_by(|a, b| marks[*a].bbox.x0.total_cmp(&marks[*b].bbox.x0));
    let mut runs: Vec<Run> = Vec::new();
    // The index of the last run on each line.
    let mut lines: HashMap<i64, usize> = HashMap::new();
    for at in order {
        let mark = &marks[at];
        let line = (mark.baseline / (SAME_LINE * em)).round() as i64;
        let goes_on = |run: &usize| {
            let is_near =
                |run: &Run| (mark.baseline - run.baseline).abs() < SAME_LINE * em && mark.bbox.x0 - run.right < space;
            runs.get(*run).is_some_and(is_near)
        };
        let near = [line, line - 1, line + 1];
        let run = near.iter().filter_map(|line| lines.get(line)).copied().find(goes_on);
        let run = run.unwrap_or(runs.len());
        match runs.get_mut(run) {
            Some(run) => {
                run.right = run.right.max(mark.bbox.x1);
                run.marks.push(at);
            }
            None => runs.push(Run {
                baseline: mark.baseline,
                right: mark.bbox.x1,
                marks: vec![at],
            }),
        }
        lines.insert(line, run);
    }
    runs.into_iter().map(|run| run.marks).collect()
}

struct Run {
    /// The baseline of its first mark.
    baseline: f32,
    right: f32,
    marks: Vec<usize>,
}
