//! Frames around links. hyperref draws a rectangle of one colour around each unless told otherwise; the network takes what is in
//! it for other glyphs. They are erased before it looks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::components::{Components, Run};
use super::image::Ink;

/// Darker pixels may belong to a frame: some colours are as light as that in grey.
const INK: f32 = 0.15;
/// How thick the lines of a frame are, in pixels at the model's resolution: a point has two.
const THICKNESS: Range<usize> = 1..5;
/// How high a frame around one line of text is.
const HEIGHT: Range<usize> = 10..64;
/// The narrowest frame, around one digit.
const WIDTH: usize = 8;
/// A frame has one colour; this much is left to smoothing.
const SAME: f32 = 0.12;
/// Darker are the lines of tables and boxes. hyperref's own colours have at most 0.7, blue has 0.89.
const BLACK: f32 = 0.93;

/// A line of ink from edge to edge of a frame.
#[derive(Debug, Clone)]
struct Bar {
    columns: Range<usize>,
    rows: Range<usize>,
}

/// The ink of a page without frames around links. Linear in the number of pixels, but for a logarithm in sorting.
pub(super) fn without_frames(ink: &Ink) -> Cow<'_, Ink> {
    let bars = bars(&Components::of(ink, INK).runs);
    let mut erased = Cow::Borrowed(ink);
    for (index, top) in bars.iter().enumerate() {
        let below = bars[index + 1..]
            .iter()
            .take_while(|bar| bar.columns == top.columns)
            .find(|bar| HEIGHT.contains(&(bar.rows.end - top.rows.start)));
        if let Some(bottom) = below
            && is_frame(ink, top, bottom)
        {
            erase(erased.to_mut(), ink, top, bottom);
        }
    }
    erased
}

/// Runs of the same columns in rows one below the other, by their columns and from top to bottom.
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

/// Whether two bars are top and bottom of a frame of one colour with something in it.
fn is_frame(ink: &Ink, top: &Bar, bottom: &Bar) -> bool {
    let thickness = top.rows.len().max(bottom.rows.len());
    if top.columns.len() <= 2 * thickness + 2 {
        return false;
    }
    let colour = ink.at(top.columns.start + top.columns.len() / 2, top.rows.start);
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

fn holds_ink(ink: &Ink, columns: Range<usize>, mut rows: Range<usize>) -> bool {
    rows.any(|y| ink.row(y)[columns.clone()].iter().any(|&value| value > INK))
}

/// Takes the frame away. Where a bracket goes on above or below it, the frame hides the rest of the bracket: that side stays.
fn erase(erased: &mut Ink, ink: &Ink, top: &Bar, bottom: &Bar) {
    let thickness = top.rows.len().max(bottom.rows.len());
    let (start, end) = (top.columns.start, top.columns.end);
    let sides = [start..start + thickness, end - thickness..end];
    let rows = top.rows.start..bottom.rows.end;
    let hidden = sides.clone().map(|side| {
        let above = rows.start.checked_sub(1);
        let around = side.start.saturating_sub(1)..(side.end + 1).min(ink.width);
        let goes_on = |y: usize| y < ink.height && around.clone().any(|x| ink.at(x, y) > INK);
        above.is_some_and(goes_on) || goes_on(rows.end)
    });
    let mut clear = |columns: Range<usize>, rows: Range<usize>| {
        for y in rows {
            erased.values[y * ink.width + columns.start..y * ink.width + columns.end].fill(0.0);
        }
    };
    let middle = start + thickness..end - thickness;
    clear(middle.clone(), top.rows.clone());
    clear(middle, bottom.rows.clone());
    for (side, is_hidden) in sides.into_iter().zip(hidden) {
        if !is_hidden {
            clear(side, rows.clone());
        }
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
    fn an_empty_box_and_a_letter_stay() {
        let mut page = blank();
        frame(&mut page, 10..24, 8..22);
        // A letter whose strokes are of more than one darkness, as print is.
        frame(&mut page, 30..50, 8..30);
        fill(&mut page, 38..42, 14..20, 1.0);
        fill(&mut page, 30..32, 12..20, 0.3);
        assert_eq!(*without_frames(&page), page);
    }
}
