//! Sentences about an import of an earlier visit that was interrupted.

use super::count;

/// Name of the message.
pub const NAME: &str = "Interrupted import";

/// Button that continues the import.
pub const CONTINUE: &str = "Continue import";

/// Button that adds the import's folder again.
pub const ADD_FOLDER: &str = "Add folder again";

/// Button that adds the import's files again.
pub const ADD_FILES: &str = "Add files again";

/// Button that gives up the missing samples.
pub const DISCARD: &str = "Discard the rest";

/// Question before the import is discarded.
pub const DISCARD_ASK: &str = "What is missing will not be added. Samples that are in the list stay.";

/// Advice if all files are stored.
pub const COMPLETE: &str = "The page was closed or crashed twice before the import was complete. The imported samples \
                            are in the list. Continue the import to try once more.";

/// Advice about a folder, before its name.
pub const BEFORE_FOLDER: &str = "Add the folder";

/// Advice about a folder, after its name.
pub const AFTER_FOLDER: &str = "again: only missing samples are imported.";

/// Advice about files that are in no common folder.
pub const SEPARATE_FILES: &str = "Add these files again, all at once: only missing samples are imported.";

/// Headline of the message, with the number of samples to add.
#[must_use]
pub fn headline(samples: usize) -> String {
    format!("An import of {} was interrupted", count(samples, "sample"))
}

/// The number of files that are not stored.
#[must_use]
pub fn missing(files: usize) -> String {
    format!(
        "The imported samples are in the list. The rest needs {} that your disk has, but not this browser.",
        count(files, "file")
    )
}
