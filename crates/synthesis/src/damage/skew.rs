//! A page that was laid askew.

use texlens_stats::Choices;

use super::grey::Grey;

/// Turns the image about its centre, by an angle whose tangent is 9 to 35 thousandths (0.5 to 2 degrees). New corners are
/// white. Shades are interpolated between four pixels. Returns what takes a point to its new place.
pub(super) fn apply(image: &mut Grey, choices: &mut Choices) -> [f64; 6] {
    let tangent = choices.between(9, 35) as f64 / 1000.0;
    let tangent = if choices.chance(1, 2) { tangent } else { -tangent };
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = tangent * cosine;
    let (middle, centre) = (image.width as f64 / 2.0, image.height as f64 / 2.0);
    let source = image.clone();
    let mut shades = image.shades.iter_mut();
    for row in 0..source.height {
        let down = row as f64 + 0.5 - centre;
        for column in 0..source.width {
            let right = column as f64 + 0.5 - middle;
            // The centre of a pixel is half a pixel from its corner.
            let x = cosine * right + sine * down + middle - 0.5;
            let y = cosine * down - sine * right + centre - 0.5;
            if let Some(shade) = shades.next() {
                *shade = between(&source, x, y);
            }
        }
    }
    [
        cosine,
        -sine,
        middle - cosine * middle + sine * centre,
        sine,
        cosine,
        centre - sine * middle - cosine * centre,
    ]
}

fn between(image: &Grey, x: f64, y: f64) -> u8 {
    let (left, top) = (x.floor(), y.floor());
    let (right, below) = (x - left, y - top);
    let (left, top) = (left as i64, top as i64);
    let at = |x, y| f64::from(image.at(x, y));
    let above = at(left, top) * (1.0 - right) + at(left + 1, top) * right;
    let under = at(left, top + 1) * (1.0 - right) + at(left + 1, top + 1) * right;
    (above * (1.0 - below) + under * below + 0.5) as u8
}
