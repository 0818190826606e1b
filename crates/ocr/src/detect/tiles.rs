//! Cuts a page into overlapping tiles of bounded size and omits margins and blank tiles.

use super::image::Ink;

/// Pixels of its neighbours that a tile sees on each side. Detections in this band are left to the neighbour.
pub(super) const MARGIN: usize = 24;
/// Largest side of a core (a tile without margins). It bounds memory and the time between two checks for cancellation.
const MAX_CORE: usize = 768;
/// Tile sides are multiples of the network's coarsest stride.
const STEP: usize = 8;
/// Least ink that is more than paper texture.
const VISIBLE: f32 = 0.25;

/// A part of the page at the model's resolution: the input of the network.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// Pixels across; a multiple of 8.
    pub width: usize,
    /// Pixels down; a multiple of 8.
    pub height: usize,
    /// Ink, row by row: 0 for paper, 1 for black.
    pub ink: Vec<f32>,
}

/// The position of a tile: its core on the page. The tile starts [`MARGIN`] pixels before the core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Returns the cores that cover the page's ink, row by row; empty for a blank page.
pub(super) fn places(ink: &Ink) -> Vec<Place> {
    let Some((x0, y0, x1, y1)) = extent(ink, (0, 0, ink.width, ink.height)) else {
        return Vec::new();
    };
    let (columns, width) = split(x1 - x0);
    let (rows, height) = split(y1 - y0);
    let grid = (0..rows).flat_map(|r| (0..columns).map(move |c| (c, r)));
    grid.filter_map(|(c, r)| {
        shrunk(
            ink,
            Place {
                x: x0 + c * width,
                y: y0 + r * height,
                width,
                height,
            },
        )
    })
    .collect()
}

/// Returns the part of a core that holds ink, so that a sparse page costs less; `None` if the core is blank.
fn shrunk(ink: &Ink, core: Place) -> Option<Place> {
    let (right, bottom) = (
        (core.x + core.width).min(ink.width),
        (core.y + core.height).min(ink.height),
    );
    let (x0, y0, x1, y1) = extent(ink, (core.x, core.y, right, bottom))?;
    // A glyph's centre may lie beside its ink.
    let (x, y) = (x0.saturating_sub(STEP).max(core.x), y0.saturating_sub(STEP).max(core.y));
    let (x1, y1) = (
        (x1 + STEP).min(core.x + core.width),
        (y1 + STEP).min(core.y + core.height),
    );
    Some(Place {
        x,
        y,
        width: (x1 - x).next_multiple_of(STEP),
        height: (y1 - y).next_multiple_of(STEP),
    })
}

/// Returns the core of a tile that is read as a page by itself.
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

/// Returns the tile around a core.
pub(super) fn cut(ink: &Ink, place: Place) -> Tile {
    let (width, height) = (place.width + 2 * MARGIN, place.height + 2 * MARGIN);
    let mut values = vec![0.0; width * height];
    for (row, target) in values.chunks_exact_mut(width).enumerate() {
        let Some(y) = (place.y + row).checked_sub(MARGIN) else {
            continue;
        };
        let source = ink.row(y);
        // The tile's first column lies MARGIN before the core, and may lie outside the page.
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

/// Returns the number of parts and the length of each. All parts are equal, at most `MAX_CORE` long, and multiples of
/// `STEP`.
fn split(length: usize) -> (usize, usize) {
    let parts = length.div_ceil(MAX_CORE).max(1);
    (parts, length.div_ceil(parts).next_multiple_of(STEP))
}

/// The left, top, right and bottom edges; the last two are exclusive.
type Extent = (usize, usize, usize, usize);

/// Returns the smallest box that holds all visible ink of a part of the page.
fn extent(ink: &Ink, part: Extent) -> Option<Extent> {
    let mut found: Option<Extent> = None;
    for y in part.1..part.3 {
        let row = ink.row(y).get(part.0..part.2).unwrap_or_default();
        let Some(first) = row.iter().position(|&v| v > VISIBLE) else {
            continue;
        };
        let last = row.iter().rposition(|&v| v > VISIBLE).unwrap_or(first);
        let (x0, y0, x1, _) = found.unwrap_or((part.0 + first, y, part.0 + last + 1, y + 1));
        found = Some((x0.min(part.0 + first), y0, x1.max(part.0 + last + 1), y + 1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(spots: &[(usize, usize)]) -> Ink {
        let mut ink = Ink {
            width: 1200,
            height: 1600,
            values: vec![0.0; 1200 * 1600],
            scale: 1.0,
        };
        for &(x, y) in spots {
            ink.values[y * 1200 + x] = 1.0;
        }
        ink
    }

    #[test]
    fn a_blank_page_has_no_tiles() {
        assert!(places(&page(&[])).is_empty());
    }

    #[test]
    fn every_spot_lies_in_a_core_of_whole_steps() {
        let spots = [(3, 5), (600, 800), (601, 811), (1190, 40), (17, 1599), (1199, 1599)];
        let found = places(&page(&spots));
        for (x, y) in spots {
            let holds = |p: &&Place| (p.x..p.x + p.width).contains(&x) && (p.y..p.y + p.height).contains(&y);
            assert!(found.iter().any(|p| holds(&p)), "{x}, {y} in {found:?}");
        }
        assert!(found.iter().all(|p| p.width % STEP == 0 && p.height % STEP == 0));
    }

    #[test]
    fn a_page_number_does_not_cost_a_whole_tile() {
        let found = places(&page(&[(100, 100), (1100, 400), (600, 1500)]));
        assert!(
            found.iter().map(|p| p.width * p.height).sum::<usize>() < 1200 * 1600 / 20,
            "{found:?}"
        );
    }
}
