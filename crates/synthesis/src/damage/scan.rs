//! What a scanner does: pale ink, grey paper, noise and dust.

use texlens_stats::Choices;

use super::grey::Grey;

/// Pixels for each speck of dust.
const PIXELS_PER_SPECK: usize = 60_000;

/// Maps black to 15 to 70 and white to 225 to 250, adds noise with a deviation of 3 to 8 shades, and specks of dust of up
/// to three pixels.
pub(super) fn apply(image: &mut Grey, choices: &mut Choices) {
    let (ink, paper) = (choices.between(15, 70) as i32, choices.between(225, 250) as i32);
    let strength = choices.between(2, 5);
    for shade in &mut image.shades {
        let mapped = ink + (paper - ink) * i32::from(*shade) / 255;
        // A sum of three even draws is nearly normal.
        let noise: usize = (0..3).map(|_| choices.below(2 * strength + 1)).sum();
        *shade = (mapped + noise as i32 - 3 * strength as i32).clamp(0, 255) as u8;
    }
    for _ in 0..image.shades.len() / PIXELS_PER_SPECK {
        let (x, y) = (choices.below(image.width), choices.below(image.height));
        let (wide, tall) = (choices.between(1, 3), choices.between(1, 3));
        let dark = choices.between(40, 170) as u8;
        for row in y..(y + tall).min(image.height) {
            for column in x..(x + wide).min(image.width) {
                if let Some(shade) = image.shades.get_mut(row * image.width + column) {
                    *shade = (*shade).min(dark);
                }
            }
        }
    }
}
