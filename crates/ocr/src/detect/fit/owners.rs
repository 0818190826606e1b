//! Which piece of ink belongs to which glyph.

use super::moments::Moments;
use crate::detect::components::{Component, Components};
use crate::detect::image::Ink;
use crate::{BBox, Glyph};

/// Least darkness of a pixel that joins pieces: thin strokes are grey at the model's resolution.
const FAINT: f32 = 0.12;
/// Least ink of a piece, in black pixels; anything less is dust.
const DUST: f32 = 1.0;
/// Distance by which the ink of a glyph may stick out of its box, in em.
const OVERHANG: f32 = 0.1;
/// Least share of a piece inside the box of the glyph that owns it.
const OWN: f32 = 0.75;
/// Least share of a piece in the box of another glyph for which it may stand as well.
const SHARED: f32 = 0.5;
/// Least share of a piece without an owner in the box of a glyph of which it may be a part.
const TOUCHING: f32 = 0.25;
/// Side of the cells by which glyphs are looked up, in pixels.
const CELL: f32 = 32.0;
/// Most cells that a glyph or a piece may cover; larger ones are not fitted.
const MOST_CELLS: usize = 400;

/// Returns the ink of each glyph; `None` if there is none, or if it touches that of another glyph. Linear in the number
/// of pixels and, where few glyphs overlap, of glyphs.
pub(super) fn ink_of(glyphs: &[Glyph], ink: &Ink) -> Vec<Option<Moments>> {
    let boxes: Vec<BBox> = glyphs.iter().map(|glyph| reach(glyph, ink.scale)).collect();
    let grid = Grid::of(&boxes, ink);
    let components = Components::of(ink, FAINT);
    let mut pieces = vec![Moments::default(); components.all.len()];
    for run in &components.runs {
        if let (Some(piece), Some(row)) = (pieces.get_mut(run.component), ink.row(run.y).get(run.columns.clone())) {
            for (column, darkness) in run.columns.clone().zip(row) {
                piece.add(column, run.y, *darkness);
            }
        }
    }
    let mut owned = vec![Some(Moments::default()); glyphs.len()];
    for (component, piece) in components.all.iter().zip(&pieces) {
        if piece.ink() < DUST {
            continue;
        }
        match owner(component, &boxes, &grid) {
            Owner::One(glyph) => {
                if let Some(Some(ink)) = owned.get_mut(glyph) {
                    ink.join(piece);
                }
            }
            Owner::Several(glyphs) => {
                for glyph in glyphs {
                    if let Some(ink) = owned.get_mut(glyph) {
                        *ink = None;
                    }
                }
            }
        }
    }
    let has_ink = |ink: &Moments| ink.ink() > 0.0;
    owned.into_iter().map(|ink| ink.filter(has_ink)).collect()
}

/// Returns where the ink of a glyph may be, in pixels of the ink.
fn reach(glyph: &Glyph, scale: f32) -> BBox {
    let (bbox, by) = (glyph.bbox(), OVERHANG * glyph.size);
    BBox {
        x0: (bbox.x0 - by) * scale,
        y0: (bbox.y0 - by) * scale,
        x1: (bbox.x1 + by) * scale,
        y1: (bbox.y1 + by) * scale,
    }
}

enum Owner {
    One(usize),
    Several(Vec<usize>),
}

fn owner(component: &Component, boxes: &[BBox], grid: &Grid) -> Owner {
    let bbox = BBox {
        x0: component.x0 as f32,
        y0: component.y0 as f32,
        x1: (component.x1 + 1) as f32,
        y1: (component.y1 + 1) as f32,
    };
    let area = (bbox.x1 - bbox.x0) * (bbox.y1 - bbox.y0);
    let mut shares: Vec<(f32, usize)> = grid
        .near(&bbox)
        .into_iter()
        .filter_map(|glyph| {
            let reach = boxes.get(glyph)?;
            let across = reach.x1.min(bbox.x1) - reach.x0.max(bbox.x0);
            let down = reach.y1.min(bbox.y1) - reach.y0.max(bbox.y0);
            (across > 0.0 && down > 0.0).then_some((across * down / area, glyph))
        })
        .collect();
    shares.sort_by(|a, b| b.0.total_cmp(&a.0));
    let share = |at: usize| shares.get(at).map_or(0.0, |share| share.0);
    match shares.first() {
        Some((first, glyph)) if *first > OWN && share(1) < SHARED => Owner::One(*glyph),
        _ => Owner::Several(
            shares
                .iter()
                .filter(|share| share.0 > TOUCHING)
                .map(|share| share.1)
                .collect(),
        ),
    }
}

/// The glyphs by the cells of the page that they reach into.
struct Grid {
    columns: usize,
    rows: usize,
    cells: Vec<Vec<usize>>,
}

impl Grid {
    fn of(boxes: &[BBox], ink: &Ink) -> Self {
        let count = |length: usize| (length as f32 / CELL) as usize + 1;
        let (columns, rows) = (count(ink.width), count(ink.height));
        let mut grid = Self {
            columns,
            rows,
            cells: vec![Vec::new(); columns * rows],
        };
        for (glyph, bbox) in boxes.iter().enumerate() {
            for cell in grid.cells_of(bbox) {
                grid.cells[cell].push(glyph);
            }
        }
        grid
    }

    /// Returns the glyphs that may reach into a box.
    fn near(&self, bbox: &BBox) -> Vec<usize> {
        let cells = self.cells_of(bbox).into_iter();
        let mut glyphs: Vec<usize> = cells.flat_map(|cell| self.cells[cell].iter().copied()).collect();
        glyphs.sort_unstable();
        glyphs.dedup();
        glyphs
    }

    /// Returns the cells that a box reaches into; none if there are too many.
    fn cells_of(&self, bbox: &BBox) -> Vec<usize> {
        let at = |v: f32, count: usize| ((v / CELL).max(0.0) as usize).min(count - 1);
        let columns = at(bbox.x0, self.columns)..at(bbox.x1, self.columns) + 1;
        let rows = at(bbox.y0, self.rows)..at(bbox.y1, self.rows) + 1;
        if columns.len() * rows.len() > MOST_CELLS {
            return Vec::new();
        }
        rows.flat_map(|row| columns.clone().map(move |column| row * self.columns + column))
            .collect()
    }
}
