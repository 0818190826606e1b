//! The font families of pages: those whose metrics and outlines the TeX engine has.

use serde::Serialize;
use texlens_stats::Choices;

/// A font family of running text. Formulas are set in Computer Modern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Computer Modern in the encoding T1 (the EC fonts, drawn by CM-Super).
    ComputerModern,
    /// The sans serif of Computer Modern.
    ComputerModernSans,
    /// TeX Gyre Termes, a Times.
    Termes,
    /// TeX Gyre Pagella, a Palatino.
    Pagella,
    /// TeX Gyre Bonum, a Bookman.
    Bonum,
    /// TeX Gyre Schola, a Century Schoolbook.
    Schola,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 6] = [
        Self::ComputerModern,
        Self::ComputerModernSans,
        Self::Termes,
        Self::Pagella,
        Self::Bonum,
        Self::Schola,
    ];

    /// Draws a family.
    pub(crate) fn draw(choices: &mut Choices) -> Self {
        choices.pick([
            Self::ComputerModern,
            Self::ComputerModern,
            Self::ComputerModern,
            Self::ComputerModern,
            Self::ComputerModernSans,
            Self::Termes,
            Self::Termes,
            Self::Pagella,
            Self::Pagella,
            Self::Bonum,
            Self::Schola,
        ])
    }

    /// Returns the lines of the preamble that select the family.
    pub(crate) const fn preamble(self) -> &'static str {
        match self {
            Self::ComputerModern => "\\usepackage[T1]{fontenc}\n",
            Self::ComputerModernSans => "\\usepackage[T1]{fontenc}\n\\renewcommand{\\familydefault}{\\sfdefault}\n",
            Self::Termes => "\\usepackage[T1]{fontenc}\n\\usepackage{tgtermes}\n",
            Self::Pagella => "\\usepackage[T1]{fontenc}\n\\usepackage{tgpagella}\n",
            Self::Bonum => "\\usepackage[T1]{fontenc}\n\\usepackage{tgbonum}\n",
            Self::Schola => "\\usepackage[T1]{fontenc}\n\\usepackage{tgschola}\n",
        }
    }
}
