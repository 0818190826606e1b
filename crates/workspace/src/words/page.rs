//! Names of the roles of words and formulas on the page.

use crate::roles::Role;

impl Role {
    /// Returns the role's name as shown in the legend.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Heading => "heading",
            Self::InlineMath => "formula",
            Self::DisplayMath => "displayed formula",
            Self::Table => "table",
            Self::Caption => "caption",
            Self::Bibliography => "bibliography",
            Self::Figure => "figure",
            Self::FigureText => "figure text",
            Self::LeftOut => "left out",
        }
    }
}
