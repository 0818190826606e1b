//! Why samples are not kept, and what helps.

use crate::state::NotKept;

impl NotKept {
    /// What is the matter with so many samples.
    #[must_use]
    pub fn headline(&self, all: usize) -> String {
        let samples = match self.count(all) {
            1 => "1 sample is".to_owned(),
            count => format!("{count} samples are"),
        };
        match self {
            Self::Elsewhere => format!("{samples} not kept: another tab keeps its samples."),
            Self::Newer => format!("{samples} not kept: a newer version of texlens has kept samples in this browser."),
            Self::Unavailable => format!("{samples} not kept: this browser keeps nothing for this address."),
            Self::NoRoom { .. } => format!("{samples} not kept yet: the browser has no room left."),
            Self::Failed { why, .. } => format!("{samples} not kept yet: the browser could not write ({why})."),
        }
    }

    /// What a person can do.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Elsewhere => {
                "Close the other tab, and this one keeps the samples of both. Or save the evaluation before you close this one."
            }
            Self::Newer => "Save the evaluation, then reload the page to get the newer version.",
            Self::Unavailable => {
                "Private windows of some browsers, and addresses without https, keep nothing. \
                 Save the evaluation before you close the page."
            }
            Self::NoRoom { .. } => {
                "Free space on this machine, delete parts of the app that you can fetch again, or remove samples. \
                 texlens tries again by itself. Until then, save the evaluation before you close the page."
            }
            Self::Failed { .. } => {
                "If the disk of this machine is full, free space on it. texlens tries again by itself. \
                 If this stays, save the evaluation and reload the page."
            }
        }
    }
}
