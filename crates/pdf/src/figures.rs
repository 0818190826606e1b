//! Figures: images, and drawings whose parts lie near each other.

use crate::content::{Area, Content};

/// Largest distance between parts of one figure, in points.
const REACH: f64 = 6.0;
/// Least width and height of a figure, in points. Smaller drawings are symbols and ornaments.
const LEAST: f64 = 18.0;
/// Largest share of the page that a figure takes. A larger image is the background or a scan.
const MOST: f64 = 0.8;
/// Maximum number of parts that are joined; the smallest ones are left out.
const MAX_PARTS: usize = 2000;
/// Maximum number of figures of a page.
const MAX_FIGURES: usize = 300;
/// Maximum number of rounds in which boxes are joined; few pages need more than three.
const ROUNDS: usize = 12;

/// Returns the boxes of the figures of a page.
pub(crate) fn figures(content: &Content) -> Vec<Area> {
    let page = content.width * content.height;
    let is_part = |area: &&Area| area.width() * area.height() < MOST * page;
    let mut parts: Vec<Area> = content
        .images
        .iter()
        .chain(&content.drawings)
        .filter(is_part)
        .copied()
        .collect();
    let size = |area: &Area| area.width() + area.height();
    parts.sort_by(|a, b| size(b).total_cmp(&size(a)));
    parts.truncate(MAX_PARTS);
    let mut figures = joined(parts);
    figures.retain(|area| area.width() >= LEAST && area.height() >= LEAST);
    figures.truncate(MAX_FIGURES);
    figures
}

/// Joins boxes that are near each other.
fn joined(mut parts: Vec<Area>) -> Vec<Area> {
    for _ in 0..ROUNDS {
        let before = parts.len();
        let mut kept: Vec<Area> = Vec::new();
        for part in parts {
            match kept.iter_mut().find(|other| is_near(other, &part)) {
                Some(other) => *other = union(other, &part),
                None => kept.push(part),
            }
        }
        parts = kept;
        if parts.len() == before {
            break;
        }
    }
    parts
}

fn is_near(a: &Area, b: &Area) -> bool {
    a.x0 - REACH <= b.x1 && b.x0 - REACH <= a.x1 && a.y0 - REACH <= b.y1 && b.y0 - REACH <= a.y1
}

fn union(a: &Area, b: &Area) -> Area {
    Area {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
    }
}
