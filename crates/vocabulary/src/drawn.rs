//! A formula as TeX draws it.

use serde::{Deserialize, Serialize};

/// The drawing of a formula, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// An SVG in the size and colour of the surrounding text. If the formula was compared with another, its marks have
    /// the classes [`Drawn::MATCHED`] and [`Drawn::UNMATCHED`].
    Svg(String),
    /// The formula has no ink.
    Blank,
    /// TeX cannot set the formula, with the reason.
    Failed(String),
}

impl Drawn {
    /// The CSS class of marks that the other formula has at the same place.
    pub const MATCHED: &'static str = "matched";
    /// The CSS class of marks that the other formula lacks, or has elsewhere.
    pub const UNMATCHED: &'static str = "unmatched";
}
