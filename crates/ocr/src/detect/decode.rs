//! Converts rows of the graph's output to glyphs.

use super::{image::Ink, model::Model, tiles::MARGIN, tiles::Place};
use crate::Glyph;

/// Count of numbers in a row of the graph's output: column, row, heat, symbol, probability of the symbol, style, x and
/// y of the reference point from the cell's corner, width, height, depth, size (pixels).
pub const ROW: usize = 12;

/// Side of a cell of the graph's grid, in pixels of the tile.
const STRIDE: f32 = 4.0;
/// Two detections whose centres are nearer than this, in pixels at the model's resolution, are one glyph. The narrowest
/// neighbours in print, primes in a script, are 4 pixels apart.
const SAME: f32 = 2.2;
/// Two detections whose boxes share more than this part of their union are one glyph: neighbours in print hardly
/// overlap.
const OVERLAP: f32 = 0.4;
/// Largest distance at which one glyph may be found twice, in cells.
const REACH: usize = 2;

/// A detection at the model's resolution, in the coordinates of the resampled page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Find {
    centre: (f32, f32),
    symbol: usize,
    style: usize,
    heat: f32,
    confidence: f32,
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    depth: f32,
    size: f32,
}

/// Returns the detections of one tile that reach the threshold and whose cells lie in the tile's core. Drops rows with
/// numbers that are not finite.
pub(super) fn finds(rows: &[f32], place: Place, threshold: f32) -> impl Iterator<Item = Find> + '_ {
    let (left, top) = (place.x as f32, place.y as f32);
    rows.chunks_exact(ROW)
        .filter(|row| row.iter().all(|v| v.is_finite()))
        .filter_map(move |row| {
            let &[
                column,
                line,
                heat,
                symbol,
                probability,
                style,
                dx,
                dy,
                width,
                height,
                depth,
                size,
            ] = row
            else {
                return None;
            };
            if heat < threshold {
                return None;
            }
            let x = column * STRIDE + dx + left - MARGIN as f32;
            let y = line * STRIDE + dy + top - MARGIN as f32;
            let centre = (x + width / 2.0, y - (height - depth) / 2.0);
            // The cell decides which tile keeps the detection: two tiles, or none, might claim a regressed centre.
            let cell = (
                (column + 0.5) * STRIDE - MARGIN as f32,
                (line + 0.5) * STRIDE - MARGIN as f32,
            );
            let inside = (0.0..place.width as f32).contains(&cell.0) && (0.0..place.height as f32).contains(&cell.1);
            inside.then_some(Find {
                centre,
                symbol: symbol as usize,
                style: style as usize,
                heat,
                confidence: (heat * probability).clamp(0.0, 1.0),
                x,
                y,
                width: width.max(0.0),
                height,
                depth,
                size: size.max(1.0),
            })
        })
}

impl Find {
    /// Reports whether both detections are of the same ink.
    fn repeats(&self, other: &Self) -> bool {
        let (dx, dy) = (self.centre.0 - other.centre.0, self.centre.1 - other.centre.1);
        if dx.abs() < SAME && dy.abs() < SAME {
            return true;
        }
        // Equal letters side by side stand a whole width apart.
        if self.symbol == other.symbol && dx.abs() < 0.6 * self.width.min(other.width) && dy.abs() < SAME {
            return true;
        }
        let across = (self.width + other.width) / 2.0 - dx.abs();
        let across = across.min(self.width).min(other.width).max(0.0);
        let (tall, other_tall) = (self.height + self.depth, other.height + other.depth);
        let down = ((tall + other_tall) / 2.0 - dy.abs())
            .min(tall)
            .min(other_tall)
            .max(0.0);
        let shared = across * down;
        shared > OVERLAP * (self.width * tall + other.width * other_tall - shared)
    }
}

/// Keeps the strongest of the detections of each glyph. Linear in practice: neighbours are looked up in a grid.
pub(super) fn strongest(mut all: Vec<Find>, ink: &Ink) -> Vec<Find> {
    all.sort_by(|a, b| b.heat.total_cmp(&a.heat));
    let columns = ink.width / STRIDE as usize + 2 * REACH + 1;
    let rows = ink.height / STRIDE as usize + 2 * REACH + 1;
    let mut grid: Vec<Vec<u32>> = vec![Vec::new(); columns * rows];
    let cell = |v: f32, count: usize| ((v / STRIDE).max(0.0) as usize + REACH).min(count - 1 - REACH);
    let mut kept: Vec<Find> = Vec::with_capacity(all.len());
    for find in all {
        let (c, r) = (cell(find.centre.0, columns), cell(find.centre.1, rows));
        let near = (r - REACH..=r + REACH).flat_map(|r| (c - REACH..=c + REACH).map(move |c| r * columns + c));
        let taken = near
            .flat_map(|i| &grid[i])
            .any(|&other| find.repeats(&kept[other as usize]));
        if !taken {
            grid[r * columns + c].push(kept.len() as u32);
            kept.push(find);
        }
    }
    kept
}

/// Returns the detection as a glyph in pixels of the original image; `None` if the model has no such symbol.
pub(super) fn glyph(find: &Find, model: &Model, scale: f32) -> Option<Glyph> {
    let symbol = model.symbols.get(find.symbol)?;
    Some(Glyph {
        symbol: symbol.name.clone(),
        style: model.styles.get(find.style).copied().unwrap_or_default(),
        x: find.x / scale,
        y: find.y / scale,
        width: find.width / scale,
        height: find.height / scale,
        depth: find.depth / scale,
        size: find.size / scale,
        confidence: find.confidence,
    })
}
