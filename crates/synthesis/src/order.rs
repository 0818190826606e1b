//! What a run makes.

use texlens_latex::Difficulty;

use crate::corpus::Corpus;
use crate::damage::Damages;
use crate::settings::Settings;

/// What a run makes: pages, of which formulas, and which images of each page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The seed and the languages.
    pub settings: Settings,
    /// The number of pages.
    pub pages: usize,
    /// The difficulties that formulas may have; all if there are none.
    pub difficulties: Vec<Difficulty>,
    /// Whether formulas are used that the glyph detector may have seen in training.
    pub trained: bool,
    /// The resolution in dots per inch and the damage of each image of a page.
    pub pictures: Vec<(u16, Damages)>,
}

impl Order {
    /// Returns the resolution and the damage of each image of a page: each resolution with each damage, once.
    #[must_use]
    pub fn pictures(resolutions: &[u16], damages: &[Damages]) -> Vec<(u16, Damages)> {
        let mut pictures = Vec::new();
        for dpi in resolutions {
            for damage in damages {
                let picture = (*dpi, damage.clone());
                if !pictures.contains(&picture) {
                    pictures.push(picture);
                }
            }
        }
        pictures
    }

    /// Keeps the formulas that may be used. There may be none.
    #[must_use]
    pub fn choose(&self, mut corpus: Corpus) -> Corpus {
        if !self.trained {
            corpus = corpus.untrained();
        }
        if !self.difficulties.is_empty() {
            corpus = corpus.of_difficulty(&self.difficulties);
        }
        corpus
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_resolution_has_each_damage_once() {
        let damages: Vec<Damages> = ["none", "scan+blur", "blur+scan"]
            .map(|name| name.parse().unwrap())
            .to_vec();
        let pictures = Order::pictures(&[100, 200, 100], &damages);
        let named: Vec<String> = pictures.iter().map(|(dpi, damage)| format!("{dpi} {damage}")).collect();
        assert_eq!(named, ["100 none", "100 blur+scan", "200 none", "200 blur+scan"]);
    }
}
