//! Damage to images of pages, as scanners and cameras do it.
//!
//! Each kind is a function of the image and of the choices of a seed. Integers and exact operations on numbers with a
//! point (sums, products, quotients, roots) decide every shade, so the same seed gives the same bytes on every machine.

mod blur;
mod grey;
mod scan;
mod shadow;
mod skew;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use texlens_stats::Choices;

pub(crate) use grey::Grey;

/// A kind of damage. Several are applied in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Damage {
    /// The page is turned by 0.5 to 2 degrees.
    Skew,
    /// The image is out of focus.
    Blur,
    /// A side of the page lies in the shade.
    Shadow,
    /// Pale ink on grey paper, noise and dust.
    Scan,
}

impl Damage {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Skew, Self::Blur, Self::Shadow, Self::Scan];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skew => "skew",
            Self::Blur => "blur",
            Self::Shadow => "shadow",
            Self::Scan => "scan",
        }
    }
}

/// The damage to one image: none, or several kinds together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Damages(pub BTreeSet<Damage>);

/// The reason why a text names no damage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no damage `{0}`; name none, skew, blur, shadow or scan, or several joined by +")]
pub struct UnknownDamage(pub String);

impl FromStr for Damages {
    type Err = UnknownDamage;

    fn from_str(text: &str) -> Result<Self, UnknownDamage> {
        if text == "none" {
            return Ok(Self::default());
        }
        let named = |name: &str| {
            let known = Damage::ALL.into_iter().find(|damage| damage.name() == name);
            known.ok_or_else(|| UnknownDamage(name.to_owned()))
        };
        text.split('+').map(named).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Damages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (index, damage) in self.0.iter().enumerate() {
            let joint = if index > 0 { "+" } else { "" };
            write!(f, "{joint}{}", damage.name())?;
        }
        Ok(())
    }
}

impl Damages {
    /// Returns a number that differs between all sets of damage, for their streams of choices.
    pub(crate) fn number(&self) -> u64 {
        self.0.iter().map(|damage| 1 << *damage as u64).sum()
    }

    /// Damages an image. Returns what takes a point of the image to its new place, as `[a, b, c, d, e, f]` with
    /// `x' = a x + b y + c` and `y' = d x + e y + f`.
    pub(crate) fn apply(&self, image: &mut Grey, choices: &mut Choices) -> [f64; 6] {
        let mut matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        for damage in &self.0 {
            match damage {
                Damage::Skew => matrix = skew::apply(image, choices),
                Damage::Blur => blur::apply(image, choices),
                Damage::Shadow => shadow::apply(image, choices),
                Damage::Scan => scan::apply(image, choices),
            }
        }
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["none", "skew", "blur+scan", "skew+blur+shadow+scan"] {
            assert_eq!(text.parse::<Damages>().unwrap().to_string(), text);
        }
        assert_eq!("scan+blur".parse::<Damages>().unwrap().to_string(), "blur+scan");
        assert_eq!("fire".parse::<Damages>(), Err(UnknownDamage("fire".to_owned())));
    }

    #[test]
    fn each_damage_changes_the_image_and_depends_on_the_seed_alone() {
        let mut page = Grey::white(120, 160);
        for (index, shade) in page.shades.iter_mut().enumerate() {
            *shade = if index / 7 % 3 == 0 { 0 } else { 255 };
        }
        for damage in Damage::ALL {
            let damages = Damages(BTreeSet::from([damage]));
            let damaged = |seed| {
                let mut image = page.clone();
                damages.apply(&mut image, &mut Choices::new(seed, 0));
                image
            };
            assert_ne!(damaged(1), page, "{damage:?}");
            assert_eq!(damaged(1), damaged(1), "{damage:?}");
            assert_ne!(damaged(1), damaged(2), "{damage:?}");
        }
    }

    #[test]
    fn a_turned_point_is_where_the_matrix_says() {
        let mut page = Grey::white(300, 400);
        for y in 50..55 {
            for x in 200..205 {
                page.shades[y * 300 + x] = 0;
            }
        }
        let damages = Damages(BTreeSet::from([Damage::Skew]));
        let [a, b, c, d, e, f] = damages.apply(&mut page, &mut Choices::new(7, 0));
        let (x, y) = (202.5, 52.5);
        let (x, y) = (a * x + b * y + c, d * x + e * y + f);
        assert!((x - 202.5).abs() > 1.0, "it has moved");
        assert!(page.shades[y as usize * 300 + x as usize] < 40);
    }
}
