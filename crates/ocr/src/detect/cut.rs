//! Image files that end before their picture does, because a download broke off or a disk was full.

use image::DynamicImage;
use texlens_vocabulary::CutOff;

/// Fewest lines of a picture that are worth reading.
const FEWEST_LINES: usize = 16;
/// The value of every channel of every pixel that the JPEG decoder did not reach.
const UNDECODED: u8 = 128;

/// Returns the share of missing lines; `None` if too few lines are there to read.
fn lines(there: usize, height: usize) -> Option<CutOff> {
    if there < FEWEST_LINES.min(height) {
        return None;
    }
    let missing = height.saturating_sub(there);
    // Round up: half a percent must not be reported as nothing.
    let percent = (100 * missing).div_ceil(height.max(1));
    let percent = u8::try_from(percent.min(99)).unwrap_or(99);
    Some(CutOff::Lines { percent })
}

/// The structure of a JPEG, up to the end of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Jpeg {
    /// Whether the file reaches the end of the picture.
    pub(super) is_whole: bool,
    /// Number of passes that begin in the file.
    passes: usize,
    /// Number of lines that are coded together.
    block: usize,
}

impl Jpeg {
    /// Reads the structure by following the markers of a file. O(n).
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut jpeg = Self {
            is_whole: false,
            passes: 0,
            block: 16,
        };
        let mut at = 2;
        while let Some(marker) = next_marker(bytes, &mut at) {
            match marker {
                END => {
                    jpeg.is_whole = true;
                    break;
                }
                // These markers have no segment.
                0x00 | 0x01 | 0xd0..=0xd8 => continue,
                _ => {}
            }
            let Some(segment) = segment(bytes, at) else { break };
            match marker {
                0xda => jpeg.passes += 1,
                // Frame headers; the other markers in this range are tables.
                0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                    let components = segment.get(8..).unwrap_or_default().chunks_exact(3);
                    let tallest = components
                        .map(|component| component.get(1).map_or(1, |ratio| ratio & 15))
                        .max();
                    jpeg.block = 8 * usize::from(tallest.unwrap_or(1)).clamp(1, 4);
                }
                _ => {}
            }
            at += segment.len();
        }
        jpeg
    }

    /// Returns what is missing of the picture that was decoded from such a file, and makes its missing lines blank.
    /// Returns `None` if nothing is left.
    pub(super) fn cut_off(self, image: &mut DynamicImage) -> Option<CutOff> {
        if self.passes > 1 {
            return Some(CutOff::Detail);
        }
        let (width, height) = (image.width() as usize, image.height() as usize);
        let channels = usize::from(image.color().channel_count());
        let row = (width * channels).max(1);
        let pixels = match image {
            DynamicImage::ImageLuma8(pixels) => pixels.as_mut(),
            DynamicImage::ImageRgb8(pixels) => pixels.as_mut(),
            // The decoder gives no other formats.
            _ => return lines(0, height),
        };
        let is_there = |row: &&[u8]| row.iter().any(|&value| value != UNDECODED);
        let filled = pixels
            .chunks_exact(row)
            .rev()
            .position(|row| is_there(&row))
            .unwrap_or(height);
        if filled == 0 {
            // The file ends in the last block, or just after it.
            return lines(height, height);
        }
        // The block in which the file ends was decoded only in part.
        let there = (height - filled).saturating_sub(1) / self.block * self.block;
        pixels.get_mut(there * row..).unwrap_or_default().fill(255);
        lines(there, height)
    }
}

/// The marker that ends a picture.
const END: u8 = 0xd9;

/// Moves past the next marker, over any data before it, and returns the marker.
fn next_marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        let rest = bytes.get(*at..)?;
        let start = rest.iter().position(|&byte| byte == 0xff)?;
        let filled = rest.get(start..)?.iter().position(|&byte| byte != 0xff)?;
        let marker = *rest.get(start + filled)?;
        *at += start + filled + 1;
        // In data, a byte 0xff is followed by 0.
        if marker != 0 {
            return Some(marker);
        }
    }
}

/// Returns the segment after a marker, including its length bytes.
fn segment(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let length = bytes.get(at..at + 2)?;
    let length = usize::from(u16::from_be_bytes([*length.first()?, *length.get(1)?]));
    bytes.get(at..at + length.max(2))
}

/// Returns the decoded lines of a truncated PNG, with blank paper below, and what is missing. Returns `None` if too few
/// lines are there to read. It also returns `None` for an interlaced file: its missing data would be spread over the
/// whole picture.
pub(super) fn png(bytes: &[u8], most_bytes: usize) -> Option<(DynamicImage, Option<CutOff>)> {
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: most_bytes });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    if reader.info().interlaced {
        return None;
    }
    let (width, height) = reader.info().size();
    let color = reader.output_color_type().0;
    let size = width as usize * height as usize * color.samples();
    let mut pixels = Vec::with_capacity(size);
    let mut there = 0;
    while let Ok(Some(row)) = reader.next_row() {
        pixels.extend_from_slice(row.data());
        there += 1;
    }
    pixels.resize(size, 255);
    let image = match color {
        png::ColorType::Grayscale => image::GrayImage::from_raw(width, height, pixels).map(DynamicImage::from),
        png::ColorType::GrayscaleAlpha => {
            image::GrayAlphaImage::from_raw(width, height, pixels).map(DynamicImage::from)
        }
        png::ColorType::Rgb => image::RgbImage::from_raw(width, height, pixels).map(DynamicImage::from),
        png::ColorType::Rgba => image::RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from),
        // The transformation above removes indexed colours.
        png::ColorType::Indexed => None,
    };
    // If only data after the picture is missing, the picture is complete.
    let cut_off = match height as usize {
        height if there == height => None,
        height => Some(lines(there, height)?),
    };
    Some((image?, cut_off))
}
