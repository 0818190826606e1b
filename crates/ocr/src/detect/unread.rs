//! Glyphs whose meaning a PDF file does not state, read from the image of the page.

use texlens_vocabulary::{BBox, Glyph, PageGlyphs, ReadFrom, unread_remark};

/// Highest confidence of such a glyph: below it, places count as unsure, so that they are marked.
const MOST: f32 = 0.45;
/// Largest distance between the reference points of two glyphs that are one, along each axis, in em.
const SAME_PLACE: f32 = 0.25;
/// Least share of the area of two boxes that is common to both, if they show one glyph.
const COMMON: f32 = 0.3;

/// Completes the glyphs that a PDF file states for a page by those that a network found in its image: the glyphs of
/// unknown meaning ([`PageGlyphs::unread`]) keep place and size and take symbol and style. All other glyphs stay. Takes
/// O((n + m) log m) time for n glyphs of unknown meaning and m found ones, if few of these overlap.
#[must_use]
pub fn fill_unread(stated: PageGlyphs, found: &PageGlyphs) -> PageGlyphs {
    let mut page = stated;
    let before = page.unread.len();
    let mut read = 0;
    // An image that was turned has other places.
    let found = Found::of(if found.turn == 0.0 { &found.glyphs } else { &[] });
    page.unread.retain(|unread| {
        let Some(same) = found.same(unread) else {
            return true;
        };
        read += 1;
        let place = if is_bitmap(unread) { same } else { unread };
        page.glyphs.push(Glyph {
            symbol: same.symbol.clone(),
            style: same.style,
            confidence: same.confidence.min(MOST),
            ..place.clone()
        });
        false
    });
    if let ReadFrom::Text { remarks, .. } = &mut page.read_from {
        let old = unread_remark(before);
        remarks.retain(|remark| Some(remark) != old.as_ref());
        remarks.extend(unread_remark(page.unread.len()));
        remarks.extend((read > 0).then(|| read_remark(read)));
    }
    page
}

fn read_remark(count: usize) -> String {
    match count {
        1 => "1 glyph of unknown meaning was read from the image".to_owned(),
        count => format!("{count} glyphs of unknown meaning were read from the image"),
    }
}

/// Reports whether only the place of a glyph is known.
fn is_bitmap(unread: &Glyph) -> bool {
    unread.height + unread.depth == 0.0
}

/// The found glyphs from left to right.
struct Found<'f> {
    glyphs: Vec<(BBox, &'f Glyph)>,
    widest: f32,
}

impl<'f> Found<'f> {
    fn of(glyphs: &'f [Glyph]) -> Self {
        let mut glyphs: Vec<(BBox, &Glyph)> = glyphs.iter().map(|glyph| (glyph.bbox(), glyph)).collect();
        glyphs.sort_by(|a, b| a.0.x0.total_cmp(&b.0.x0));
        let widest = glyphs.iter().map(|(bbox, _)| bbox.x1 - bbox.x0).fold(0.0, f32::max);
        Self { glyphs, widest }
    }

    /// Returns the glyph that covers most of the same place; for a bitmap, the one with the nearest reference point.
    fn same(&self, unread: &Glyph) -> Option<&'f Glyph> {
        if is_bitmap(unread) {
            let first = self
                .glyphs
                .partition_point(|(bbox, _)| bbox.x0 < unread.x - self.widest);
            let near = self.glyphs.get(first..).unwrap_or_default();
            let near = near.iter().take_while(|(bbox, _)| bbox.x0 <= unread.x + self.widest);
            let off = |glyph: &Glyph| (glyph.x - unread.x).abs().max((glyph.y - unread.y).abs()) / glyph.size;
            let nearest = near
                .map(|(_, glyph)| (*glyph, off(glyph)))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            return nearest.filter(|(_, off)| *off < SAME_PLACE).map(|(glyph, _)| glyph);
        }
        let at = unread.bbox();
        let first = self.glyphs.partition_point(|(bbox, _)| bbox.x0 < at.x0 - self.widest);
        let near = self.glyphs.get(first..).unwrap_or_default();
        let near = near.iter().take_while(|(bbox, _)| bbox.x0 <= at.x1);
        let common = near.map(|(bbox, glyph)| (*glyph, common(at, *bbox)));
        let (glyph, common) = common.max_by(|a, b| a.1.total_cmp(&b.1))?;
        (common > COMMON).then_some(glyph)
    }
}

/// Returns the area that two boxes share as a part of the area that they cover together.
fn common(a: BBox, b: BBox) -> f32 {
    let shared = a.shared(&b);
    let all = a.area() + b.area() - shared;
    if all > 0.0 { shared / all } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use texlens_vocabulary::Style;

    use super::*;

    fn glyph(symbol: &str, x: f32, confidence: f32) -> Glyph {
        Glyph {
            symbol: symbol.to_owned(),
            style: Style::MathItalic,
            x,
            y: 100.0,
            width: 10.0,
            height: 8.0,
            depth: 0.0,
            size: 20.0,
            confidence,
        }
    }

    fn page(glyphs: Vec<Glyph>, unread: Vec<Glyph>) -> PageGlyphs {
        PageGlyphs {
            read_from: ReadFrom::Text {
                although: None,
                remarks: unread_remark(unread.len()).into_iter().collect(),
            },
            glyphs,
            unread,
            ..PageGlyphs::default()
        }
    }

    fn remarks(page: &PageGlyphs) -> Vec<&str> {
        match &page.read_from {
            ReadFrom::Text { remarks, .. } => remarks.iter().map(String::as_str).collect(),
            ReadFrom::Image { .. } => Vec::new(),
        }
    }

    #[test]
    fn unknown_glyphs_take_their_symbol_from_the_image_and_are_marked() {
        let stated = page(
            vec![glyph("a", 0.0, 1.0)],
            vec![glyph("", 20.0, 0.0), glyph("", 60.0, 0.0)],
        );
        let found = page(vec![glyph("b", 1.0, 0.9), glyph("\\alpha", 22.0, 0.99)], Vec::new());
        let filled = fill_unread(stated, &found);
        let [a, alpha] = filled.glyphs.as_slice() else {
            panic!("{:?}", filled.glyphs);
        };
        assert_eq!([a.symbol.as_str(), alpha.symbol.as_str()], ["a", "\\alpha"]);
        assert!(alpha.x == 20.0 && alpha.confidence < 0.5, "{alpha:?}");
        assert_eq!(filled.unread.len(), 1);
        assert_eq!(
            remarks(&filled),
            [
                "1 glyph of unknown meaning is left out",
                "1 glyph of unknown meaning was read from the image"
            ]
        );
    }

    #[test]
    fn bitmaps_take_their_size_from_the_image_as_well() {
        let bitmap = Glyph {
            height: 0.0,
            size: 0.3,
            ..glyph("", 20.0, 0.0)
        };
        let found = page(vec![glyph("x", 22.0, 0.9), glyph("y", 40.0, 0.9)], Vec::new());
        let filled = fill_unread(page(Vec::new(), vec![bitmap]), &found);
        let [x] = filled.glyphs.as_slice() else {
            panic!("{:?}", filled.glyphs);
        };
        assert_eq!((x.symbol.as_str(), x.x, x.size), ("x", 22.0, 20.0));
    }

    #[test]
    fn a_turned_image_fills_nothing() {
        let stated = page(Vec::new(), vec![glyph("", 20.0, 0.0)]);
        let found = PageGlyphs {
            turn: 1.5,
            ..page(vec![glyph("a", 20.0, 0.9)], Vec::new())
        };
        assert_eq!(fill_unread(stated.clone(), &found), stated);
    }
}
