//! The page image: roles of what was read on it.

use crate::roles::Role;

impl Role {
    /// For a person.
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
