//! Resampling with the filters of Pillow 13, whose values are equal to the last bit.
//!
//! Models learned from images that Pillow had scaled. `fast_image_resize` and `image` have the same filters, but round
//! their weights differently, and a difference of one grey value can change a token.

use super::pixels::RgbImage;

/// A filter, under the number that Pillow and the configurations of models give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// The nearest pixel (0).
    Nearest,
    /// Lanczos with three lobes (1).
    Lanczos,
    /// Linear (2).
    Bilinear,
    /// Cubic, with -0.5 (3).
    Bicubic,
    /// The mean of the covered pixels (4).
    Box,
    /// Hamming (5).
    Hamming,
}

impl Filter {
    /// Returns the filter with Pillow's number; `None` if there is none.
    #[must_use]
    pub const fn of_number(number: u64) -> Option<Self> {
        Some(match number {
            0 => Self::Nearest,
            1 => Self::Lanczos,
            2 => Self::Bilinear,
            3 => Self::Bicubic,
            4 => Self::Box,
            5 => Self::Hamming,
            _ => return None,
        })
    }

    /// Returns the filter with Pillow's name, in any case; `None` if there is none.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "nearest" => Self::Nearest,
            "lanczos" => Self::Lanczos,
            "bilinear" | "linear" => Self::Bilinear,
            "bicubic" | "cubic" => Self::Bicubic,
            "box" => Self::Box,
            "hamming" => Self::Hamming,
            _ => return None,
        })
    }

    /// Returns the distance in pixels of the target up to which a pixel counts.
    const fn support(self) -> f64 {
        match self {
            Self::Nearest | Self::Box => 0.5,
            Self::Bilinear | Self::Hamming => 1.0,
            Self::Bicubic => 2.0,
            Self::Lanczos => 3.0,
        }
    }

    fn weight(self, x: f64) -> f64 {
        match self {
            Self::Nearest | Self::Box => f64::from(x > -0.5 && x <= 0.5),
            Self::Bilinear => (1.0 - x.abs()).max(0.0),
            Self::Hamming => match x.abs() {
                0.0 => 1.0,
                x if x >= 1.0 => 0.0,
                x => {
                    let x = x * std::f64::consts::PI;
                    libm::sin(x) / x * (0.54 + 0.46 * libm::cos(x))
                }
            },
            Self::Bicubic => {
                const A: f64 = -0.5;
                let x = x.abs();
                if x < 1.0 {
                    ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0
                } else if x < 2.0 {
                    (((x - 5.0) * x + 8.0) * x - 4.0) * A
                } else {
                    0.0
                }
            }
            Self::Lanczos => match x {
                x if (-3.0..3.0).contains(&x) => sinc(x) * sinc(x / 3.0),
                _ => 0.0,
            },
        }
    }
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    let x = x * std::f64::consts::PI;
    libm::sin(x) / x
}

/// Binary digits after the point of Pillow's weights.
const PRECISION: u32 = 32 - 8 - 2;

/// The weights of the source pixels for one target pixel.
struct Weights {
    first: usize,
    values: Vec<i32>,
}

/// Returns the weights for each target pixel along one side. `span` is the used length of the source in pixels; it is a
/// 32-bit number in Pillow.
fn weights(source: usize, span: f32, target: usize, filter: Filter) -> Vec<Weights> {
    let scale = f64::from(span) / target as f64;
    let stretch = scale.max(1.0);
    let support = filter.support() * stretch;
    let narrowing = 1.0 / stretch;
    (0..target)
        .map(|at| {
            let centre = (at as f64 + 0.5) * scale;
            let first = (centre - support + 0.5).max(0.0) as usize;
            let end = ((centre + support + 0.5) as usize).min(source);
            let raw: Vec<f64> = (first..end)
                .map(|x| filter.weight((x as f64 - centre + 0.5) * narrowing))
                .collect();
            let sum: f64 = raw.iter().sum();
            let fixed = |weight: f64| {
                let weight = if sum == 0.0 { weight } else { weight / sum };
                let scaled = weight * f64::from(1 << PRECISION);
                (if weight < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i32
            };
            Weights {
                first,
                values: raw.into_iter().map(fixed).collect(),
            }
        })
        .collect()
}

fn rounded(sum: i32) -> u8 {
    (sum >> PRECISION).clamp(0, 255) as u8
}

/// Resamples an image to `width` × `height` pixels, as `Image.resize` of Pillow does.
#[must_use]
pub fn resize(image: &RgbImage, width: usize, height: usize, filter: Filter) -> RgbImage {
    let (span_x, span_y) = (image.width() as f32, image.height() as f32);
    resize_part(image, span_x, span_y, width, height, filter)
}

/// Does the same as `Image.resize` with `reducing_gap=2`, which first takes the mean of whole blocks of pixels if the
/// image becomes much smaller.
#[must_use]
pub fn resize_in_two_steps(image: &RgbImage, width: usize, height: usize, filter: Filter) -> RgbImage {
    let factor = |from: usize, to: usize| match to {
        0 => 1,
        to => ((from as f64 / to as f64 / 2.0) as usize).max(1),
    };
    let (x, y) = (factor(image.width(), width), factor(image.height(), height));
    if filter == Filter::Nearest || (x == 1 && y == 1) {
        return resize(image, width, height, filter);
    }
    let reduced = reduce(image, x, y);
    let span = |length: usize, factor: usize| (length as f64 / factor as f64) as f32;
    let (span_x, span_y) = (span(image.width(), x), span(image.height(), y));
    resize_part(&reduced, span_x, span_y, width, height, filter)
}

fn resize_part(image: &RgbImage, span_x: f32, span_y: f32, width: usize, height: usize, filter: Filter) -> RgbImage {
    if width == 0 || height == 0 || image.width() == 0 || image.height() == 0 {
        return RgbImage::filled(width, height, [0; 3]);
    }
    let is_whole = span_x == image.width() as f32 && span_y == image.height() as f32;
    if filter == Filter::Nearest {
        return nearest(image, width, height);
    }
    if is_whole && (width, height) == (image.width(), image.height()) {
        return image.clone();
    }
    let is_narrowed = width != image.width() || span_x != image.width() as f32;
    let is_lowered = height != image.height() || span_y != image.height() as f32;
    let across = |image: &RgbImage| match is_narrowed {
        true => across(image, &weights(image.width(), span_x, width, filter)),
        false => image.clone(),
    };
    let down = |image: &RgbImage| match is_lowered {
        true => down(image, &weights(image.height(), span_y, height, filter)),
        false => image.clone(),
    };
    // The order matters, because values are rounded in between. Before version 13, Pillow always began with the rows.
    let (less_x, less_y) = (
        image.width() as i64 - width as i64,
        image.height() as i64 - height as i64,
    );
    match less_y > 0 && less_y > 2 * less_x {
        true => across(&down(image)),
        false => down(&across(image)),
    }
}

fn across(image: &RgbImage, weights: &[Weights]) -> RgbImage {
    let mut out = RgbImage::filled(weights.len(), image.height(), [0; 3]);
    for y in 0..image.height() {
        let row = image.row(y);
        for (target, weights) in out.row_mut(y).iter_mut().zip(weights) {
            let mut sums = [1 << (PRECISION - 1); 3];
            for (pixel, weight) in row.iter().skip(weights.first).zip(&weights.values) {
                add(&mut sums, *pixel, *weight);
            }
            *target = sums.map(rounded);
        }
    }
    out
}

fn down(image: &RgbImage, weights: &[Weights]) -> RgbImage {
    let mut out = RgbImage::filled(image.width(), weights.len(), [0; 3]);
    let mut sums = vec![[0; 3]; image.width()];
    for (y, weights) in weights.iter().enumerate() {
        sums.fill([1 << (PRECISION - 1); 3]);
        for (from, weight) in (weights.first..).zip(&weights.values) {
            for (sums, pixel) in sums.iter_mut().zip(image.row(from)) {
                add(sums, *pixel, *weight);
            }
        }
        for (target, sums) in out.row_mut(y).iter_mut().zip(&sums) {
            *target = sums.map(rounded);
        }
    }
    out
}

fn add(sums: &mut [i32; 3], pixel: [u8; 3], weight: i32) {
    for (sum, value) in sums.iter_mut().zip(pixel) {
        *sum = sum.wrapping_add(i32::from(value).wrapping_mul(weight));
    }
}

fn nearest(image: &RgbImage, width: usize, height: usize) -> RgbImage {
    let places = |from: usize, to: usize| -> Vec<usize> {
        let step = from as f64 / to as f64;
        // Pillow adds up the steps, so the rounding does, too.
        let places = std::iter::successors(Some(step * 0.5), |at| Some(at + step));
        places.take(to).map(|at| (at as usize).min(from - 1)).collect()
    };
    let (columns, rows) = (places(image.width(), width), places(image.height(), height));
    let mut out = RgbImage::filled(width, height, [0; 3]);
    for (y, from) in rows.into_iter().enumerate() {
        let row = image.row(from);
        for (target, x) in out.row_mut(y).iter_mut().zip(&columns) {
            *target = row.get(*x).copied().unwrap_or_default();
        }
    }
    out
}

/// Returns the means of blocks of `x` × `y` pixels, as `Image.reduce` of Pillow does. Blocks at the right and lower edge
/// may be smaller.
fn reduce(image: &RgbImage, x: usize, y: usize) -> RgbImage {
    let mut out = RgbImage::filled(image.width().div_ceil(x), image.height().div_ceil(y), [0; 3]);
    for to in 0..out.height() {
        let rows = to * y..((to + 1) * y).min(image.height());
        let mut targets: Vec<([u32; 3], u32)> = vec![([0; 3], 0); out.width()];
        for row in rows {
            for ((sums, count), block) in targets.iter_mut().zip(image.row(row).chunks(x)) {
                for pixel in block {
                    for (sum, value) in sums.iter_mut().zip(pixel) {
                        *sum += u32::from(*value);
                    }
                }
                *count += block.len() as u32;
            }
        }
        for (target, (sums, count)) in out.row_mut(to).iter_mut().zip(targets) {
            *target = sums.map(|sum| mean(sum, count));
        }
    }
    out
}

/// Divides as Pillow does: by a multiplication with a 32-bit number.
fn mean(sum: u32, count: u32) -> u8 {
    let multiplier = (4_294_967_296.0_f32 / (256.0 * count.max(1) as f32)) as u32;
    ((sum + count / 2).wrapping_mul(multiplier) >> 24) as u8
}
