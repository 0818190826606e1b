//! Sentences of the dialog about the browser's storage, and messages about samples that are not stored.

use super::megabytes;
use crate::site::Part;
use crate::state::{Keeping, NotKept};

/// The dialog's title.
pub const TITLE: &str = "Browser storage";

/// Shown until the storage has been read.
pub const LOOKING: &str = "Looking\u{2026}";

/// Button that removes all samples.
pub const REMOVE_ALL: &str = "Remove all";

/// What the stored answers of judges are for.
pub const ANSWERS_NOTE: &str = "No question is asked twice while its answer is stored.";

/// Button that deletes the answers of judges.
pub const DELETE_ANSWERS: &str = "Delete answers";

/// Question before stored answers are deleted.
pub const DELETE_ANSWERS_ASK: &str = "They were paid for, and cannot be restored.";

/// Question before a part of the app is deleted from the browser's storage.
pub const DELETE_ASK: &str = "It is downloaded again when you need it, which takes a network.";

/// What the parts of the app are.
pub const PARTS_NOTE: &str = "Stored parts of the app work without a network. A part is stored when it is first used, \
                              or when you select Keep.";

/// Heading of the column with the parts of the app.
pub const PART: &str = "Part";

/// Heading of the column with their sizes.
pub const SIZE: &str = "Size";

/// Heading of the column that says whether they are stored.
pub const STORED: &str = "Stored";

/// Name of the progress of a download.
pub const FETCHED: &str = "Fetched so far";

/// Button that stores a part of the app.
pub const KEEP: &str = "Keep";

/// Button that deletes a part of the app.
pub const DELETE: &str = "Delete";

/// In place of the parts if the browser stores nothing.
pub const UNAVAILABLE: &str = "This browser stores nothing for this address: it does so only over https or from this \
                               machine, and not in some private windows.";

/// In place of the parts if their list does not arrive.
pub const UNREADABLE: &str =
    "The list of the app's files could not be loaded. Check that the app is still being served.";

/// The reason why a part could not be stored.
pub const NO_ROOM: &str = "The browser has no room for this. Delete other parts, or free space on this machine.";

/// Name of the message about samples that are not stored.
pub const NOT_KEPT: &str = "Samples that are not kept";

/// Button in that message that opens the dialog.
pub const FREE_SPACE: &str = "Free space";

/// Button in that message that opens the dialog for saving.
pub const SAVE: &str = "Save the evaluation";

/// The [reason](NotKept::Failed) why samples are not stored: the database is closed.
pub const CLOSED: &str = "the browser has closed its database";

/// The [reason](NotKept::Failed) why samples are not stored: the database does not answer.
pub const NO_ANSWER: &str = "no answer";

/// The number of samples.
#[must_use]
pub fn samples(samples: usize) -> String {
    match samples {
        0 => "No samples".to_owned(),
        1 => "1 sample".to_owned(),
        count => format!("{count} samples"),
    }
}

/// How all samples, of which there are `all`, are stored.
#[must_use]
pub fn kept(keeping: &Keeping, all: usize) -> String {
    match keeping {
        Keeping::Unknown => String::new(),
        Keeping::On => {
            "Everything stays in this browser until you remove it: closing the page or a crash loses nothing."
                .to_owned()
        }
        Keeping::Not(why) => format!("{} {}", why.headline(all), why.advice()),
    }
}

/// The number of stored answers of judges.
#[must_use]
pub fn answers(answers: u32) -> String {
    match answers {
        1 => "1 answer of a judge".to_owned(),
        count => format!("{count} answers of judges"),
    }
}

/// The licence and the origin of a part of the app.
#[must_use]
pub fn origin(part: &Part) -> String {
    format!("Licence: {}. Source: {}", part.licence, part.source)
}

/// Whether a part of the app is stored: `kept` of its `bytes` are.
#[must_use]
pub const fn state(kept: u64, bytes: u64) -> &'static str {
    match kept {
        0 => "no",
        kept if kept < bytes => "partly",
        _ => "yes",
    }
}

/// Name of a button that stores or deletes a part of the app, from its label.
#[must_use]
pub fn button(label: &str, part: &Part) -> String {
    format!("{label}: {}", part.title)
}

/// The bytes that all data of the app occupy.
#[must_use]
pub fn used(bytes: f64) -> String {
    format!("The browser reports that this address uses {}.", megabytes(bytes))
}

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
                "If this is a private window, save the evaluation and go on in an ordinary window: some browsers store no \
                 images in private ones. If the disk of this machine is full, free space on it. texlens retries \
                 automatically. If the problem persists, save the evaluation and reload the page."
            }
        }
    }
}
