//! Sentences of undo and redo.

use super::count;
use crate::state::{Act, Offered};

/// Button that does an act again.
pub const REDO: &str = "Redo";

/// Name of the button that undoes, while there is nothing to undo.
pub const NOTHING: &str = "Nothing to undo";

/// Name of the button that hides the message about an act.
pub const HIDE: &str = "Hide this message";

/// Name of the message about an act, which offers to undo or redo it.
pub const MESSAGE: &str = "Last change";

/// What was done, before what it was done to.
#[must_use]
pub fn done(act: &Act) -> (&'static str, String) {
    match act {
        Act::Imported => ("Added", "samples".to_owned()),
        Act::Removed(name) => ("Removed", name.clone()),
        Act::RemovedMany(samples) => ("Removed", count(*samples, "sample")),
        Act::Corrected => ("Corrected", "a word or formula".to_owned()),
        Act::TookCorrectionBack => ("Undid", "a correction".to_owned()),
        Act::TookCorrectionsBack(corrections) => ("Undid", count(*corrections, "correction")),
        Act::ReadAgain(name) => ("Reading again", name.clone()),
        Act::Swapped(name) => ("Swapped the texts of", name.clone()),
        Act::Tagged(name) => ("Added the tag", name.clone()),
        Act::Untagged(name) => ("Removed the tag", name.clone()),
        Act::Commented => ("Changed", "a comment".to_owned()),
        Act::SettingChanged => ("Changed", "a setting".to_owned()),
        Act::SettingsReset => ("Reset", "all settings".to_owned()),
        Act::JudgeRunRemoved(model) => ("Removed the judge", model.clone()),
        Act::RatingsRemoved => ("Removed", "the ratings".to_owned()),
        Act::ReadingsDismissed => ("Dismissed", "the answers of a model".to_owned()),
    }
}

/// The message that offers to undo or redo an act: what happened, before what it happened to.
#[must_use]
pub fn offered(offered: &Offered) -> (&'static str, String) {
    match offered {
        Offered::Undo(act) => done(act),
        Offered::Redo(Act::Imported) => ("Undone:", "the last import".to_owned()),
        Offered::Redo(act) => ("Undone:", noun(act).to_owned()),
    }
}

/// An act as a noun, for buttons.
#[must_use]
pub const fn noun(act: &Act) -> &'static str {
    match act {
        Act::Imported => "import",
        Act::Removed(_) | Act::RemovedMany(_) => "removal",
        Act::Corrected => "correction",
        Act::TookCorrectionBack | Act::TookCorrectionsBack(_) => "removal of corrections",
        Act::ReadAgain(_) => "second reading",
        Act::Swapped(_) => "swap",
        Act::Tagged(_) => "tag",
        Act::Untagged(_) => "removal of the tag",
        Act::Commented => "comment",
        Act::SettingChanged => "setting",
        Act::SettingsReset => "reset",
        Act::JudgeRunRemoved(_) => "removal of the judge",
        Act::RatingsRemoved => "removal of the ratings",
        Act::ReadingsDismissed => "dismissal",
    }
}

/// Button that undoes an act.
#[must_use]
pub fn undo(act: Option<&Act>) -> String {
    act.map_or_else(|| "Undo".to_owned(), |act| format!("Undo {}", noun(act)))
}

/// Button that does an act again.
#[must_use]
pub fn redo(act: Option<&Act>) -> String {
    act.map_or_else(|| REDO.to_owned(), |act| format!("{REDO} {}", noun(act)))
}

/// Announcement that an act was undone.
#[must_use]
pub fn undone(act: &Act) -> String {
    match act {
        Act::Imported => "The last import was undone.".to_owned(),
        Act::Removed(name) => format!("{name} was restored."),
        Act::RemovedMany(samples) => format!("{} restored.", count(*samples, "sample")),
        act => format!("Undone: {}.", noun(act)),
    }
}

/// Announcement that an act was done again.
#[must_use]
pub fn redone(act: &Act) -> String {
    format!("Redone: {}.", noun(act))
}
