//! Images cut into tiles, as Idefics3 and SmolVLM take them: the tiles row by row, then the whole image.

use super::greys::Greys;
use super::pixels::RgbImage;
use super::processor::{PreprocessError, check};
use super::resample::{Filter, resize};
use crate::tensor::{Data, Element, Tensor};

/// The longest side of an image before it is cut, whatever the configuration says.
const FULL: usize = 4096;

/// Most tiles of an image.
const MOST_TILES: usize = 512;

/// The size of an image before its sides become multiples of a tile's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TileSize {
    /// Its own.
    Own,
    /// With a longer side of this length.
    Longest(usize),
    /// This one.
    Exact { width: usize, height: usize },
}

/// Cuts images into tiles by the configuration of a model. The values equal those of the processors of `transformers`
/// that use Pillow.
#[derive(Debug, Clone, PartialEq)]
pub struct TileProcessor {
    size: TileSize,
    /// The side of a tile.
    side: usize,
    is_split: bool,
    filter: Filter,
    greys: Greys,
}

/// The tiles of an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Tiles {
    /// The number of tiles, with the one that shows the whole image.
    pub count: usize,
    /// Rows of tiles; 0 if the whole image is the only tile.
    pub rows: usize,
    /// Columns of tiles; 0 if the whole image is the only tile.
    pub columns: usize,
    /// Pixels along a side of a tile.
    pub side: usize,
    /// The values, tile by tile: all of red, all of green, all of blue, each row by row.
    pub values: Vec<f32>,
}

impl Tiles {
    /// Returns the values as a graph takes them: `[1, count, 3, side, side]`.
    #[must_use]
    pub fn into_tensor(self, element: Element) -> Tensor {
        Tensor::numbers(&[1, self.count, 3, self.side, self.side], self.values, element)
    }

    /// Returns the mask of the pixels that a tile has: all of them, since no tile of one image is padded.
    #[must_use]
    pub fn mask(&self, element: Element) -> Tensor {
        let shape = vec![1, self.count, self.side, self.side];
        let count = shape.iter().product();
        let data = match element {
            Element::Bool => Data::Bool(vec![true; count]),
            _ => Data::I64(vec![1; count]),
        };
        Tensor { shape, data }
    }
}

impl TileProcessor {
    pub(super) const fn new(size: TileSize, side: usize, is_split: bool, filter: Filter, greys: Greys) -> Self {
        Self {
            size,
            side,
            is_split,
            filter,
            greys,
        }
    }

    /// Prepares an image.
    ///
    /// # Errors
    /// If the image has no pixels, or would become too large.
    pub fn prepare(&self, image: &RgbImage) -> Result<Tiles, PreprocessError> {
        if image.pixels().is_empty() {
            return Err(PreprocessError::Empty);
        }
        let image = match self.size {
            TileSize::Own => image.clone(),
            TileSize::Longest(longest) => {
                let (width, height) = longest_side(image.width(), image.height(), longest);
                self.resized(image, width, height)?
            }
            TileSize::Exact { width, height } => self.resized(image, width, height)?,
        };
        let side = self.side;
        let (mut parts, mut rows, mut columns) = (Vec::new(), 0, 0);
        let image = if self.is_split {
            let (width, height) = multiples(image.width(), image.height(), side);
            self.resized(&image, width, height)?
        } else {
            image
        };
        if self.is_split && image.width().max(image.height()) > side {
            (rows, columns) = (image.height() / side, image.width() / side);
            if rows * columns > MOST_TILES {
                return Err(PreprocessError::TooManyTiles { tiles: rows * columns });
            }
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                parts.push(image.part((column * side) as i64, (row * side) as i64, side, side));
            }
        }
        parts.push(self.resized(&image, side, side)?);
        Ok(Tiles {
            count: parts.len(),
            rows,
            columns,
            side,
            values: parts.iter().flat_map(|part| self.greys.values(part)).collect(),
        })
    }

    fn resized(&self, image: &RgbImage, width: usize, height: usize) -> Result<RgbImage, PreprocessError> {
        check(width, height)?;
        Ok(resize(image, width, height, self.filter))
    }
}

/// Returns width and height with a longer side of this length, but of no more than [`FULL`]. The shorter one becomes even,
/// as in Python.
fn longest_side(width: usize, height: usize, longest: usize) -> (usize, usize) {
    let (shorter, is_wide) = match width >= height {
        true => (height_for(longest, width, height), true),
        false => (width_for(longest, width, height), false),
    };
    let shorter = shorter.next_multiple_of(2).max(1);
    let (width, height) = if is_wide {
        (longest, shorter)
    } else {
        (shorter, longest)
    };
    match (is_wide, longest > FULL) {
        (_, false) => (width, height),
        (true, true) => (FULL, height_for(FULL, width, height).max(1)),
        (false, true) => (width_for(FULL, width, height).max(1), FULL),
    }
}

/// Returns the height for another width, rounded down as Python does.
fn height_for(to: usize, width: usize, height: usize) -> usize {
    (to as f64 / (width as f64 / height as f64)) as usize
}

/// Returns the width for another height, rounded down as Python does.
fn width_for(to: usize, width: usize, height: usize) -> usize {
    (to as f64 * (width as f64 / height as f64)) as usize
}

/// Returns width and height as multiples of a side: first the longer one, then the other one in proportion to it.
fn multiples(width: usize, height: usize, side: usize) -> (usize, usize) {
    match width >= height {
        true => {
            let wide = width.next_multiple_of(side);
            (wide, height_for(wide, width, height).max(1).next_multiple_of(side))
        }
        false => {
            let tall = height.next_multiple_of(side);
            (width_for(tall, width, height).max(1).next_multiple_of(side), tall)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are those of the functions of `transformers`.
    #[test]
    fn sizes_are_those_of_python() {
        for (size, longest, side, scaled, whole) in [
            ((640, 480), 2048, 512, (2048, 1536), (2048, 1536)),
            ((2480, 3508), 2048, 512, (1448, 2048), (1536, 2048)),
            ((3508, 2480), 5000, 512, (4096, 2895), (4096, 3072)),
            ((1001, 7), 1536, 384, (1536, 10), (1536, 384)),
            ((7, 1001), 4999, 364, (27, 4096), (364, 4368)),
            ((1, 5000), 64, 64, (1, 64), (64, 64)),
            ((3333, 3333), 8192, 500, (4096, 4096), (4500, 4500)),
            ((612, 792), 1456, 364, (1126, 1456), (1456, 1456)),
            ((640, 481), 2047, 512, (2047, 1538), (2048, 2048)),
        ] {
            let found = longest_side(size.0, size.1, longest);
            assert_eq!(found, scaled, "{size:?}");
            assert_eq!(multiples(found.0, found.1, side), whole, "{size:?}");
        }
    }
}
