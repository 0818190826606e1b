//! Finds, from the edges of its letters, how an image must be turned so that its lines are level and upright.
//!
//! # Method
//! Most letters of a line stand on one baseline. Fewer end at one height above it, since some have ascenders. The left
//! and right edges of letters share no line. So points are taken at the middle of each letter's edge (Baird 1987, who
//! takes the lower edge) and projected across the lines at every candidate angle. The sum of squares of the profile
//! (Postl 1986) is greatest for the edge that is the lower one, at the angle of the lines.

use std::collections::HashMap;

use super::components::Component;
use super::image::Ink;
use super::median::median;
use crate::BBox;

/// Fewest letters from which an orientation is derived.
const FEW: usize = 40;
/// Most letters that are used: more do not improve the angle.
const ENOUGH: usize = 4000;
/// Least size of a letter, in pixels; smaller pieces are dots and dust.
const DUST: usize = 4;
/// Sizes of letters, relative to the median size.
const LETTERS: std::ops::Range<f32> = 0.5..2.5;
/// Largest angle that is searched, in degrees.
const STEEPEST: f32 = 15.0;
/// Steps of the coarse and of the fine search, in degrees.
const COARSE: f32 = 0.5;
const FINE: f32 = 0.05;
/// Least slope of lines that are turned, in degrees: turning costs sharpness.
const LEVEL: f32 = 0.2;
/// The profile must be sharper at an angle than at level lines by this factor.
const SHARPER: f32 = 1.2;
/// Side of the part that shows which way is up, in median letter sizes.
const PART: f32 = 30.0;

#[derive(Clone, Copy)]
enum Edge {
    Bottom,
    Top,
    Left,
    Right,
}

const EDGES: [Edge; 4] = [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right];

/// A measure of how well edges line up: the mean number of edges in the same row of the profile, at the best angle and
/// at angle 0.
#[derive(Clone, Copy)]
struct LineUp {
    sharpness: f32,
    level: f32,
    degrees: f32,
}

impl LineUp {
    /// Returns the angle; 0 if turning is not worthwhile.
    fn skew(&self) -> f32 {
        let is_worth_it = self.degrees.abs() >= LEVEL && self.sharpness > SHARPER * self.level;
        if is_worth_it { self.degrees } else { 0.0 }
    }
}

/// The letters among the pieces of ink.
pub(super) struct Letters {
    boxes: Vec<Component>,
    /// Median size of the letters, in pixels.
    size: f32,
}

impl Letters {
    /// Selects the letters; `None` if there are too few. `pieces` are the dark pieces of `ink`.
    pub(super) fn among(ink: &Ink, pieces: &[Component]) -> Option<Self> {
        let size = |c: &Component| c.height().max(c.width());
        let largest = ink.width.min(ink.height) / 4 + 1;
        let is_compact = |c: &&Component| {
            (DUST..largest).contains(&size(c)) && c.width() < 4 * c.height() && c.height() < 4 * c.width()
        };
        let mut boxes: Vec<Component> = pieces.iter().filter(is_compact).copied().collect();
        if boxes.len() < FEW {
            return None;
        }
        let median = median(boxes.iter().map(|c| size(c) as f32))?;
        boxes.retain(|c| LETTERS.contains(&(size(c) as f32 / median)));
        let step = boxes.len().div_ceil(ENOUGH).max(1);
        let boxes: Vec<Component> = boxes.into_iter().step_by(step).collect();
        (boxes.len() >= FEW).then_some(Self { boxes, size: median })
    }

    /// Returns the clockwise angle by which the image must be turned, in degrees, above -180 and at most 180. Returns 0
    /// if the image is upright or the letters do not tell. A quarter or half turn is only a proposal: scripts that hang
    /// from a line seem to be upside down.
    pub(super) fn turn(&self) -> f32 {
        let edges = EDGES.map(|edge| (self.line_up(edge), edge)).into_iter();
        let Some((best, edge)) = edges.max_by(|a, b| a.0.sharpness.total_cmp(&b.0.sharpness)) else {
            return 0.0;
        };
        let turn = match edge {
            Edge::Bottom => -best.skew(),
            Edge::Top => 180.0 - best.skew(),
            Edge::Left => -90.0 + best.skew(),
            Edge::Right => 90.0 + best.skew(),
        };
        if turn > 180.0 { turn - 360.0 } else { turn }
    }

    /// Returns the square with a side of [`PART`] letters that holds the most letters.
    pub(super) fn densest_part(&self) -> BBox {
        let side = PART * self.size;
        let cell = |c: &Component| ((c.x0 as f32 / side) as u32, (c.y0 as f32 / side) as u32);
        let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
        for letter in &self.boxes {
            *counts.entry(cell(letter)).or_default() += 1;
        }
        // Of equals, take the first, so that the result does not depend on the order of a map.
        let fullest = counts
            .into_iter()
            .max_by_key(|&(place, count)| (count, std::cmp::Reverse(place)));
        let (column, row) = fullest.map_or((0, 0), |(place, _)| place);
        let (x0, y0) = (column as f32 * side, row as f32 * side);
        BBox {
            x0,
            y0,
            x1: x0 + side,
            y1: y0 + side,
        }
    }

    fn line_up(&self, edge: Edge) -> LineUp {
        let points: Vec<(f32, f32)> = self.boxes.iter().map(|c| point(c, edge)).collect();
        let at = |degrees: f32, row: f32| (sharpness(&points, degrees, row.max(1.0)), degrees);
        let best = |angles: &mut dyn Iterator<Item = f32>, row: f32| {
            let all = angles.map(|degrees| at(degrees, row));
            all.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
        };
        let (_, about) = best(&mut steps(0.0, STEEPEST, COARSE), self.size / 4.0);
        let (sharpness, degrees) = best(&mut steps(about, COARSE, FINE), self.size / 8.0);
        let (level, _) = at(0.0, self.size / 8.0);
        LineUp {
            sharpness,
            level,
            degrees,
        }
    }
}

/// Returns the angles around an angle.
fn steps(around: f32, reach: f32, step: f32) -> impl Iterator<Item = f32> {
    let count = (reach / step).round() as i32;
    (-count..=count).map(move |i| around + i as f32 * step)
}

/// Returns the middle of a letter's edge: its position along the lines and across them, if that edge is the lower one.
fn point(c: &Component, edge: Edge) -> (f32, f32) {
    let across = (c.x0 + c.x1) as f32 / 2.0;
    let down = (c.y0 + c.y1) as f32 / 2.0;
    match edge {
        Edge::Bottom => (across, c.y1 as f32),
        Edge::Top => (across, c.y0 as f32),
        Edge::Left => (down, c.x0 as f32),
        Edge::Right => (down, c.x1 as f32),
    }
}

/// Returns the mean number of points in the row of a point, in the profile of rows at an angle.
fn sharpness(points: &[(f32, f32)], degrees: f32, row: f32) -> f32 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let heights: Vec<f32> = points
        .iter()
        .map(|(along, across)| across * cos - along * sin)
        .collect();
    let lowest = heights.iter().copied().fold(f32::INFINITY, f32::min);
    let mut profile: Vec<u32> = Vec::new();
    for height in &heights {
        let index = ((height - lowest) / row) as usize;
        if index >= profile.len() {
            profile.resize(index + 1, 0);
        }
        profile[index] += 1;
    }
    let squares: f32 = profile.iter().map(|&count| (count as f32).powi(2)).sum();
    squares / points.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns lines of letters on a page of 800 by 600: every second letter has an ascender, every tenth a descender.
    /// The page is turned clockwise by a multiple of 90 degrees plus `degrees`.
    fn letters(quarters: usize, degrees: f32) -> Letters {
        let mut boxes = Vec::new();
        for (line, i) in (0..20).flat_map(|line| (0..60).map(move |i| (line, i))) {
            let (x, baseline) = (40.0 + 12.0 * i as f32, 50.0 + 25.0 * line as f32);
            let top = baseline - if i % 2 == 0 { 14.0 } else { 9.0 };
            let bottom = baseline + if i % 10 == 5 { 4.0 } else { 0.0 };
            let width = 5.0 + ((i * 7 + line * 3) % 5) as f32;
            let corners = [(x, top), (x + width, bottom)];
            let (sin, cos) = (90.0 * quarters as f32 + degrees).to_radians().sin_cos();
            let middle = (x + width / 2.0, (top + bottom) / 2.0);
            let at = |(x, y): (f32, f32)| (1000.0 + x * cos - y * sin, 1000.0 + x * sin + y * cos);
            // The boxes stay upright, as those of letters do after a turn by a small angle.
            let (sin, cos) = (90.0 * quarters as f32).to_radians().sin_cos();
            let turned = corners.map(|(x, y)| {
                let (x, y) = (x - middle.0, y - middle.1);
                (at(middle).0 + x * cos - y * sin, at(middle).1 + x * sin + y * cos)
            });
            let [(xa, ya), (xb, yb)] = turned;
            boxes.push(Component {
                x0: xa.min(xb).round() as usize,
                y0: ya.min(yb).round() as usize,
                x1: xa.max(xb).round() as usize,
                y1: ya.max(yb).round() as usize,
            });
        }
        let ink = Ink {
            width: 2000,
            height: 2000,
            values: Vec::new(),
            scale: 1.0,
        };
        Letters::among(&ink, &boxes).unwrap()
    }

    #[test]
    fn level_lines_stay() {
        assert_eq!(letters(0, 0.0).turn(), 0.0);
        assert_eq!(letters(0, 0.1).turn(), 0.0);
    }

    #[test]
    fn lines_are_levelled_and_set_upright() {
        for (quarters, skew, wanted) in [
            (0, 3.0, -3.0),
            (0, -12.5, 12.5),
            (1, 0.0, -90.0),
            (1, 2.0, -92.0),
            (2, 0.0, 180.0),
            (2, 4.0, 176.0),
            (2, -4.0, -176.0),
            (3, 0.0, 90.0),
            (3, -6.0, 96.0),
        ] {
            let turn = letters(quarters, skew).turn();
            assert!(
                (turn - wanted).abs() < 0.15,
                "{quarters} {skew}: {turn} instead of {wanted}"
            );
        }
    }

    #[test]
    fn a_few_letters_have_no_say() {
        let Letters { boxes, .. } = letters(2, 0.0);
        let ink = Ink {
            width: 2000,
            height: 2000,
            values: Vec::new(),
            scale: 1.0,
        };
        assert!(Letters::among(&ink, &boxes[..30]).is_none());
    }
}
