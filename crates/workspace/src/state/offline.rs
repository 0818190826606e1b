//! What the browser keeps: the app itself, so that it starts without a network, and the samples.

use std::rc::Rc;

/// What the service worker, which keeps the app's files, is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Offline {
    /// Not known yet.
    #[default]
    Unknown,
    /// This browser keeps nothing, or could not fetch it all.
    Unavailable,
    /// The app starts without a network.
    Kept,
    /// A newer version is there and waits for the person's word.
    UpdateReady,
    /// Another tab has let the newer version in: what this one has not loaded yet may not fit it.
    Outdated,
}

/// Whether the samples are there again when the page is opened the next time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Keeping {
    /// Not known yet.
    #[default]
    Unknown,
    /// They are.
    On,
    /// Some are not, or none.
    Not(NotKept),
}

/// Why samples are not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotKept {
    /// Another tab keeps its own; this one does when that one is closed.
    Elsewhere,
    /// A newer version of the app has changed what is kept.
    Newer,
    /// The browser keeps nothing for this address.
    Unavailable,
    /// There is no room for more.
    NoRoom {
        /// How many are not kept, or not as they are now.
        samples: usize,
    },
    /// Writing them did not work out.
    Failed {
        /// How many are not kept, or not as they are now.
        samples: usize,
        /// The browser's words.
        why: Rc<str>,
    },
}

impl Keeping {
    /// Why some of so many samples are not kept, if there are any.
    #[must_use]
    pub fn not_kept(&self, all: usize) -> Option<&NotKept> {
        match self {
            Self::Not(why) if why.count(all) > 0 => Some(why),
            Self::Not(_) | Self::On | Self::Unknown => None,
        }
    }
}

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

    /// Whether trying again may help at once.
    #[must_use]
    pub fn can_be_tried_again(&self) -> bool {
        matches!(self, Self::NoRoom { .. } | Self::Failed { .. })
    }

    /// The same of so many samples.
    #[must_use]
    pub fn of(self, samples: usize) -> Self {
        match self {
            Self::NoRoom { .. } => Self::NoRoom { samples },
            Self::Failed { why, .. } => Self::Failed { samples, why },
            other => other,
        }
    }

    /// How many of so many samples are not kept, or not as they are now.
    #[must_use]
    pub fn count(&self, all: usize) -> usize {
        match self {
            Self::NoRoom { samples } | Self::Failed { samples, .. } => *samples,
            Self::Elsewhere | Self::Newer | Self::Unavailable => all,
        }
    }
}
