//! An image out of focus.

use texlens_stats::Choices;

use super::grey::Grey;

/// Weights of five pixels in a row: nearly a Gaussian with a deviation of one pixel.
const WEIGHTS: [(i64, u32); 5] = [(-2, 1), (-1, 4), (0, 6), (1, 4), (2, 1)];
const SUM: u32 = 16;

/// Blurs the image one to three times, along rows and then along columns. Three times have a deviation of 1.7 pixels. Ink
/// becomes paler by up to 5 %.
pub(super) fn apply(image: &mut Grey, choices: &mut Choices) {
    for _ in 0..choices.between(1, 3) {
        pass(image, (1, 0));
        pass(image, (0, 1));
    }
    // Scattered light makes ink paler.
    let lift = choices.between(0, 12) as u32;
    for shade in &mut image.shades {
        *shade = (u32::from(*shade) * (255 - lift) / 255 + lift) as u8;
    }
}

fn pass(image: &mut Grey, (right, down): (i64, i64)) {
    let source = image.clone();
    let mut shades = image.shades.iter_mut();
    for y in 0..source.height as i64 {
        for x in 0..source.width as i64 {
            let weighted = WEIGHTS.iter().map(|(step, weight)| {
                let shade = source.at(x + step * right, y + step * down);
                u32::from(shade) * weight
            });
            if let Some(shade) = shades.next() {
                *shade = ((weighted.sum::<u32>() + SUM / 2) / SUM) as u8;
            }
        }
    }
}
