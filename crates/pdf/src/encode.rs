//! Encoding of pixels as PNG.

use hayro::vello_cpu::Pixmap;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter, PixelDimensions, Unit};

/// Metres per inch.
const INCH: f64 = 0.0254;

/// Encodes an opaque image with its resolution, in shades of grey if the image has no colour.
pub(crate) fn png(pixmap: &Pixmap, dpi: u16) -> Result<Vec<u8>, EncodingError> {
    let pixels = pixmap.data();
    let is_grey = pixels.iter().all(|pixel| pixel.r == pixel.g && pixel.g == pixel.b);
    let (color, samples): (_, Vec<u8>) = if is_grey {
        (ColorType::Grayscale, pixels.iter().map(|pixel| pixel.r).collect())
    } else {
        let samples = pixels.iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]);
        (ColorType::Rgb, samples.collect())
    };
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, pixmap.width().into(), pixmap.height().into());
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    // Printed pages repeat the same letters, which filters would hide. Without filters, the file has half the size and
    // takes less time.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(4));
    encoder.set_pixel_dims(Some(dots(dpi)));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&samples)?;
    writer.finish()?;
    Ok(png)
}

fn dots(dpi: u16) -> PixelDimensions {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below three millions"
    )]
    let per_metre = (f64::from(dpi) / INCH).round() as u32;
    PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }
}
