//! Evens out the light on a photographed page, so that paper in a shadow looks like paper.

use std::borrow::Cow;

use super::image::GrayImage;

/// Side of the blocks whose paper is measured, in pixels: the height of a few lines of text.
const BLOCK: usize = 64;
/// Quantile of a block's greys, from dark to light, that is taken as its paper.
const PAPER: f32 = 0.85;
/// Light is uneven if a tenth of the blocks have less than this share of the light of the lightest tenth.
const EVEN: f32 = 0.75;
/// Fewest blocks of a page. A smaller image is a line or a formula, where a dark block is a large letter.
const FEW: usize = 40;
/// Grey of the darkest paper in a shadow. Darker areas are a picture, or a page with light text on dark paper.
const DARKEST: u8 = 50;

impl GrayImage {
    /// Returns the image as it would look in even light, or unchanged where the light is even. Linear in the number of
    /// pixels.
    pub(super) fn evenly_lit(&self) -> Cow<'_, Self> {
        match Light::on(self) {
            Some(light) => Cow::Owned(self.lit_by(&light)),
            None => Cow::Borrowed(self),
        }
    }

    fn lit_by(&self, light: &Light) -> Self {
        let mut pixels = self.pixels.clone();
        for (y, row) in pixels.chunks_exact_mut(self.width.max(1)).enumerate() {
            for (x, pixel) in row.iter_mut().enumerate() {
                *pixel = (f32::from(*pixel) * 255.0 / light.at(x, y)).min(255.0) as u8;
            }
        }
        Self { pixels, ..*self }
    }
}

/// The light on a page: the grey of the paper in the middle of each block.
struct Light {
    columns: usize,
    papers: Vec<u8>,
}

impl Light {
    /// Measures the light on an image; `None` if the light is even, if most of the page is dark, or if there are too
    /// few blocks.
    fn on(image: &GrayImage) -> Option<Self> {
        let (columns, rows) = (image.width.div_ceil(BLOCK), image.height.div_ceil(BLOCK));
        if columns * rows < FEW {
            return None;
        }
        let blocks = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let papers: Vec<u8> = blocks.map(|(column, row)| paper(image, column, row)).collect();
        let mut sorted = papers.clone();
        sorted.sort_unstable();
        let at = |share: usize| sorted.get(sorted.len() * share / 10).copied();
        let (dark, usual, light) = (at(1)?, at(5)?, at(9)?);
        let is_uneven = usual > DARKEST && f32::from(dark) < EVEN * f32::from(light);
        is_uneven.then_some(Self { columns, papers })
    }

    /// Returns the grey of paper at a pixel, interpolated between blocks.
    fn at(&self, x: usize, y: usize) -> f32 {
        let rows = self.papers.len() / self.columns;
        let cell = |at: usize, count: usize| {
            let place = ((at as f32 + 0.5) / BLOCK as f32 - 0.5).clamp(0.0, count.saturating_sub(1) as f32);
            (place as usize, (place as usize + 1).min(count - 1), place.fract())
        };
        let ((left, right, across), (top, bottom, down)) = (cell(x, self.columns), cell(y, rows));
        let paper = |column: usize, row: usize| f32::from(self.papers[row * self.columns + column].max(DARKEST));
        let between = |row| paper(left, row) * (1.0 - across) + paper(right, row) * across;
        between(top) * (1.0 - down) + between(bottom) * down
    }
}

/// Returns the grey of a block's paper.
fn paper(image: &GrayImage, column: usize, row: usize) -> u8 {
    let mut counts = [0u32; 256];
    let (x0, y0) = (column * BLOCK, row * BLOCK);
    let (x1, y1) = ((x0 + BLOCK).min(image.width), (y0 + BLOCK).min(image.height));
    for y in y0..y1 {
        let pixels = image.pixels.get(y * image.width + x0..y * image.width + x1);
        for &pixel in pixels.unwrap_or_default() {
            counts[usize::from(pixel)] += 1;
        }
    }
    let most = PAPER * ((x1 - x0) * (y1 - y0)) as f32;
    let mut sum = 0;
    let darker = counts.iter().take_while(|&&count| {
        sum += count;
        sum as f32 <= most
    });
    darker.count().min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strokes on paper whose light changes evenly from left to right.
    fn page(from: f32, to: f32) -> GrayImage {
        let (width, height) = (640, 320);
        let pixel = |i: usize| {
            let (x, y) = (i % width, i / width);
            let light = from + (to - from) * x as f32 / width as f32;
            let grey = if x % 13 < 3 && y % 24 < 10 { 20.0 } else { 255.0 };
            (grey * light) as u8
        };
        GrayImage::new(width, height, (0..width * height).map(pixel).collect())
    }

    #[test]
    fn a_shadow_is_taken_away() {
        let shadowed = page(0.35, 1.0);
        let even = shadowed.evenly_lit();
        let paper = (0..640).filter(|x| x % 13 >= 3).map(|x| even.pixels[5 * 640 + x]);
        assert!(paper.min().unwrap() > 205);
        let ink = (0..640).filter(|x| x % 13 < 3).map(|x| even.pixels[5 * 640 + x]);
        assert!(ink.max().unwrap() < 40);
    }

    #[test]
    fn even_light_is_left_alone() {
        for light in [1.0, 0.6] {
            assert!(matches!(page(light, light).evenly_lit(), Cow::Borrowed(_)));
        }
        assert!(matches!(page(0.9, 1.0).evenly_lit(), Cow::Borrowed(_)));
    }
}
