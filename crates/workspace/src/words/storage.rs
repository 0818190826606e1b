//! Messages about samples that are not stored, and advice.

use crate::state::NotKept;

impl NotKept {
    /// Returns a sentence that says how many of `all` samples are not stored, and why.
    #[must_use]
    pub fn headline(&self, all: usize) -> String {
        let samples = match self.count(all) {
            1 => "1 sample is".to_owned(),
            count => format!("{count} samples are"),
        };
        match self {
            Self::Elsewhere => format!("{samples} not kept: another tab keeps its samples."),
            Self::Newer => {
                format!("{samples} not kept: a newer version of texlens has stored samples in this browser.")
            }
            Self::Unavailable => format!("{samples} not kept: this browser stores nothing for this address."),
            Self::NoRoom { .. } => format!("{samples} not kept yet: the browser storage is full."),
            Self::Failed { why, .. } => format!("{samples} not kept yet: the browser could not write them ({why})."),
        }
    }

    /// Returns advice for the person.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Elsewhere => {
                "Close the other tab, and this one keeps the samples of both. Or save the evaluation before you close this one."
            }
            Self::Newer => "Save the evaluation, then reload the page to get the newer version.",
            Self::Unavailable => {
                "Some browsers store nothing in private windows, or for addresses without https. \
                 Save the evaluation before you close the page."
            }
            Self::NoRoom { .. } => {
                "Free space on this machine, delete parts of the app that you can download again, or remove samples. \
                 texlens retries automatically. Until then, save the evaluation before you close the page."
            }
            Self::Failed { .. } => {
                "If the disk of this machine is full, free space on it. texlens retries automatically. \
                 If the problem persists, save the evaluation and reload the page."
            }
        }
    }
}
