//! Finds frames that touch. Frames on consecutive lines often do: the top or bottom of one continues in that of
//! another. Their colour is known from other frames.

use std::ops::Range;

use super::frame::{Bar, EXACT, HEIGHT, THICKNESS, TOUCH, WIDTH, holds_ink};
use crate::detect::image::Ink;

/// Returns the top and bottom of each frame of a colour. Linear in the number of pixels, and in those of the frames.
pub(super) fn frames(ink: &Ink, colour: f32) -> Vec<(Bar, Bar)> {
    let page = Coloured { ink, colour };
    let sides = page.sides();
    sides.into_iter().filter_map(|(x, rows)| page.frame(x, rows)).collect()
}

/// A page on which only the pixels of one colour count.
struct Coloured<'i> {
    ink: &'i Ink,
    colour: f32,
}

impl Coloured<'_> {
    fn is(&self, x: usize, y: usize) -> bool {
        (self.ink.at(x, y) - self.colour).abs() <= EXACT
    }

    fn is_down(&self, x: usize, mut rows: Range<usize>) -> bool {
        rows.all(|y| self.is(x, y))
    }

    fn is_across(&self, mut columns: Range<usize>, y: usize) -> bool {
        columns.all(|x| self.is(x, y))
    }

    /// Returns the columns that may be the leftmost of a frame's left side, with their rows.
    fn sides(&self) -> Vec<(usize, Range<usize>)> {
        let (width, height) = (self.ink.width, self.ink.height);
        let mut lengths = vec![0_usize; width];
        let mut found = Vec::new();
        for y in 0..=height {
            for (x, length) in lengths.iter_mut().enumerate() {
                if y < height && self.is(x, y) {
                    *length += 1;
                    continue;
                }
                let rows = y - *length..y;
                if HEIGHT.start <= *length && *length < HEIGHT.end + 2 * TOUCH && self.begins_bars(x, &rows) {
                    found.push((x, rows));
                }
                *length = 0;
            }
        }
        found
    }

    /// Reports whether bars extend to the right near both ends of a run: stems of letters have no such bars.
    fn begins_bars(&self, x: usize, rows: &Range<usize>) -> bool {
        let end = x + WIDTH;
        let mut top = rows.clone().take(TOUCH + 1);
        let mut bottom = rows.clone().rev().take(TOUCH + 1);
        end <= self.ink.width && top.any(|y| self.is_across(x..end, y)) && bottom.any(|y| self.is_across(x..end, y))
    }

    /// Returns the frame whose left side begins at a column. Rows at the ends of the side may belong to other frames.
    fn frame(&self, x: usize, rows: Range<usize>) -> Option<(Bar, Bar)> {
        (0..=TOUCH)
            .flat_map(|up| (0..=TOUCH).map(move |down| (up, down)))
            .find_map(|(up, down)| {
                let rows = rows.start + up..rows.end.checked_sub(down)?;
                HEIGHT.contains(&rows.len()).then(|| self.exact(x, &rows)).flatten()
            })
    }

    fn exact(&self, x: usize, rows: &Range<usize>) -> Option<(Bar, Bar)> {
        let reach = |y: usize| (x..self.ink.width).take_while(|&x| self.is(x, y)).count();
        let wide = reach(rows.start).min(reach(rows.end - 1));
        let right = (x + WIDTH - 1..x + wide).find(|&right| self.is_down(right, rows.clone()))?;
        let end = (right..x + wide)
            .take_while(|&x| self.is_down(x, rows.clone()))
            .last()?
            + 1;
        let columns = x..end;
        let is_bar = |y: &usize| self.is_across(columns.clone(), *y);
        let top = rows.clone().take_while(is_bar).count();
        let bottom = rows.clone().rev().take_while(is_bar).count();
        let between = rows.start + top..rows.end - bottom.min(rows.len());
        let thickness = top.max(bottom);
        let is_thin = [top, bottom, end - right].iter().all(|lines| THICKNESS.contains(lines));
        let is_frame = is_thin
            && between.start < between.end
            && columns.len() > 2 * thickness + 2
            && holds_ink(self.ink, x + thickness..end - thickness, between.clone());
        let bar = |rows: Range<usize>| Bar {
            columns: columns.clone(),
            rows,
        };
        is_frame.then(|| (bar(rows.start..between.start), bar(between.end..rows.end)))
    }
}
