//! The colour specials of dvips, which LaTeX's packages write for DVI output.

/// Maximum number of nested colours; deeper ones are ignored.
const MAX_DEPTH: usize = 10_000;

/// A colour: the shares of red, green and blue, from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// The colour of text.
    pub const BLACK: Self = Self([0; 3]);
}

/// The colours that were set and not yet undone.
#[derive(Debug, Default)]
pub(crate) struct Colours(Vec<Colour>);

impl Colours {
    pub(crate) fn current(&self) -> Colour {
        self.0.last().copied().unwrap_or(Colour::BLACK)
    }

    /// Carries out `color push MODEL NUMBERS` and `color pop`. Other specials have no effect.
    pub(crate) fn apply(&mut self, special: &[u8]) {
        let special = String::from_utf8_lossy(special);
        let mut words = special.split_ascii_whitespace();
        if words.next() != Some("color") {
            return;
        }
        match words.next() {
            Some("push") if self.0.len() < MAX_DEPTH => self.0.push(parse(words)),
            Some("pop") => {
                self.0.pop();
            }
            _ => {}
        }
    }
}

/// Reads a colour model and its numbers. A colour by name is black: LaTeX's packages write no names.
fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Colour {
    let model = words.next();
    let shares: Vec<f64> = words.map_while(|word| word.parse().ok()).collect();
    let shade = |share: f64| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
    match (model, shares.as_slice()) {
        (Some("gray"), [grey]) => Colour([shade(*grey); 3]),
        (Some("rgb"), [red, green, blue]) => Colour([*red, *green, *blue].map(shade)),
        (Some("cmyk"), [cyan, magenta, yellow, black]) => {
            Colour([*cyan, *magenta, *yellow].map(|share| shade((1.0 - share) * (1.0 - black))))
        }
        _ => Colour::BLACK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_nest() {
        let mut colours = Colours::default();
        let mut after = |special: &str| {
            colours.apply(special.as_bytes());
            colours.current().0
        };
        assert_eq!(after("color push rgb 0 0.2 1"), [0, 51, 255]);
        assert_eq!(after("color push gray 1"), [255; 3]);
        assert_eq!(after("papersize=5in,4in"), [255; 3]);
        assert_eq!(after("color pop"), [0, 51, 255]);
        assert_eq!(after("color push cmyk 0 1 1 0"), [255, 0, 0]);
        assert_eq!(after("color pop"), [0, 51, 255]);
        assert_eq!(after("color pop"), [0; 3]);
        assert_eq!(after("color pop"), [0; 3]);
    }
}
