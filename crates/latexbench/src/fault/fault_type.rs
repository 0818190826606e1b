//! The types of faults.

use serde::{Deserialize, Serialize};

/// A type of fault, from the paper's closed set (section 3.1, names of appendix D).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FaultType {
    /// Images are included, but graphicx is not loaded.
    #[serde(rename = "Package Missing (graphicx)")]
    PackageMissing,
    /// A figure stands in a table environment.
    #[serde(rename = "Wrong Env (figure->table)")]
    WrongEnvironment,
    /// A chapter in a class without chapters.
    #[serde(rename = "Illegal Sectioning (chapter in article)")]
    IllegalSectioning,
    /// A reference whose label is missing, is set twice, or belongs to another kind of part than the text says.
    #[serde(rename = "Label Mismatch")]
    LabelMismatch,
    /// `\hline` in place of the rules of booktabs, although booktabs is loaded.
    #[serde(rename = "Booktabs Downgrade")]
    BooktabsDowngrade,
}

impl FaultType {
    /// All types in the order of the paper.
    pub const ALL: [Self; 5] = [
        Self::PackageMissing,
        Self::WrongEnvironment,
        Self::IllegalSectioning,
        Self::LabelMismatch,
        Self::BooktabsDowngrade,
    ];

    /// Returns the paper's name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PackageMissing => "Package Missing (graphicx)",
            Self::WrongEnvironment => "Wrong Env (figure->table)",
            Self::IllegalSectioning => "Illegal Sectioning (chapter in article)",
            Self::LabelMismatch => "Label Mismatch",
            Self::BooktabsDowngrade => "Booktabs Downgrade",
        }
    }

    /// Describes the fault in a sentence for a described contrast. The paper prints none of its descriptions.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::PackageMissing => "The document includes an image but does not load graphicx.",
            Self::WrongEnvironment => "A figure stands in a table environment.",
            Self::IllegalSectioning => "The document has a chapter, but its class is article.",
            Self::LabelMismatch => "A reference has no label, or points to another kind of part than the text says.",
            Self::BooktabsDowngrade => "A table has \\hline although the document loads booktabs.",
        }
    }

    /// Returns the type of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files() {
        for one in FaultType::ALL {
            assert_eq!(serde_json::to_value(one).ok(), Some(one.name().into()));
            assert_eq!(FaultType::named(one.name()), Some(one));
        }
    }
}
