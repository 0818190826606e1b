//! Images of red, green and blue values.

/// An image of eight bits a channel, row by row, from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RgbImage {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl RgbImage {
    /// Creates an image from `width * height` pixels. Returns `None` if there is another number of them.
    #[must_use]
    pub fn new(width: usize, height: usize, pixels: Vec<[u8; 3]>) -> Option<Self> {
        (width.checked_mul(height) == Some(pixels.len())).then_some(Self { width, height, pixels })
    }

    /// Creates an image of one colour.
    #[must_use]
    pub fn filled(width: usize, height: usize, colour: [u8; 3]) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    /// Pixels across.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The pixels, row by row.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// The pixels of a row, empty below the image.
    #[must_use]
    pub fn row(&self, y: usize) -> &[[u8; 3]] {
        let start = y.saturating_mul(self.width);
        self.pixels
            .get(start..start.saturating_add(self.width))
            .unwrap_or_default()
    }

    pub(super) fn row_mut(&mut self, y: usize) -> &mut [[u8; 3]] {
        let start = y.saturating_mul(self.width);
        self.pixels
            .get_mut(start..start.saturating_add(self.width))
            .unwrap_or_default()
    }

    /// Returns the part of `width` × `height` pixels whose top left pixel is (`left`, `top`). Pixels outside the image are
    /// black.
    pub(crate) fn part(&self, left: i64, top: i64, width: usize, height: usize) -> Self {
        let mut part = Self::filled(width, height, [0; 3]);
        for (y, from) in (0..height).zip(top..) {
            let Ok(from) = usize::try_from(from) else { continue };
            let row = self.row(from);
            for (target, x) in part.row_mut(y).iter_mut().zip(left..) {
                let pixel = usize::try_from(x).ok().and_then(|x| row.get(x));
                *target = pixel.copied().unwrap_or_default();
            }
        }
        part
    }

    /// Returns the image turned clockwise by a quarter.
    pub(super) fn turned(&self) -> Self {
        let (width, height) = (self.height, self.width);
        let mut turned = Self::filled(width, height, [0; 3]);
        for y in 0..height {
            for (x, target) in turned.row_mut(y).iter_mut().enumerate() {
                let row = self.row(self.height - 1 - x);
                *target = row.get(y).copied().unwrap_or_default();
            }
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_lie_outside_and_a_turn_is_clockwise() {
        let image = RgbImage::new(2, 1, vec![[1; 3], [2; 3]]).unwrap();
        assert_eq!(image.turned(), RgbImage::new(1, 2, vec![[1; 3], [2; 3]]).unwrap());
        let part = image.part(1, -1, 2, 2);
        assert_eq!(part.pixels(), [[0; 3], [0; 3], [2; 3], [0; 3]]);
        assert!(RgbImage::new(2, 2, Vec::new()).is_none());
    }
}
