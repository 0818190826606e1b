//! Removes frames around links. By default, hyperref draws a rectangle of one colour around each link. The network
//! mistakes the text inside for other glyphs, so the frames are erased before it runs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::components::{Components, Run};
use super::image::Ink;

mod frame;
mod touching;

use frame::{Bar, EXACT, HEIGHT, INK, THICKNESS, WIDTH, holds_ink};

/// Number of rows inside a frame, at its top and at its bottom, in which the ends of a bracket may show.
const ENDS: usize = 3;
/// Largest difference in colour within a frame: a frame has one colour, apart from smoothing.
const SAME: f32 = 0.12;
/// Darkest frame. Lines of tables and boxes are darker. hyperref's own colours have at most 0.7, blue has 0.89.
const BLACK: f32 = 0.93;
/// Most rows by which a bracket extends above or below a frame.
const BEYOND: usize = 6;

/// Returns the ink of a page without frames around links. Linear in the number of pixels, apart from a logarithm for
/// sorting.
pub(super) fn without_frames(ink: &Ink) -> Cow<'_, Ink> {
    let bars = bars(&Components::of(ink, INK).runs);
    let mut erased = Cow::Borrowed(ink);
    let mut colours: Vec<f32> = Vec::new();
    for (index, top) in bars.iter().enumerate() {
        let below = bars[index + 1..]
            .iter()
            .take_while(|bar| bar.columns == top.columns)
            .find(|bar| HEIGHT.contains(&(bar.rows.end - top.rows.start)));
        if let Some(bottom) = below
            && is_frame(ink, top, bottom)
        {
            let colour = colour(ink, top);
            erase(erased.to_mut(), ink, top, bottom, colour);
            if !colours.iter().any(|known| (known - colour).abs() <= EXACT) {
                colours.push(colour);
            }
        }
    }
    for colour in colours {
        for (top, bottom) in touching::frames(ink, colour) {
            erase(erased.to_mut(), ink, &top, &bottom, colour);
        }
    }
    erased
}

/// Joins runs of the same columns in consecutive rows into bars. Bars are sorted by columns, then from top to bottom.
fn bars(runs: &[Run]) -> Vec<Bar> {
    let mut by_columns: BTreeMap<(usize, usize), Vec<Range<usize>>> = BTreeMap::new();
    for run in runs.iter().filter(|run| run.columns.len() >= WIDTH) {
        let rows = by_columns.entry((run.columns.start, run.columns.end)).or_default();
        match rows.last_mut() {
            Some(last) if last.end == run.y => last.end += 1,
            _ => rows.push(run.y..run.y + 1),
        }
    }
    let bars = by_columns.into_iter().flat_map(|((start, end), rows)| {
        rows.into_iter().map(move |rows| Bar {
            columns: start..end,
            rows,
        })
    });
    bars.filter(|bar| THICKNESS.contains(&bar.rows.len())).collect()
}

/// Reports whether two bars are the top and bottom of a frame of one colour that is not empty.
fn is_frame(ink: &Ink, top: &Bar, bottom: &Bar) -> bool {
    let thickness = top.rows.len().max(bottom.rows.len());
    if top.columns.len() <= 2 * thickness + 2 {
        return false;
    }
    let colour = colour(ink, top);
    if colour > BLACK {
        return false;
    }
    let is_same = |x: usize, y: usize| (ink.at(x, y) - colour).abs() <= SAME;
    let across = [top, bottom]
        .into_iter()
        .all(|bar| bar.columns.clone().all(|x| bar.rows.clone().all(|y| is_same(x, y))));
    let between = top.rows.end..bottom.rows.start;
    let down = [top.columns.start, top.columns.end - 1]
        .into_iter()
        .all(|x| between.clone().all(|y| is_same(x, y)));
    // In a table, the row above or below has the same sides.
    let is_table = [top.rows.start.checked_sub(1), Some(bottom.rows.end)]
        .into_iter()
        .flatten()
        .any(|y| y < ink.height && is_same(top.columns.start, y) && is_same(top.columns.end - 1, y));
    let inside = top.columns.start + thickness..top.columns.end - thickness;
    across && down && !is_table && holds_ink(ink, inside, between)
}

fn colour(ink: &Ink, top: &Bar) -> f32 {
    ink.at(top.columns.start + top.columns.len() / 2, top.rows.start)
}

/// Erases the frame, except the pixels of its sides that hide a bracket.
fn erase(erased: &mut Ink, ink: &Ink, top: &Bar, bottom: &Bar, colour: f32) {
    let thickness = top.rows.len().max(bottom.rows.len());
    let (start, end) = (top.columns.start, top.columns.end);
    let rows = top.rows.start..bottom.rows.end;
    let between = top.rows.end..bottom.rows.start;
    let left = Side {
        columns: start..start + thickness,
        outside: start.checked_sub(1),
        inside: start + thickness,
    };
    let right = Side {
        columns: end - thickness..end,
        outside: Some(end).filter(|&x| x < ink.width),
        inside: end - thickness - 1,
    };
    let mut clear = |columns: Range<usize>, rows: Range<usize>| {
        for y in rows {
            erased.values[y * ink.width + columns.start..y * ink.width + columns.end].fill(0.0);
        }
    };
    let middle = start + thickness..end - thickness;
    clear(middle.clone(), top.rows.clone());
    clear(middle, bottom.rows.clone());
    for side in [left, right] {
        if side.goes_on(ink, &rows, colour) {
            continue;
        }
        let ends = side.ends(ink, &between);
        for y in rows.clone() {
            if !ends.is_some_and(|ends| side.hides(ink, ends, y)) {
                clear(side.columns.clone(), y..y + 1);
            }
        }
    }
}

/// The left or the right side of a frame, and the columns beside it.
struct Side {
    columns: Range<usize>,
    outside: Option<usize>,
    inside: usize,
}

impl Side {
    /// Reports whether a little ink of another colour lies directly above or below the side: the end of a bracket that
    /// is taller than the frame.
    fn goes_on(&self, ink: &Ink, rows: &Range<usize>, colour: f32) -> bool {
        let around = self.columns.start.saturating_sub(1)..(self.columns.end + 1).min(ink.width);
        let is_ink = |x: usize, y: usize| ink.at(x, y) > INK && (ink.at(x, y) - colour).abs() > EXACT;
        let has_ink = |y: &usize| around.clone().any(|x| is_ink(x, *y));
        let above = (0..rows.start).rev().take(BEYOND + 1).take_while(has_ink).count();
        let below = (rows.end..ink.height).take(BEYOND + 1).take_while(has_ink).count();
        [above, below].iter().any(|length| (1..=BEYOND).contains(length))
    }

    /// Returns the first and the last row of a bracket whose ends show on the inside, with no ink between them.
    fn ends(&self, ink: &Ink, between: &Range<usize>) -> Option<(usize, usize)> {
        let has_ink = |y: &usize| ink.at(self.inside, *y) > INK;
        let (upper, lower) = (between.start + ENDS, between.end.checked_sub(ENDS)?);
        let first = (between.start..upper).find(has_ink)?;
        let last = (lower..between.end).rfind(has_ink)?;
        (upper < lower && !(upper..lower).any(|y| has_ink(&y))).then_some((first, last))
    }

    /// Reports whether this row of the side hides a part of the bracket: an end, or the stem if it does not show
    /// outside.
    fn hides(&self, ink: &Ink, (first, last): (usize, usize), y: usize) -> bool {
        let is_outside = self.outside.is_some_and(|x| ink.at(x, y) > INK);
        (first..=last).contains(&y) && (ink.at(self.inside, y) > INK || !is_outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blank() -> Ink {
        Ink {
            width: 60,
            height: 40,
            values: vec![0.0; 2400],
            scale: 1.0,
        }
    }

    fn fill(ink: &mut Ink, columns: Range<usize>, rows: Range<usize>, value: f32) {
        for y in rows {
            for x in columns.clone() {
                ink.values[y * ink.width + x] = value;
            }
        }
    }

    fn frame(ink: &mut Ink, columns: Range<usize>, rows: Range<usize>) {
        fill(ink, columns.clone(), rows.start..rows.start + 2, 0.7);
        fill(ink, columns.clone(), rows.end - 2..rows.end, 0.7);
        fill(ink, columns.start..columns.start + 2, rows.clone(), 0.7);
        fill(ink, columns.end - 2..columns.end, rows, 0.7);
    }

    #[test]
    fn a_frame_goes_and_what_it_holds_stays() {
        let mut page = blank();
        fill(&mut page, 18..24, 14..22, 1.0);
        let wanted = page.clone();
        frame(&mut page, 10..40, 8..30);
        assert_eq!(*without_frames(&page), wanted);
    }

    #[test]
    fn a_bracket_that_it_hides_stays() {
        let mut page = blank();
        fill(&mut page, 18..24, 14..22, 1.0);
        frame(&mut page, 10..40, 8..30);
        fill(&mut page, 10..14, 31..32, 1.0);
        fill(&mut page, 11..12, 30..31, 1.0);
        let found = without_frames(&page);
        assert_eq!((found.at(10, 20), found.at(39, 20), found.at(20, 8)), (0.7, 0.0, 0.0));
    }

    #[test]
    fn a_table_and_a_black_box_stay() {
        let mut page = blank();
        frame(&mut page, 4..30, 4..20);
        frame(&mut page, 4..30, 18..34);
        for rows in [8..14, 22..28] {
            fill(&mut page, 10..16, rows, 1.0);
        }
        fill(&mut page, 36..56, 8..10, 1.0);
        fill(&mut page, 36..56, 24..26, 1.0);
        fill(&mut page, 36..38, 8..26, 1.0);
        fill(&mut page, 54..56, 8..26, 1.0);
        fill(&mut page, 42..48, 14..20, 1.0);
        assert_eq!(*without_frames(&page), page);
    }

    #[test]
    fn a_bracket_whose_ends_come_out_inside_stays() {
        let mut page = blank();
        fill(&mut page, 18..24, 14..22, 1.0);
        frame(&mut page, 10..40, 8..30);
        fill(&mut page, 12..13, 11..12, 1.0);
        fill(&mut page, 12..13, 26..27, 1.0);
        let hidden = without_frames(&page).into_owned();
        let stem: Vec<usize> = (0..page.height).filter(|&y| hidden.at(10, y) > 0.0).collect();
        assert_eq!((stem, hidden.at(39, 20)), ((11..27).collect(), 0.0));
        fill(&mut page, 9..10, 11..27, 1.0);
        let beside = without_frames(&page).into_owned();
        let ends: Vec<usize> = (0..page.height).filter(|&y| beside.at(10, y) > 0.0).collect();
        assert_eq!(ends, [11, 26]);
    }

    #[test]
    fn frames_that_touch_go() {
        let mut page = blank();
        fill(&mut page, 12..18, 6..10, 1.0);
        fill(&mut page, 24..30, 22..28, 1.0);
        let wanted = page.clone();
        frame(&mut page, 36..56, 2..18);
        fill(&mut page, 42..48, 6..10, 1.0);
        frame(&mut page, 6..26, 2..16);
        frame(&mut page, 14..40, 16..34);
        let found = without_frames(&page);
        assert!((0..page.height).all(|y| found.row(y)[..30] == wanted.row(y)[..30]));
        assert_eq!(found.at(39, 25), 0.0);
    }

    #[test]
    fn an_empty_box_and_a_letter_stay() {
        let mut page = blank();
        frame(&mut page, 10..24, 8..22);
        // A letter whose strokes vary in darkness, as in print.
        frame(&mut page, 30..50, 8..30);
        fill(&mut page, 38..42, 14..20, 1.0);
        fill(&mut page, 30..32, 12..20, 0.3);
        assert_eq!(*without_frames(&page), page);
    }
}
