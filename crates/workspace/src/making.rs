//! Made pages before they are made: the form as typed, and what the worker gets of it.

use serde::{Deserialize, Serialize};

/// The languages of pages, by the names of the command.
pub const LANGUAGES: [&str; 4] = ["english", "german", "french", "spanish"];
/// The difficulties of formulas, by the names of the command.
pub const DIFFICULTIES: [&str; 3] = ["simple", "average", "hard"];
/// The kinds of damage, by the names of the command.
pub const DAMAGES: [&str; 4] = ["skew", "blur", "shadow", "scan"];
/// An image without damage.
pub const UNDAMAGED: &str = "none";
/// Maximum number of pages.
pub const MOST_PAGES: usize = 10_000;

/// The form as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakeForm {
    /// The seed.
    pub seed: String,
    /// The number of pages.
    pub pages: String,
    /// Whether pages may have each of [`LANGUAGES`].
    pub languages: [bool; 4],
    /// Whether formulas may have each of [`DIFFICULTIES`].
    pub difficulties: [bool; 3],
    /// Whether formulas of the training are used.
    pub trained: bool,
    /// The resolutions, separated by commas.
    pub dpi: String,
    /// The damage of each image, separated by commas.
    pub damage: String,
}

impl Default for MakeForm {
    fn default() -> Self {
        Self {
            seed: "1".to_owned(),
            pages: "10".to_owned(),
            languages: [true; 4],
            difficulties: [true; 3],
            trained: false,
            dpi: "150".to_owned(),
            damage: UNDAMAGED.to_owned(),
        }
    }
}

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MakeField {
    /// The seed.
    Seed,
    /// The number of pages.
    Pages,
    /// The languages.
    Languages,
    /// The difficulties.
    Difficulties,
    /// The resolutions.
    Dpi,
    /// The damage.
    Damage,
}

/// What the worker makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MakeOrder {
    /// The seed.
    pub seed: u64,
    /// The number of pages.
    pub pages: usize,
    /// The languages, of [`LANGUAGES`].
    pub languages: Vec<String>,
    /// The difficulties, of [`DIFFICULTIES`].
    pub difficulties: Vec<String>,
    /// Whether formulas of the training are used.
    pub trained: bool,
    /// The resolutions in dots per inch.
    pub dpi: Vec<u16>,
    /// The damage of each image: [`UNDAMAGED`], or kinds joined by `+`.
    pub damage: Vec<String>,
}

impl MakeForm {
    /// Reads the form.
    ///
    /// # Errors
    ///
    /// The first field that cannot be used.
    pub fn order(&self) -> Result<MakeOrder, MakeField> {
        let whole = |text: &str| text.trim().parse::<u64>().ok();
        let pages = whole(&self.pages).and_then(|pages| usize::try_from(pages).ok());
        Ok(MakeOrder {
            seed: whole(&self.seed).ok_or(MakeField::Seed)?,
            pages: pages
                .filter(|pages| (1..=MOST_PAGES).contains(pages))
                .ok_or(MakeField::Pages)?,
            languages: chosen(&LANGUAGES, &self.languages).ok_or(MakeField::Languages)?,
            difficulties: chosen(&DIFFICULTIES, &self.difficulties).ok_or(MakeField::Difficulties)?,
            trained: self.trained,
            dpi: items(&self.dpi)
                .map(|dpi| dpi.parse().ok().filter(|dpi| *dpi > 0))
                .collect::<Option<_>>()
                .ok_or(MakeField::Dpi)?,
            damage: items(&self.damage)
                .map(|damage| is_damage(damage).then(|| damage.to_owned()))
                .collect::<Option<_>>()
                .ok_or(MakeField::Damage)?,
        })
    }
}

fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim)
}

fn is_damage(text: &str) -> bool {
    text == UNDAMAGED || text.split('+').all(|kind| DAMAGES.contains(&kind))
}

/// Returns the chosen names; `None` if there are none.
fn chosen(names: &[&str], choice: &[bool]) -> Option<Vec<String>> {
    let chosen = names.iter().zip(choice).filter(|(_, is_chosen)| **is_chosen);
    let chosen: Vec<String> = chosen.map(|(name, _)| (*name).to_owned()).collect();
    (!chosen.is_empty()).then_some(chosen)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use texlens_synthesis as synthesis;

    use super::*;

    #[test]
    fn the_names_are_those_of_the_command() {
        assert_eq!(LANGUAGES, synthesis::Language::ALL.map(synthesis::Language::name));
        assert_eq!(DAMAGES, synthesis::Damage::ALL.map(synthesis::Damage::name));
        let difficulties = synthesis::Difficulty::ALL.map(|difficulty| difficulty.to_string());
        assert_eq!(DIFFICULTIES.map(str::to_owned), difficulties);
        assert_eq!(MOST_PAGES, synthesis::MOST_PAGES);
    }

    #[test]
    fn the_first_form_asks_for_ten_undamaged_pages() {
        let order = MakeForm::default().order().unwrap();
        assert_eq!((order.seed, order.pages), (1, 10));
        assert_eq!((order.dpi, order.damage), (vec![150], vec![UNDAMAGED.to_owned()]));
        assert_eq!(order.languages, LANGUAGES);
    }

    #[test]
    fn each_wrong_field_is_named() {
        type Edit = fn(&mut MakeForm);
        let wrong: [(MakeField, Edit); 9] = [
            (MakeField::Seed, |form| form.seed = "-1".to_owned()),
            (MakeField::Pages, |form| form.pages = "0".to_owned()),
            (MakeField::Pages, |form| form.pages = "10001".to_owned()),
            (MakeField::Languages, |form| form.languages = [false; 4]),
            (MakeField::Difficulties, |form| form.difficulties = [false; 3]),
            (MakeField::Dpi, |form| form.dpi = "100, 0".to_owned()),
            (MakeField::Dpi, |form| form.dpi = String::new()),
            (MakeField::Damage, |form| form.damage = "none, fire".to_owned()),
            (MakeField::Damage, |form| form.damage = "blur+none".to_owned()),
        ];
        for (field, edit) in wrong {
            let mut form = MakeForm::default();
            edit(&mut form);
            assert_eq!(form.order(), Err(field));
        }
        let form = MakeForm {
            damage: "none, skew+scan".to_owned(),
            ..MakeForm::default()
        };
        assert_eq!(form.order().unwrap().damage, ["none", "skew+scan"]);
    }
}
