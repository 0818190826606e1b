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
