//! Comparison of two formulas by their glyphs and positions.

use texlens_ocr::PageGlyphs;

/// Maximum distance of a glyph from its expected position, in pixels at 150 dpi: a thirtieth of an em at 10 pt, which
/// is less than the smallest space that TeX puts into formulas.
const TOLERANCE: f32 = 0.7;

/// Description of the leftmost glyph or rule that is missing, or else of one that was added.
pub(crate) struct Difference(pub(crate) String);

/// A glyph or rule.
struct Item<'p> {
    name: &'p str,
    size: f32,
    x: f32,
    y: f32,
}

pub(crate) fn first_difference(before: &PageGlyphs, after: &PageGlyphs) -> Option<Difference> {
    let (mut before, mut after) = (items(before), items(after));
    align(&mut before);
    align(&mut after);
    let mut found: Option<(f32, String)> = None;
    for item in &before {
        let same = |other: &Item<'_>| {
            other.name == item.name
                && (other.x - item.x).abs() < TOLERANCE
                && (other.y - item.y).abs() < TOLERANCE
                && (other.size - item.size).abs() < TOLERANCE
        };
        match after.iter().position(same) {
            Some(at) => {
                after.swap_remove(at);
            }
            None if found.as_ref().is_none_or(|(x, _)| item.x < *x) => {
                found = Some((item.x, format!("{} at {:.1}, {:.1}", item.name, item.x, item.y)));
            }
            None => {}
        }
    }
    let added = || after.first().map(|item| Difference(format!("added {}", item.name)));
    found.map(|(_, why)| Difference(why)).or_else(added)
}

fn items(page: &PageGlyphs) -> Vec<Item<'_>> {
    let glyphs = page.glyphs.iter().map(|glyph| Item {
        name: &glyph.symbol,
        size: glyph.size,
        x: glyph.x,
        y: glyph.y,
    });
    let rules = page.rules.iter().map(|rule| Item {
        name: "rule",
        size: rule.bbox.x1 - rule.bbox.x0,
        x: rule.bbox.x0,
        y: rule.bbox.y1,
    });
    glyphs.chain(rules).collect()
}

/// Moves the leftmost item to the origin, and all others with it.
fn align(items: &mut [Item<'_>]) {
    let first = items
        .iter()
        .min_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap_or(std::cmp::Ordering::Equal));
    let Some((x, y)) = first.map(|item| (item.x, item.y)) else {
        return;
    };
    for item in items {
        item.x -= x;
        item.y -= y;
    }
}
