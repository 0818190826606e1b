//! The data that the browser stores: the app itself, so that it starts without a network, and the samples.

use std::rc::Rc;

/// The state of the service worker, which stores the app's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Offline {
    /// Not known yet.
    #[default]
    Unknown,
    /// This browser stores nothing, or could not download all files.
    Unavailable,
    /// The app is stored and starts without a network.
    Kept,
    /// A newer version is ready and waits for the person's consent.
    UpdateReady,
    /// Another tab has activated the newer version. Files that this tab has not loaded yet may not match.
    Outdated,
}

/// Whether the samples will exist when the page is opened again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Keeping {
    /// Not known yet.
    #[default]
    Unknown,
    /// All samples are stored.
    On,
    /// Some or all samples are not stored.
    Not(NotKept),
}

/// The reason why samples are not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotKept {
    /// Another tab stores its samples; this tab does so when the other is closed.
    Elsewhere,
    /// A newer version of the app has changed the stored data.
    Newer,
    /// The browser stores nothing for this address.
    Unavailable,
    /// The storage is full.
    NoRoom {
        /// Number of samples that are not stored, or not in their current state.
        samples: usize,
    },
    /// Writing the samples failed.
    Failed {
        /// Number of samples that are not stored, or not in their current state.
        samples: usize,
        /// The browser's message.
        why: Rc<str>,
    },
}

impl Keeping {
    /// Returns the reason if some of `all` samples are not stored.
    #[must_use]
    pub fn not_kept(&self, all: usize) -> Option<&NotKept> {
        match self {
            Self::Not(why) if why.count(all) > 0 => Some(why),
            Self::Not(_) | Self::On | Self::Unknown => None,
        }
    }
}

impl NotKept {
    /// Returns whether trying again at once may help.
    #[must_use]
    pub fn can_be_tried_again(&self) -> bool {
        matches!(self, Self::NoRoom { .. } | Self::Failed { .. })
    }

    /// Replaces the number of samples.
    #[must_use]
    pub fn of(self, samples: usize) -> Self {
        match self {
            Self::NoRoom { .. } => Self::NoRoom { samples },
            Self::Failed { why, .. } => Self::Failed { samples, why },
            other => other,
        }
    }

    /// Returns how many of `all` samples are not stored, or not in their current state.
    #[must_use]
    pub fn count(&self, all: usize) -> usize {
        match self {
            Self::NoRoom { samples } | Self::Failed { samples, .. } => *samples,
            Self::Elsewhere | Self::Newer | Self::Unavailable => all,
        }
    }
}
