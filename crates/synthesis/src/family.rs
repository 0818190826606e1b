//! The font families of pages: those whose metrics and outlines the TeX engine has.

use serde::Serialize;
use texlens_stats::Choices;

/// A font family of running text. Formulas are set in the family's own letters or in Computer Modern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Computer Modern in the encoding T1 (the EC fonts, drawn by CM-Super).
    ComputerModern,
    /// The sans serif of Computer Modern.
    ComputerModernSans,
    /// Computer Modern in Knuth's encoding OT1: accented letters are two glyphs, and only English is hyphenated fully.
    Classic,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 3] = [Self::ComputerModern, Self::ComputerModernSans, Self::Classic];

    /// Draws a family.
    pub(crate) fn draw(choices: &mut Choices) -> Self {
        choices.pick([
            Self::ComputerModern,
            Self::ComputerModern,
            Self::ComputerModern,
            Self::ComputerModernSans,
        ])
    }

    /// Returns the lines of the preamble that select the family.
    pub(crate) const fn preamble(self) -> &'static str {
        match self {
            Self::ComputerModern => "\\usepackage[T1]{fontenc}\n",
            Self::ComputerModernSans => "\\usepackage[T1]{fontenc}\n\\renewcommand{\\familydefault}{\\sfdefault}\n",
            Self::Classic => "",
        }
    }
}
