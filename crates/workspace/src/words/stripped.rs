//! Sentences about text that was removed around the LaTeX of answers.

use super::count;

/// Title of the dialog that shows what was removed, and name of the message.
pub const TITLE: &str = "Text removed around the LaTeX";

/// Explains the removal.
pub const INTRODUCTION: &str = "Language models put their LaTeX into code fences and write remarks around it. Only the \
                                LaTeX is scored.";

/// Button that shows what was removed.
pub const VIEW: &str = "View";

/// Shown instead of remarks if only a fence was removed.
pub const FENCE_ONLY: &str = "Only the code fence.";

/// Label of the setting.
pub const SETTING: &str = "Remove code fences and remarks around the LaTeX of answers";

/// What the setting does when it changes.
pub const SETTING_NOTE: &str =
    "Applies to later imports. To get the whole texts, undo the import and add the files again.";

/// Says from how many files something was removed.
#[must_use]
pub fn removed(files: usize) -> String {
    format!("Removed text around the LaTeX of {}", count(files, "file"))
}
