//! Drawings as pixels.

use std::collections::HashMap;
use std::rc::Rc;

use texlens_dvi::Colour;
use zeno::{Command, Fill, Mask, Vector};

use crate::drawing::{Drawing, Mark, MarkKind, PAPER};
use crate::outline::{Bounds, Segment};

/// Points per inch.
const INCH: f64 = 72.0;
/// Points per pixel on which FreeType puts the points of an outline, rounding down.
const GRID: f64 = 64.0;
/// A part of a pixel by which a side can be too long since numbers are rounded.
const ROUNDING: f64 = 1e-6;
/// Maximum width and height in pixels.
const MAX_SIDE: f64 = 20_000.0;

/// The reason why a drawing cannot become pixels.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The image would be too large.
    #[error("an image of {width} by {height} pixels is too large; draw at a lower resolution")]
    Size {
        /// The width in pixels.
        width: f64,
        /// The height in pixels.
        height: f64,
    },
    /// The image cannot be encoded.
    #[error("the image cannot be written as PNG: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// The pixels of a drawing on white.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The red, green and blue components of the pixels, row by row.
    pub rgb: Vec<[u8; 3]>,
}

impl Drawing {
    /// Draws an area (in points) at a resolution in dots per inch, on white.
    ///
    /// Glyphs are drawn as pdfTeX, cairo and FreeType draw them: their places are those of a PDF file, moved to whole
    /// pixels, so that equal glyphs look equal. Points of outlines are on a grid of 64 points per pixel.
    ///
    /// # Errors
    ///
    /// If a side would be longer than 20,000 pixels.
    pub fn to_pixels(&self, area: Bounds, dpi: f64) -> Result<Pixels, PngError> {
        let scale = dpi / INCH;
        let (width, height) = ((area.x1 - area.x0) * scale, (area.y1 - area.y0) * scale);
        let whole = |side: f64| (side - ROUNDING).ceil().max(1.0);
        let (width, height) = (whole(width), whole(height));
        if !(width <= MAX_SIDE && height <= MAX_SIDE) {
            return Err(PngError::Size { width, height });
        }
        let (width, height) = (width as usize, height as usize);
        let mut pixels = Pixels {
            width,
            height,
            rgb: vec![[255; 3]; width * height],
        };
        // The paper's edges, seen from the area.
        let (left, top) = (area.x0 - PAPER.x0, area.y0 - PAPER.y0);
        let mut shapes: HashMap<(Rc<str>, u32, u64), Shape> = HashMap::new();
        for mark in &self.marks {
            let pixel = |x: f64, y: f64| ((x - area.x0) * scale, (y - area.y0) * scale);
            match &mark.kind {
                MarkKind::Rule { width, height } => {
                    let (x, y) = pixel(mark.x, mark.y);
                    let (width, height) = (width * scale, height * scale);
                    pixels.fill(&Shape::rule(x, y - height, width, height), 0, 0, mark.colour);
                }
                MarkKind::Glyph {
                    name,
                    code,
                    size,
                    printed,
                    ..
                } => {
                    // Added as by poppler and cairo, since the last digit can decide on the pixel.
                    let x = printed.0 * scale - left * scale;
                    let y = -scale * printed.1 + scale * (PAPER.y1 - PAPER.y0) - top * scale;
                    let shape = shapes
                        .entry((Rc::clone(name), *code, size.to_bits()))
                        .or_insert_with(|| Shape::glyph(mark, scale));
                    pixels.fill(shape, x.round() as i64, y.round() as i64, mark.colour);
                }
            }
        }
        Ok(pixels)
    }

    /// Writes a PNG of an area (in points) at a resolution in dots per inch; see [`Drawing::to_pixels`].
    ///
    /// # Errors
    ///
    /// If a side would be longer than 20,000 pixels.
    pub fn to_png(&self, area: Bounds, dpi: f64) -> Result<Vec<u8>, PngError> {
        let pixels = self.to_pixels(area, dpi)?;
        let size = [pixels.width, pixels.height];
        encoded(pixels.rgb.as_flattened(), size, png::ColorType::Rgb, dpi)
    }
}

/// Writes shades of grey, row by row from 0 for black to 255 for white, as PNG with a resolution in dots per inch. There
/// is one byte for each of the `width` times `height` pixels.
///
/// # Errors
///
/// If the number of bytes is another one.
pub fn grey_png(shades: &[u8], [width, height]: [usize; 2], dpi: f64) -> Result<Vec<u8>, PngError> {
    encoded(shades, [width, height], png::ColorType::Grayscale, dpi)
}

fn encoded(bytes: &[u8], [width, height]: [usize; 2], colour: png::ColorType, dpi: f64) -> Result<Vec<u8>, PngError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()?;
    Ok(file)
}

/// How much of each pixel a shape covers.
struct Shape {
    left: i64,
    top: i64,
    width: usize,
    shares: Vec<u8>,
}

impl Shape {
    /// Returns the shape of a glyph whose reference point is at the corner of a pixel.
    fn glyph(mark: &Mark, scale: f64) -> Self {
        let MarkKind::Glyph { font, code, size, .. } = &mark.kind else {
            return Self::of(&[]);
        };
        let Some(outline) = font.as_ref().and_then(|font| font.glyph(*code)) else {
            return Self::of(&[]);
        };
        let size = ((size * scale * GRID).round() / 1000.0) as f32;
        let on_grid = |length: f32| (length * size).floor() / GRID as f32;
        let point = |(x, y): (f32, f32)| Vector::new(on_grid(x), -on_grid(y));
        let mut commands = Vec::with_capacity(outline.segments.len() + 1);
        for segment in &outline.segments {
            match *segment {
                Segment::Move(to) => {
                    if !commands.is_empty() {
                        commands.push(Command::Close);
                    }
                    commands.push(Command::MoveTo(point(to)));
                }
                Segment::Line(to) => commands.push(Command::LineTo(point(to))),
                Segment::Curve(first, second, to) => {
                    commands.push(Command::CurveTo(point(first), point(second), point(to)));
                }
            }
        }
        commands.push(Command::Close);
        Self::of(&commands)
    }

    fn rule(x: f64, y: f64, width: f64, height: f64) -> Self {
        let corner = |x: f64, y: f64| Vector::new(x as f32, y as f32);
        Self::of(&[
            Command::MoveTo(corner(x, y)),
            Command::LineTo(corner(x + width, y)),
            Command::LineTo(corner(x + width, y + height)),
            Command::LineTo(corner(x, y + height)),
            Command::Close,
        ])
    }

    fn of(commands: &[Command]) -> Self {
        let (shares, placement) = Mask::new(commands).style(Fill::NonZero).render();
        Self {
            left: placement.left.into(),
            top: placement.top.into(),
            width: placement.width as usize,
            shares,
        }
    }
}

impl Pixels {
    /// Colours the pixels that a shape covers, as far as they are in the image.
    fn fill(&mut self, shape: &Shape, x: i64, y: i64, colour: Colour) {
        if shape.width == 0 {
            return;
        }
        for (row, shares) in (y + shape.top..).zip(shape.shares.chunks(shape.width)) {
            let Some(row) = usize::try_from(row).ok().filter(|row| *row < self.height) else {
                continue;
            };
            for (column, share) in (x + shape.left..).zip(shares) {
                let column = usize::try_from(column).ok().filter(|column| *column < self.width);
                let pixel = column.and_then(|column| self.rgb.get_mut(row * self.width + column));
                if let Some(pixel) = pixel {
                    for (component, ink) in pixel.iter_mut().zip(colour.0) {
                        let share = u32::from(*share);
                        let mixed = u32::from(*component) * (255 - share) + u32::from(ink) * share;
                        *component = ((mixed + 127) / 255) as u8;
                    }
                }
            }
        }
    }
}
