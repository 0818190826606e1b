//! Cuts a page into overlapping tiles of one shape, leaving out margins and blank tiles.

use super::image::Ink;

/// Pixels of a neighbour that a tile sees on each side; finds inside this band are left to the neighbour.
pub(super) const MARGIN: usize = 24;
/// Largest core (tile without margins): bounds memory and the time between two looks at the cancel flag.
const MAX_CORE: usize = 512;
/// Tile sides are multiples of the network's coarsest stride.
const STEP: usize = 8;
/// Ink above this is more than paper texture.
const VISIBLE: f32 = 0.25;

/// A part of the page at the model's resolution, ready for the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// Pixels across; a multiple of 8.
    pub width: usize,
    /// Pixels down; a multiple of 8.
    pub height: usize,
    /// Ink, row by row: 0 for paper, 1 for black.
    pub ink: Vec<f32>,
}

/// Where a tile lies: its core on the page. The tile starts [`MARGIN`] pixels before the core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The cores that cover the page's ink, in reading order; empty for a blank page.
pub(super) fn places(ink: &Ink) -> Vec<Place> {
    let Some((x0, y0, x1, y1)) = extent(ink) else {
        return Vec::new();
    };
    let (columns, width) = split(x1 - x0);
    let (rows, height) = split(y1 - y0);
    let grid = (0..rows).flat_map(|r| (0..columns).map(move |c| (c, r)));
    grid.map(|(c, r)| Place {
        x: x0 + c * width,
        y: y0 + r * height,
        width,
        height,
    })
    .filter(|place| {
        (place.y..place.y + place.height).any(|y| {
            let row = ink.row(y);
            let end = (place.x + place.width).min(row.len());
            row.get(place.x..end)
                .is_some_and(|part| part.iter().any(|&v| v > VISIBLE))
        })
    })
    .collect()
}

/// The core of a tile that is taken as a page of its own.
pub(super) fn core(tile: &Tile) -> Place {
    let (width, height) = (
        tile.width.saturating_sub(2 * MARGIN),
        tile.height.saturating_sub(2 * MARGIN),
    );
    Place {
        x: MARGIN,
        y: MARGIN,
        width,
        height,
    }
}

/// The tile around a core.
pub(super) fn cut(ink: &Ink, place: Place) -> Tile {
    let (width, height) = (place.width + 2 * MARGIN, place.height + 2 * MARGIN);
    let mut values = vec![0.0; width * height];
    for (row, target) in values.chunks_exact_mut(width).enumerate() {
        let Some(y) = (place.y + row).checked_sub(MARGIN) else {
            continue;
        };
        let source = ink.row(y);
        // The tile's first column lies MARGIN before the core, which may be outside the page.
        let skip = MARGIN.saturating_sub(place.x);
        let from = place.x.saturating_sub(MARGIN).min(source.len());
        let count = (width - skip).min(source.len() - from);
        target[skip..skip + count].copy_from_slice(&source[from..from + count]);
    }
    Tile {
        width,
        height,
        ink: values,
    }
}

/// Number of parts and length of each, so that all are equal, at most `MAX_CORE`, and multiples of `STEP`.
fn split(length: usize) -> (usize, usize) {
    let parts = length.div_ceil(MAX_CORE).max(1);
    (parts, length.div_ceil(parts).next_multiple_of(STEP))
}

/// Smallest box that holds all visible ink: x0, y0, x1, y1 (exclusive).
fn extent(ink: &Ink) -> Option<(usize, usize, usize, usize)> {
    let mut found: Option<(usize, usize, usize, usize)> = None;
    for y in 0..ink.height {
        let row = ink.row(y);
        let Some(first) = row.iter().position(|&v| v > VISIBLE) else {
            continue;
        };
        let last = row.iter().rposition(|&v| v > VISIBLE).unwrap_or(first);
        let (x0, y0, x1, _) = found.unwrap_or((first, y, last + 1, y + 1));
        found = Some((x0.min(first), y0, x1.max(last + 1), y + 1));
    }
    found
}
