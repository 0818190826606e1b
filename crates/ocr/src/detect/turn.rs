//! Turns an image: by quarter turns exactly, by the remaining angle with interpolation.

use std::borrow::Cow;

use super::image::GrayImage;

/// Splits an angle into quarter turns clockwise, 0 to 3, and degrees clockwise between -45 and 45.
fn split(degrees: f32) -> (u8, f32) {
    let quarters = (degrees / 90.0).round();
    (quarters.rem_euclid(4.0) as u8, degrees - 90.0 * quarters)
}

/// Returns the width and height of an image after a turn by an angle in degrees.
#[must_use]
pub fn turned_size(size: (u32, u32), degrees: f32) -> (u32, u32) {
    let (quarters, rest) = split(degrees);
    let (w, h) = if quarters % 2 == 1 { (size.1, size.0) } else { size };
    if rest == 0.0 {
        return (w, h);
    }
    let (sin, cos) = rest.to_radians().sin_cos();
    let (w, h) = (w as f32, h as f32);
    let length = |across: f32, down: f32| (across * cos.abs() + down * sin.abs()).ceil() as u32;
    (length(w, h), length(h, w))
}

impl GrayImage {
    /// Returns the image turned clockwise about its middle by an angle in degrees. The result is large enough that
    /// nothing is cut off; added pixels are paper.
    pub(super) fn turned(&self, degrees: f32) -> Cow<'_, Self> {
        let (quarters, rest) = split(degrees);
        let quartered = match quarters {
            0 => Cow::Borrowed(self),
            quarters => Cow::Owned(self.quartered(quarters)),
        };
        if rest == 0.0 {
            quartered
        } else {
            Cow::Owned(quartered.tilted(rest))
        }
    }

    /// Turns the image by one to three quarters.
    fn quartered(&self, quarters: u8) -> Self {
        let (w, h) = (self.width, self.height);
        let (width, height) = if quarters == 2 { (w, h) } else { (h, w) };
        let source = |x: usize, y: usize| match quarters {
            1 => (y, h - 1 - x),
            2 => (w - 1 - x, h - 1 - y),
            _ => (w - 1 - y, x),
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| source(x, y)));
        Self::new(width, height, places.map(|(x, y)| self.pixels[y * w + x]).collect())
    }

    /// Turns the image by less than a quarter.
    fn tilted(&self, degrees: f32) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (w, h) = (self.width as f32, self.height as f32);
        let (width, height) = turned_size((self.width as u32, self.height as u32), degrees);
        let (width, height) = (width as usize, height as usize);
        let paper = self.tone().paper();
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let down = y as f32 + 0.5 - height as f32 / 2.0;
            for x in 0..width {
                let right = x as f32 + 0.5 - width as f32 / 2.0;
                let from = (right * cos + down * sin + w / 2.0, down * cos - right * sin + h / 2.0);
                pixels.push(self.between(from.0 - 0.5, from.1 - 0.5, paper));
            }
        }
        Self::new(width, height, pixels)
    }

    /// Returns the interpolated value at a position between pixels.
    fn between(&self, x: f32, y: f32, paper: u8) -> u8 {
        let (left, top) = (x.floor(), y.floor());
        if left < -1.0 || top < -1.0 || left >= self.width as f32 || top >= self.height as f32 {
            return paper;
        }
        let (left, top, right, down) = (left as isize, top as isize, x - left, y - top);
        let at = |x: isize, y: isize| {
            let inside = (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y);
            let value = inside
                .then(|| self.pixels.get(y as usize * self.width + x as usize))
                .flatten();
            f32::from(value.copied().unwrap_or(paper))
        };
        let row = |y| at(left, y) * (1.0 - right) + at(left + 1, y) * right;
        (row(top) * (1.0 - down) + row(top + 1) * down + 0.5) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: usize, pixels: &[u8]) -> GrayImage {
        GrayImage::new(width, pixels.len() / width, pixels.to_vec())
    }

    #[test]
    fn quarters_are_exact_and_clockwise() {
        let plain = image(3, &[1, 2, 3, 4, 5, 6]);
        assert_eq!(*plain.turned(90.0), image(2, &[4, 1, 5, 2, 6, 3]));
        assert_eq!(*plain.turned(180.0), image(3, &[6, 5, 4, 3, 2, 1]));
        assert_eq!(*plain.turned(-90.0), image(2, &[3, 6, 2, 5, 1, 4]));
        assert_eq!(*plain.turned(0.0), plain);
    }

    #[test]
    fn a_tilted_image_comes_back() {
        let (width, height) = (120, 80);
        let mut plain = image(width, &vec![255; width * height]);
        for y in 30..50 {
            plain.pixels[y * width + 20..y * width + 100].fill(0);
        }
        let tilted = plain.turned(7.0).into_owned();
        assert!(
            tilted.width > 120 && tilted.height > 90,
            "{} x {}",
            tilted.width,
            tilted.height
        );
        // Clockwise: the right end of the bar is lower.
        let lowest = |x: usize| (0..tilted.height).rfind(|y| tilted.pixels[y * tilted.width + x] < 128);
        assert!(lowest(tilted.width - 40) > lowest(40));
        let back = tilted.turned(-7.0).into_owned();
        let (left, top) = ((back.width - width) / 2, (back.height - height) / 2);
        let at = |x: usize, y: usize| back.pixels[(top + y) * back.width + left + x];
        assert!(at(60, 40) < 10 && at(25, 35) < 60 && at(95, 45) < 60);
        assert!(at(60, 25) > 245 && at(10, 40) > 245 && at(110, 40) > 245);
    }
}
