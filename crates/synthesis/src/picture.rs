//! Images of made pages.

use texlens_draw::{PngError, grey_png};
use texlens_stats::Choices;

use crate::damage::{Damages, Grey};
use crate::page::MadePage;
use crate::settings::Settings;
use crate::stream::picture_stream;

/// An image of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The id of the sample, and the name of the file without its ending.
    pub id: String,
    /// The resolution in dots per inch.
    pub dpi: u16,
    /// The damage.
    pub damage: Damages,
    /// The width and the height in pixels.
    pub size: [usize; 2],
    /// What takes a place in points on the paper to pixels: `x' = a x + b y + c`, `y' = d x + e y + f`.
    pub matrix: [f64; 6],
    /// The PNG file.
    pub png: Vec<u8>,
}

/// Draws a page in shades of grey at a resolution in dots per inch, with damage. `id` names the picture. The same seed
/// gives the same bytes.
///
/// # Errors
///
/// If the image would be too large.
pub fn picture(
    page: &MadePage,
    id: String,
    dpi: u16,
    damage: &Damages,
    settings: &Settings,
) -> Result<Picture, PngError> {
    let mut image = Grey::of(&page.drawing.to_pixels(page.paper(), dpi.into())?);
    let mut choices = Choices::new(settings.seed, picture_stream(page.index, damage.number()));
    let [a, b, c, d, e, f] = damage.apply(&mut image, &mut choices);
    let scale = f64::from(dpi) / 72.0;
    Ok(Picture {
        id,
        dpi,
        damage: damage.clone(),
        size: [image.width, image.height],
        matrix: [a * scale, b * scale, c, d * scale, e * scale, f],
        png: grey_png(&image.shades, [image.width, image.height], dpi.into())?,
    })
}
