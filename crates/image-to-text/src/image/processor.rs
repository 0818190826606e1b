//! Prepares images as a model was trained on them.

use super::greys::Greys;
use super::pixels::RgbImage;
use super::resample::{Filter, resize, resize_in_two_steps};
use crate::tensor::{Element, Tensor};

/// Most pixels along a side of a prepared image.
pub(super) const MOST_SIDE: usize = 8192;

/// Most values of a prepared image.
const MOST_VALUES: usize = 3 * 4096 * 4096;

/// The reason why an image cannot be prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PreprocessError {
    /// The image has no pixels.
    #[error("the image has no pixels")]
    Empty,
    /// The image would become too large.
    #[error(
        "the image would be {width} x {height} pixels for this model, which is more than {MOST_SIDE} a side or 16 megapixels; its sides are too different: cut it into parts"
    )]
    TooLarge {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The image would be cut into too many tiles.
    #[error(
        "the image would be cut into {tiles} tiles, and at most 512 are allowed: choose a larger `max_image_size` in preprocessor_config.json"
    )]
    TooManyTiles {
        /// The number of tiles.
        tiles: usize,
    },
}

/// How an image gets its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resize {
    /// To this size.
    Exact { width: usize, height: usize },
    /// To a shorter side of this length, unless the longer one becomes too long.
    Shorter { shortest: usize, longest: Option<usize> },
    /// To a longer side of this length.
    Longer { longest: usize },
}

/// A step that changes pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Removes a light margin.
    CropMargin,
    /// Turns the image clockwise if it is wide and the size is tall, or the other way round.
    AlignLongAxis { width: usize, height: usize },
    /// Scales the image.
    Resize(Resize, Filter),
    /// Makes the image smaller until it fits.
    Thumbnail { width: usize, height: usize },
    /// Adds black margins.
    Pad { width: usize, height: usize },
    /// Takes the middle, with black margins where the image is too small.
    CenterCrop { width: usize, height: usize },
}

/// Prepares images by the configuration of a model. The values equal those of the processors of `transformers` that use
/// Pillow.
#[derive(Debug, Clone, PartialEq)]
pub struct Processor {
    steps: Vec<Step>,
    greys: Greys,
}

/// A prepared image.
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// The values: all of red, all of green, all of blue, each row by row.
    pub values: Vec<f32>,
}

impl Pixels {
    /// Returns the image as a graph takes it: `[1, 3, height, width]`.
    #[must_use]
    pub fn into_tensor(self, element: Element) -> Tensor {
        Tensor::numbers(&[1, 3, self.height, self.width], self.values, element)
    }
}

impl Processor {
    pub(super) const fn new(steps: Vec<Step>, greys: Greys) -> Self {
        Self { steps, greys }
    }

    /// Prepares an image.
    ///
    /// # Errors
    /// If the image has no pixels, or would become too large.
    pub fn prepare(&self, image: &RgbImage) -> Result<Pixels, PreprocessError> {
        if image.pixels().is_empty() {
            return Err(PreprocessError::Empty);
        }
        let mut image = image.clone();
        for step in &self.steps {
            image = step.apply(&image)?;
        }
        check(image.width(), image.height())?;
        Ok(Pixels {
            width: image.width(),
            height: image.height(),
            values: self.greys.values(&image).collect(),
        })
    }
}

pub(super) fn check(width: usize, height: usize) -> Result<(), PreprocessError> {
    let values = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(3));
    let fits = width <= MOST_SIDE && height <= MOST_SIDE && values.is_some_and(|values| values <= MOST_VALUES);
    fits.then_some(()).ok_or(PreprocessError::TooLarge { width, height })
}

impl Step {
    fn apply(self, image: &RgbImage) -> Result<RgbImage, PreprocessError> {
        let (from_width, from_height) = (image.width(), image.height());
        let offset = |from: usize, to: usize| (from as i64 - to as i64).div_euclid(2);
        Ok(match self {
            Self::CropMargin => without_margin(image),
            Self::AlignLongAxis { width, height } => {
                let is_across =
                    (width < height && from_width > from_height) || (width > height && from_width < from_height);
                if is_across { image.turned() } else { image.clone() }
            }
            Self::Resize(size, filter) => {
                let (width, height) = size.of(from_width, from_height);
                // A side of a long and thin image may vanish.
                let (width, height) = (width.max(1), height.max(1));
                check(width, height)?;
                resize(image, width, height, filter)
            }
            Self::Thumbnail { width, height } => {
                let (mut to_width, mut to_height) = (width.min(from_width), height.min(from_height));
                if (to_width, to_height) == (from_width, from_height) {
                    return Ok(image.clone());
                }
                if from_height > from_width {
                    to_width = part(from_width, to_height, from_height);
                } else if from_width > from_height {
                    to_height = part(from_height, to_width, from_width);
                }
                check(to_width.max(1), to_height.max(1))?;
                // The libraries take the cubic filter here, whatever the configuration says.
                resize_in_two_steps(image, to_width.max(1), to_height.max(1), Filter::Bicubic)
            }
            Self::Pad { width, height } => {
                let (width, height) = (width.max(from_width), height.max(from_height));
                check(width, height)?;
                // numpy rounds the first margin down.
                let margin = |to: usize, from: usize| -((to - from) as i64 / 2);
                image.part(margin(width, from_width), margin(height, from_height), width, height)
            }
            Self::CenterCrop { width, height } => {
                check(width, height)?;
                image.part(offset(from_width, width), offset(from_height, height), width, height)
            }
        })
    }
}

/// Returns `length * to / from`, rounded down as Python does.
fn part(length: usize, to: usize, from: usize) -> usize {
    (length as f64 * to as f64 / from.max(1) as f64) as usize
}

impl Resize {
    /// Returns width and height of the result.
    fn of(self, width: usize, height: usize) -> (usize, usize) {
        let (short, long) = (width.min(height), width.max(height));
        let (new_short, new_long) = match self {
            Self::Exact { width, height } => return (width, height),
            Self::Shorter { shortest, longest } => {
                let new_long = part(long, shortest, short);
                match longest {
                    Some(longest) if new_long > longest => (part(shortest, longest, new_long), longest),
                    _ => (shortest, new_long),
                }
            }
            Self::Longer { longest } => (part(short, longest, long), longest),
        };
        if width <= height {
            (new_short, new_long)
        } else {
            (new_long, new_short)
        }
    }
}

/// Removes what is lighter than 200 of 255 on all sides, after the greys were stretched to the whole range.
fn without_margin(image: &RgbImage) -> RgbImage {
    let grey = |pixel: &[u8; 3]| {
        let [r, g, b] = pixel.map(u32::from);
        ((r * 19595 + g * 38470 + b * 7471 + 0x8000) >> 16) as u8
    };
    let greys: Vec<u8> = image.pixels().iter().map(grey).collect();
    let darkest = greys.iter().copied().min().unwrap_or_default();
    let lightest = greys.iter().copied().max().unwrap_or_default();
    if darkest == lightest {
        return image.clone();
    }
    let is_ink = |grey: &u8| f64::from(grey - darkest) / f64::from(lightest - darkest) * 255.0 < 200.0;
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for (y, row) in greys.chunks(image.width().max(1)).enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, grey)| is_ink(grey)) {
            left = left.min(x);
            right = right.max(x);
            top = top.min(y);
            bottom = bottom.max(y);
        }
    }
    // The darkest pixel is ink, so the sides are in order.
    image.part(left as i64, top as i64, right + 1 - left, bottom + 1 - top)
}
