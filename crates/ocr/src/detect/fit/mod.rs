//! Fits glyphs to the ink. The network says which glyph stands where, to a twentieth of an em. Where a glyph's ink is
//! separate from all other ink, and the shape of its ink is known, the ink says it to a hundredth: its spread gives the
//! size, its centre the reference point, and the font the box.
//!
//! A glyph whose ink touches that of others takes the nearest size and baseline of those that were fitted. Nothing
//! changes on a page whose fonts are not known.

mod moments;
mod owners;
mod shapes;

use super::image::Ink;
use crate::Glyph;
use moments::Moments;
use shapes::{FAMILIES, Family, Rank, Shape};

/// Largest difference of a spread from that of the shape, in em.
const SPREAD: f32 = 0.025;
/// Largest relative difference of the amount of ink from that of the shape, after the page's weight is allowed for.
const WEIGHT: f32 = 0.22;
/// Largest distance of a glyph from where the network reports it, along each axis, in em.
const MOVED: f32 = 0.12;
/// Largest relative difference of two measured sizes that may be the same.
const SAME: f32 = 0.08;
/// Largest relative difference of a size from that which the network reports.
const NEAR: f32 = 0.17;
/// The same for a size that the ink shows.
const SHOWN: f32 = 0.3;
/// Letters whose capital has the same shape: only the size tells them apart.
const TWINS: &str = "cosuvwxz";
/// Largest relative difference of the height of a glyph whose ink is not separate from that of its shape: large operators
/// and delimiters have several forms.
const TALL: f32 = 0.2;
/// Least spread of a shape by which a size can be measured, in em: dots and dashes are too small.
const LARGE: f32 = 0.12;
/// Largest distance of a glyph from the baseline that it takes, in em.
const BASELINE: f32 = 0.09;
/// Distance to both sides within which fitted glyphs give a baseline, in em.
const REACH: f32 = 6.0;
/// Most fitted glyphs that are looked at for a baseline, so that a page of dust stays cheap.
const MAX_NEIGHBOURS: usize = 256;
/// Fewest glyphs by which a family of fonts is known.
const FEW: usize = 4;
/// What a glyph that a family lacks counts, when families are compared; see [`difference`].
const LACKING: f32 = 0.25;
/// Largest mean difference of a page from a family that is still known.
const KNOWN: f32 = 0.12;

/// Moves glyphs to where their ink is. O(n log n) for n glyphs, and linear in the number of pixels.
pub(super) fn fit(glyphs: &mut [Glyph], ink: &Ink) {
    let inks = owners::ink_of(glyphs, ink);
    let Some(page) = Page::of(glyphs, &inks, ink.scale) else {
        return;
    };
    let fits: Vec<Option<Glyph>> = glyphs
        .iter()
        .zip(&inks)
        .map(|(glyph, ink)| page.fitted(glyph, ink.as_ref()?))
        .collect();
    let baselines = Baselines::of(fits.iter().flatten());
    for (glyph, fit) in glyphs.iter_mut().zip(fits) {
        match fit {
            Some(fit) => *glyph = fit,
            None => page.settle(glyph, &baselines),
        }
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
    /// Returns `None` if the page's fonts are not known.
    fn of(glyphs: &[Glyph], inks: &[Option<Moments>], scale: f32) -> Option<Self> {
        let separate: Vec<(&Glyph, &Moments)> = glyphs
            .iter()
            .zip(inks)
            .filter_map(|(glyph, ink)| Some((glyph, ink.as_ref()?)))
            .collect();
        let body = body(glyphs);
        let mut page = Self {
            family: known(&separate, body)?,
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
        page.body = median(of_text.map(|(_, size)| *size).collect()).unwrap_or(page.body);
        page.sizes = measured.into_iter().map(|(_, size)| size).collect();
        page.sizes.sort_by(f32::total_cmp);
        let weights = separate.iter().filter_map(|(glyph, ink)| {
            let size = page.common(glyph.size, NEAR)?;
            Some(page.relative_ink(page.shape(glyph, size)?, ink, size))
        });
        page.weight = median(weights.collect())?;
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
        self.sizes.get(from..to).filter(|near| !near.is_empty()).map(middle)
    }

    /// Returns the size that glyphs have in common and that is nearest to one.
    fn nearest(&self, size: f32) -> Option<f32> {
        self.common(size, SAME).or_else(|| self.common(size, NEAR))
    }

    /// Returns the amount of ink, relative to the shape's.
    fn relative_ink(&self, shape: &Shape, ink: &Moments, size: f32) -> f32 {
        ink.ink() / (shape.ink * (size * self.scale).powi(2))
    }

    /// Returns the glyph where its ink is; `None` if the ink is not that of the glyph.
    fn fitted(&self, glyph: &Glyph, ink: &Moments) -> Option<Glyph> {
        let glyph = &self.cased(glyph, ink);
        let measured = self.measured(self.shape(glyph, glyph.size)?, ink);
        let size = match measured {
            Some(size) => self.common(size, SAME)?,
            None => self.nearest(glyph.size)?,
        };
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

    /// Returns the letter in the case in which the ink shows the size that the network reports.
    fn cased(&self, glyph: &Glyph, ink: &Moments) -> Glyph {
        let lower = glyph.symbol.to_lowercase();
        if lower.len() != 1 || !TWINS.contains(&lower) {
            return glyph.clone();
        }
        let upper = lower.to_uppercase();
        let other = Glyph {
            symbol: if glyph.symbol == lower { upper } else { lower },
            ..glyph.clone()
        };
        let off = |glyph: &Glyph| {
            let shown = self.measured(self.shape(glyph, glyph.size)?, ink)?;
            Some((shown / glyph.size).ln().abs())
        };
        match (off(glyph), off(&other)) {
            (Some(off), Some(other_off)) if other_off < 0.5 * off && off > NEAR => other,
            _ => glyph.clone(),
        }
    }

    /// Gives a glyph that could not be fitted the nearest size and baseline of those that were.
    fn settle(&self, glyph: &mut Glyph, baselines: &Baselines) {
        glyph.size = self.nearest(glyph.size).unwrap_or(glyph.size);
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
    }
}

/// Returns the size of the running text: the median of the larger half, since formulas have many scripts.
fn body(glyphs: &[Glyph]) -> f32 {
    let mut sizes: Vec<f32> = glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    sizes.truncate(sizes.len().div_ceil(2));
    middle(&sizes)
}

/// Returns the family from which the glyphs differ least.
fn known(separate: &[(&Glyph, &Moments)], body: f32) -> Option<&'static Family> {
    if separate.len() < FEW {
        return None;
    }
    let mean = |family: &'static Family| {
        let differences = separate.iter().map(|(glyph, ink)| {
            let shape = family.shape(&glyph.symbol, glyph.style, Rank::of(glyph.size / body));
            shape.map_or(LACKING, |shape| difference(shape, ink))
        });
        differences.sum::<f32>() / separate.len() as f32
    };
    let nearest = FAMILIES
        .iter()
        .map(|family| (mean(family), family))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    (nearest.0 < KNOWN).then_some(nearest.1)
}

/// Returns how much the proportions of the ink differ from those of a shape, whatever the size and the weight of the
/// print: the logarithm of the ratio of the slopes, at most twice [`LACKING`].
fn difference(shape: &Shape, ink: &Moments) -> f32 {
    let (across, down) = ink.spread();
    let slope = |(across, down): (f32, f32)| (across.max(0.01) / down.max(0.01)).ln();
    (slope((across, down)) - slope(shape.spread)).abs().min(2.0 * LACKING)
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
        median(near.filter(fits).take(MAX_NEIGHBOURS).map(|(y, ..)| *y).collect())
    }
}

fn is_near(size: f32, other: f32, slack: f32) -> bool {
    size < other * (1.0 + slack) && other < size * (1.0 + slack)
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    (!values.is_empty()).then(|| middle(&values))
}

/// Returns the middle one of sorted values; 0 if there are none.
fn middle(sorted: &[f32]) -> f32 {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
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
