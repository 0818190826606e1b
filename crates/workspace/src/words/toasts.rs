//! Sentences of the messages over the page.

use super::megabytes;
use crate::state::{Linked, Offline};

/// Name of the list of refused files.
pub const REFUSALS: &str = "Files that could not be used";

/// Words before a line of a refused text as it would be in Latin-1.
pub const IN_LATIN1: &str = "In Latin-1, a line of it reads:";

/// Name of the message about a new version.
pub const NEW_VERSION: &str = "New version";

/// Advice if samples are not stored.
pub const SAVE_FIRST: &str = "Save your evaluation first: reloading empties the list.";

/// Button that reloads the page with the new version.
pub const RELOAD: &str = "Reload";

/// Button that puts the new version off.
pub const LATER: &str = "Later";

/// Name of the progress of a report's download.
pub const REPORT: &str = "Report download";

/// Beginning of the same progress, before the report's name.
pub const LOADING: &str = "Loading";

/// Headline of the list of refused files.
#[must_use]
pub fn refusals(files: usize) -> String {
    match files {
        1 => "One file could not be used".to_owned(),
        count => format!("{count} files could not be used"),
    }
}

/// The bytes of a report so far, and in all if known.
#[must_use]
pub fn loaded(report: &Linked) -> String {
    let loaded = megabytes(report.loaded);
    match report.total {
        Some(total) => format!("{loaded} of {}", megabytes(total)),
        None => loaded,
    }
}

/// Says that there is a new version, if there is one.
#[must_use]
pub const fn new_version(offline: Offline) -> Option<&'static str> {
    match offline {
        Offline::UpdateReady => Some("A new version of texlens is ready."),
        Offline::Outdated => Some(
            "Another tab has loaded a new version of texlens. Parts that this tab has not loaded yet may not fit: reload.",
        ),
        Offline::Unknown | Offline::Unavailable | Offline::Kept => None,
    }
}
