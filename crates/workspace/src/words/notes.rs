//! Labels of the tags and the comment of a sample.

/// Heading that unfolds the fields.
pub const HEADING: &str = "Tags and comment";

/// Name of the list of tags.
pub const TAGS: &str = "Tags";

/// Name of the field for a new tag.
pub const NEW_TAG: &str = "New tag";

/// Hint in the field for a new tag.
pub const NEW_TAG_HINT: &str = "Add a tag";

/// Name of the field for the comment.
pub const COMMENT: &str = "Comment";

/// Hint in the field for the comment.
pub const COMMENT_HINT: &str = "Comment. It goes with the saved evaluation.";

/// Name of the button that removes a tag.
#[must_use]
pub fn remove_tag(name: &str) -> String {
    format!("Remove tag {name}")
}
