//! Fits glyphs to the ink. The network says which glyph stands where, to a twentieth of an em. Where a glyph's ink is
//! separate from all other ink, and the shape of its ink is known, the ink says it to a hundredth: its spread gives the
//! size, its centre the reference point, and the font the box.
//!
//! A glyph whose ink touches that of others takes the nearest size and baseline of those that were fitted. Nothing
//! changes on a page whose fonts are not known.

mod moments;
mod owners;
mod shapes;
mod style;

use super::image::Ink;
use super::median::median;
use crate::Glyph;
use moments::Moments;
use shapes::{FAMILIES, Family, Rank, Shape};
use style::Look;

/// Largest difference of a spread from that of the shape, in em.
const SPREAD: f32 = 0.025;
/// Largest relative difference of the amount of ink from that of the shape, after the page's weight is allowed for.
const WEIGHT: f32 = 0.22;
/// Largest distance of a glyph from where the network reports it, along each axis, in em.
const MOVED: f32 = 0.25;
/// Largest relative difference of two measured sizes that may be the same.
const SAME: f32 = 0.08;
/// Largest relative difference of a size from that which the network reports.
const NEAR: f32 = 0.17;
/// The same for a size that the ink shows.
const SHOWN: f32 = 0.6;
/// Largest relative difference of the height of a glyph whose ink is not separate from that of its shape: large operators
/// and delimiters have several forms.
const TALL: f32 = 0.2;
/// Least height of the ink of a tall delimiter or a large operator, in em.
const LONG: f32 = 1.2;
/// Least size of text, relative to the running text; smaller type is that of scripts.
const TEXT: f32 = 0.85;
/// Least spread of a shape by which a size can be measured, in em: dots and dashes are too small.
const LARGE: f32 = 0.12;
/// Largest distance of a glyph from the baseline that it takes, in em.
const BASELINE: f32 = 0.09;
/// Distance to both sides within which fitted glyphs give a baseline, in em.
const REACH: f32 = 6.0;
/// Most fitted glyphs that are looked at for a baseline, so that a page of dust stays cheap.
const MAX_NEIGHBOURS: usize = 256;
/// Size of type, relative to the running text, up to which shapes of running text were measured. Larger type has other
/// designs.
const LARGEST_TEXT: f32 = 1.15;
/// Fewest glyphs that must fit for the fonts to be known.
const FEW: usize = 4;
/// Share of the separate glyphs that fit if the fonts are known. With tall delimiters, which are not counted any more, half
/// of the formulas in fonts of the table had 0.92 or more, half of those in EB Garamond, Iwona and CM Bright 0.84 or less.
const KNOWN: f32 = 0.86;
/// Largest median gap between letters that stand side by side, in em: TeX sets a word box to box, so its letters have
/// gaps or overlaps if they are those of another font. Pages in fonts of the table have 0.006 to 0.011.
const GAP: f32 = 0.0125;
/// Distance within which letters stand side by side, in em.
const BESIDE: f32 = 0.12;
/// Fewest glyphs that must stand side by side for the gaps to count.
const SIDE_BY_SIDE: usize = 24;

/// Moves glyphs to where their ink is. O(f n log n) for n glyphs and f families, and linear in the number of pixels.
pub(super) fn fit(glyphs: &mut [Glyph], ink: &Ink) {
    let inks = owners::ink_of(glyphs, ink);
    // Tall delimiters and large operators fit in no family.
    let is_usual = |(glyph, found): &(&Glyph, &Option<Moments>)| {
        found.is_some_and(|found| found.height() < LONG * glyph.size * ink.scale)
    };
    let separate = glyphs.iter().zip(&inks).filter(is_usual).count();
    let in_families = FAMILIES
        .iter()
        .filter_map(|family| InFamily::of(family, glyphs, &inks, ink.scale))
        .filter(InFamily::has_its_widths);
    let Some(best) = in_families.reduce(|a, b| if b.count > a.count { b } else { a }) else {
        return;
    };
    if best.count < FEW || !is_known(best.count as f32, separate as f32) {
        return;
    }
    let baselines = Baselines::of(best.fits.iter().flatten());
    for ((glyph, fit), ink) in glyphs.iter_mut().zip(best.fits).zip(&inks) {
        // Only now is the family known whose styles tell.
        let styled = ink.as_ref().and_then(|ink| best.page.styled(glyph, ink));
        match styled.or(fit) {
            Some(fit) => *glyph = fit,
            None => best.page.settle(glyph, ink.as_ref(), &baselines),
        }
    }
}

/// Reports whether as many of the separate glyphs fit as in a known family, or one standard deviation fewer.
fn is_known(fitting: f32, separate: f32) -> bool {
    fitting >= KNOWN * separate - (KNOWN * (1.0 - KNOWN) * separate).sqrt()
}

/// The glyphs of a page as glyphs of a family of fonts.
struct InFamily {
    page: Page,
    /// Each glyph where its ink is, if the ink is separate and that of the glyph.
    fits: Vec<Option<Glyph>>,
    /// The number of glyphs that fit.
    count: usize,
}

impl InFamily {
    fn of(family: &'static Family, glyphs: &[Glyph], inks: &[Option<Moments>], scale: f32) -> Option<Self> {
        let page = Page::of(family, glyphs, inks, scale)?;
        let fits: Vec<Option<Glyph>> = glyphs
            .iter()
            .zip(inks)
            .map(|(glyph, ink)| page.fitted(glyph, ink.as_ref()?))
            .collect();
        Some(Self {
            count: fits.iter().flatten().count(),
            page,
            fits,
        })
    }

    /// Reports whether letters that stand side by side have the widths of the family. True if there are few.
    fn has_its_widths(&self) -> bool {
        let mut letters: Vec<(f32, &Glyph)> = self
            .fits
            .iter()
            .flatten()
            .map(|glyph| ((glyph.y / (BASELINE * glyph.size)).round(), glyph))
            .collect();
        letters.sort_by(|(line, a), (other, b)| line.total_cmp(other).then(a.x.total_cmp(&b.x)));
        let gaps: Vec<f32> = letters
            .iter()
            .zip(letters.iter().skip(1))
            .filter(|((line, a), (other, b))| line == other && is_near(a.size, b.size, SAME))
            .map(|((_, a), (_, b))| ((b.x - a.x - a.width) / a.size).abs())
            .filter(|gap| *gap < BESIDE)
            .collect();
        gaps.len() < SIDE_BY_SIDE || median(gaps).is_some_and(|gap| gap < GAP)
    }
}

/// What the separate glyphs of a page have in common.
struct Page {
    family: &'static Family,
    /// The size of the running text.
    body: f32,
    /// The measured sizes, in ascending order.
    sizes: Vec<f32>,
    /// How much more ink than the shapes the page's glyphs have.
    weight: f32,
    /// Pixels of the ink in a pixel of the page.
    scale: f32,
}

impl Page {
    /// Returns `None` if no glyph with a known shape is separate.
    fn of(family: &'static Family, glyphs: &[Glyph], inks: &[Option<Moments>], scale: f32) -> Option<Self> {
        let separate: Vec<(&Glyph, &Moments)> = glyphs
            .iter()
            .zip(inks)
            .filter_map(|(glyph, ink)| Some((glyph, ink.as_ref()?)))
            .collect();
        let body = body(glyphs);
        let mut page = Self {
            family,
            body,
            sizes: Vec::new(),
            weight: 1.0,
            scale,
        };
        let measured: Vec<(f32, f32)> = separate
            .iter()
            .filter_map(|(glyph, ink)| {
                let size = page.measured(page.shape(glyph, glyph.size)?, ink)?;
                is_near(size, glyph.size, SHOWN).then_some((glyph.size, size))
            })
            .collect();
        let of_text = measured
            .iter()
            .filter(|(size, _)| Rank::of(size / page.body) == Rank::Text);
        page.body = median(of_text.map(|(_, size)| *size)).unwrap_or(page.body);
        page.sizes = measured.into_iter().map(|(_, size)| size).collect();
        page.sizes.sort_by(f32::total_cmp);
        let weights = separate.iter().filter_map(|(glyph, ink)| {
            let size = page.common(glyph.size, NEAR)?;
            Some(page.relative_ink(page.shape(glyph, size)?, ink, size))
        });
        page.weight = median(weights)?;
        Some(page)
    }

    fn shape(&self, glyph: &Glyph, size: f32) -> Option<&'static Shape> {
        self.family
            .shape(&glyph.symbol, glyph.style, Rank::of(size / self.body))
    }

    /// Returns the size that the spread of the ink shows.
    fn measured(&self, shape: &Shape, ink: &Moments) -> Option<f32> {
        let (across, down) = ink.spread();
        let known = shape.spread.0.hypot(shape.spread.1);
        (known > LARGE).then(|| across.hypot(down) / known / self.scale)
    }

    /// Returns the size that glyphs of about this size have in common.
    fn common(&self, size: f32, slack: f32) -> Option<f32> {
        let from = self.sizes.partition_point(|other| *other < size / (1.0 + slack));
        let to = self.sizes.partition_point(|other| *other <= size * (1.0 + slack));
        self.sizes.get(from + (to - from) / 2).copied().filter(|_| from < to)
    }

    /// Returns the size that glyphs have in common and that is nearest to one.
    fn nearest(&self, size: f32) -> Option<f32> {
        self.common(size, SAME).or_else(|| self.common(size, NEAR))
    }

    /// Returns the size of text that is nearest to one: tall delimiters and large operators are in no smaller type, and do
    /// not show the size of theirs.
    fn of_text(&self, size: f32) -> f32 {
        let from = self.sizes.partition_point(|other| *other < TEXT * self.body);
        let of_text = self.sizes.get(from..).unwrap_or_default().iter().copied();
        let off = |other: &f32| (other / size).ln().abs();
        of_text.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(size)
    }

    /// Returns the amount of ink, relative to the shape's.
    fn relative_ink(&self, shape: &Shape, ink: &Moments, size: f32) -> f32 {
        ink.ink() / (shape.ink * (size * self.scale).powi(2))
    }

    /// Returns the size that the spread of the ink shows if it is a common one, or the nearest common size of a small glyph.
    fn size(&self, glyph: &Glyph, shape: &Shape, ink: &Moments) -> Option<f32> {
        match self.measured(shape, ink) {
            Some(size) => self.common(size, SAME),
            None => self.nearest(glyph.size),
        }
    }

    /// Returns the glyph in another style where its ink is, if the ink shows this style.
    fn styled(&self, glyph: &Glyph, ink: &Moments) -> Option<Glyph> {
        let size = self.nearest(glyph.size)?;
        let look = Look::of(ink, size * self.scale, self.weight);
        let mut tried = Vec::new();
        for (style, shape) in self.family.styles(&glyph.symbol, Rank::of(size / self.body)) {
            // A style without a slant could be the true one.
            tried.push((style, look.misfit(shape, shape.slant?)));
        }
        let style = style::by_ink(glyph.style, &tried).filter(|_| size < LARGEST_TEXT * self.body)?;
        let glyph = Glyph { style, ..glyph.clone() };
        self.fitted(&glyph, ink)
    }

    /// Returns the glyph where its ink is; `None` if the ink is not that of the glyph.
    fn fitted(&self, glyph: &Glyph, ink: &Moments) -> Option<Glyph> {
        let size = self.size(glyph, self.shape(glyph, glyph.size)?, ink)?;
        let shape = self.shape(glyph, size)?;
        let em = size * self.scale;
        let (across, down) = ink.spread();
        let fits = is_near(size, glyph.size, SHOWN)
            && (across / em - shape.spread.0).abs() < SPREAD
            && (down / em - shape.spread.1).abs() < SPREAD
            && is_near(self.relative_ink(shape, ink, size), self.weight, WEIGHT);
        let (x, y) = ink.centre().filter(|_| fits)?;
        let (x, y) = (
            x / self.scale - shape.centre.0 * size,
            y / self.scale - shape.centre.1 * size,
        );
        let is_there = (x - glyph.x).abs() < MOVED * size && (y - glyph.y).abs() < MOVED * size;
        is_there.then(|| Glyph {
            x,
            y,
            width: shape.width * size,
            height: shape.height * size,
            depth: shape.depth * size,
            size,
            ..glyph.clone()
        })
    }

    /// Gives a glyph that could not be fitted the nearest size and baseline of those that were. Tall delimiters and large
    /// operators have many forms, and reach as far as their ink.
    fn settle(&self, glyph: &mut Glyph, ink: Option<&Moments>, baselines: &Baselines) {
        glyph.size = if glyph.height + glyph.depth > LONG * self.body {
            self.of_text(glyph.size)
        } else {
            self.nearest(glyph.size).unwrap_or(glyph.size)
        };
        if let Some(y) = baselines.near(glyph) {
            glyph.y = y;
        }
        let tall = (glyph.height + glyph.depth) / glyph.size;
        let shape = self.shape(glyph, glyph.size);
        if let Some(shape) = shape.filter(|shape| is_near(shape.height + shape.depth, tall, TALL)) {
            let middle = glyph.x + glyph.width / 2.0;
            glyph.width = shape.width * glyph.size;
            glyph.height = shape.height * glyph.size;
            glyph.depth = shape.depth * glyph.size;
            glyph.x = middle - glyph.width / 2.0;
        }
        if let Some(ink) = ink.filter(|ink| ink.height() > LONG * glyph.size * self.scale) {
            let (top, bottom) = ink.edges();
            glyph.height = glyph.y - top / self.scale;
            glyph.depth = bottom / self.scale - glyph.y;
        }
    }
}

/// Returns the size of the running text: the median of the larger half, since formulas have many scripts.
pub(super) fn body(glyphs: &[Glyph]) -> f32 {
    let mut sizes: Vec<f32> = glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    sizes.truncate(sizes.len().div_ceil(2));
    median(sizes).unwrap_or_default()
}

/// The baselines of fitted glyphs, from top to bottom.
struct Baselines {
    /// Baseline, left edge and size.
    all: Vec<(f32, f32, f32)>,
}

impl Baselines {
    fn of<'a>(glyphs: impl Iterator<Item = &'a Glyph>) -> Self {
        let mut all: Vec<_> = glyphs.map(|glyph| (glyph.y, glyph.x, glyph.size)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { all }
    }

    /// Returns the baseline of glyphs of the same size near a glyph.
    fn near(&self, glyph: &Glyph) -> Option<f32> {
        let slack = BASELINE * glyph.size;
        let from = self.all.partition_point(|(y, ..)| *y < glyph.y - slack);
        let near = self.all.get(from..)?.iter().take_while(|(y, ..)| *y < glyph.y + slack);
        let fits = |(_, x, size): &&(f32, f32, f32)| {
            (x - glyph.x).abs() < REACH * glyph.size && is_near(*size, glyph.size, SAME)
        };
        median(near.filter(fits).take(MAX_NEIGHBOURS).map(|(y, ..)| *y))
    }
}

fn is_near(size: f32, other: f32, slack: f32) -> bool {
    size < other * (1.0 + slack) && other < size * (1.0 + slack)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;

    const SIZE: f32 = 20.0;

    /// Letters on a baseline, and ink with the centres and spreads of their shapes.
    fn line(letters: &[(&str, f32)]) -> (Vec<Glyph>, Ink) {
        let mut ink = Ink {
            width: 400,
            height: 60,
            values: vec![0.0; 400 * 60],
            scale: 1.0,
        };
        let glyphs = letters.iter().map(|&(symbol, x)| {
            let shape = FAMILIES[0].shape(symbol, Style::Roman, Rank::Text).unwrap();
            let (middle, half) = (
                (x + shape.centre.0 * SIZE, 40.0 + shape.centre.1 * SIZE),
                (
                    3_f32.sqrt() * shape.spread.0 * SIZE,
                    3_f32.sqrt() * shape.spread.1 * SIZE,
                ),
            );
            fill(&mut ink, middle, half);
            Glyph {
                symbol: symbol.to_owned(),
                style: Style::Roman,
                x,
                y: 40.0,
                width: shape.width * SIZE,
                height: shape.height * SIZE,
                depth: shape.depth * SIZE,
                size: SIZE,
                confidence: 1.0,
            }
        });
        (glyphs.collect(), ink)
    }

    /// Fills a box; its edges are grey.
    fn fill(ink: &mut Ink, middle: (f32, f32), half: (f32, f32)) {
        let covered = |from: f32, at: usize, to: f32| (to.min(at as f32 + 1.0) - from.max(at as f32)).clamp(0.0, 1.0);
        for y in 0..ink.height {
            for x in 0..ink.width {
                let across = covered(middle.0 - half.0, x, middle.0 + half.0);
                let down = covered(middle.1 - half.1, y, middle.1 + half.1);
                let value = &mut ink.values[y * ink.width + x];
                *value = value.max(across * down);
            }
        }
    }

    fn spaced() -> (Vec<Glyph>, Ink) {
        let letters: Vec<(&str, f32)> = (0..12).map(|i| (["n", "u"][i % 2], 10.0 + 30.0 * i as f32)).collect();
        line(&letters)
    }

    #[test]
    fn glyphs_move_to_their_ink() {
        let (truth, ink) = spaced();
        let mut found = truth.clone();
        for (i, glyph) in found.iter_mut().enumerate() {
            let off = if i % 2 == 0 { 0.06 } else { -0.06 };
            glyph.x += off * SIZE;
            glyph.y -= off * SIZE;
            glyph.size *= 1.0 + off;
        }
        fit(&mut found, &ink);
        for (glyph, truth) in found.iter().zip(&truth) {
            assert!((glyph.x - truth.x).abs() < 0.02 * SIZE, "{glyph:?} {truth:?}");
            assert!((glyph.y - truth.y).abs() < 0.02 * SIZE, "{glyph:?} {truth:?}");
            assert!((glyph.size - truth.size).abs() < 0.03 * SIZE, "{glyph:?} {truth:?}");
        }
    }

    #[test]
    fn a_glyph_that_touches_another_takes_the_baseline_and_the_size() {
        let (mut found, mut ink) = spaced();
        let (x, y) = (found[3].x + 0.9 * found[3].width, 35.0);
        // A stroke joins the fourth letter with the fifth.
        fill(&mut ink, (x + 8.0, y), (14.0, 0.8));
        found[3].y += 1.0;
        found[3].size *= 1.1;
        let middle = found[3].x + found[3].width / 2.0;
        fit(&mut found, &ink);
        assert!((found[3].y - 40.0).abs() < 0.3, "{}", found[3].y);
        assert!((found[3].size - SIZE).abs() < 0.6, "{}", found[3].size);
        assert!((found[3].x + found[3].width / 2.0 - middle).abs() < 0.01);
    }

    #[test]
    fn letters_of_unknown_fonts_stay_as_they_are() {
        let (mut found, mut ink) = spaced();
        ink.values.fill(0.0);
        for glyph in &found {
            fill(&mut ink, (glyph.x + glyph.width / 2.0, 34.0), (1.2, 5.5));
        }
        found[2].y += 1.0;
        let before = found.clone();
        fit(&mut found, &ink);
        assert_eq!(found, before);
    }

    #[test]
    fn any_place_and_size_is_taken() {
        let (mut found, ink) = spaced();
        let odd = [f32::NAN, f32::INFINITY, -1e30, 0.0];
        for (glyph, value) in found.iter_mut().zip(odd) {
            (glyph.x, glyph.width, glyph.size) = (value, value, value);
        }
        fit(&mut found, &ink);
        assert_eq!(found.len(), 12);
        fit(&mut [], &ink);
    }
}
