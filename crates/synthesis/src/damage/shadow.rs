//! A shadow over a side of the page.

use texlens_stats::Choices;

use super::grey::Grey;

/// Parts of a whole in which the light is measured.
const WHOLE: u64 = 1024;

/// Darkens the image towards one of its edges: by 30 to 60 % at the edge, and less with the square of the distance, up
/// to a third to three quarters of the way to the other edge.
pub(super) fn apply(image: &mut Grey, choices: &mut Choices) {
    let depth = choices.between(300, 600) as u64 * WHOLE / 1000;
    let reach = choices.between(33, 75) as u64;
    let edge = choices.below(4);
    let (width, height) = (image.width as u64, image.height as u64);
    let length = if edge < 2 { width } else { height };
    let reach = (length * reach / 100).max(1);
    let mut shades = image.shades.iter_mut();
    for y in 0..height {
        for x in 0..width {
            let distance = [x, width - 1 - x, y, height - 1 - y]
                .get(edge)
                .copied()
                .unwrap_or_default();
            let near = WHOLE - (distance * WHOLE / reach).min(WHOLE);
            let light = WHOLE - depth * near / WHOLE * near / WHOLE;
            if let Some(shade) = shades.next() {
                *shade = (u64::from(*shade) * light / WHOLE) as u8;
            }
        }
    }
}
