//! What could not be done, as it stands beside a sample. Each begins with what the worker says.

/// The worker died twice over a page.
#[must_use]
pub fn page_lost(why: &str) -> String {
    format!("{why} This page did not get through twice. Try a smaller or simpler one.")
}

/// The worker died twice over the pages of a document.
#[must_use]
pub fn pages_lost(why: &str) -> String {
    format!("{why} The pages could not be written together; each keeps the text that it has by itself.")
}

/// The worker died twice over two texts.
#[must_use]
pub fn texts_lost(why: &str) -> String {
    format!("{why} These texts did not get through twice. Try smaller or simpler ones.")
}

/// The engine died over a text.
#[must_use]
pub fn verdict_lost(why: &str) -> String {
    format!("{why} There is no verdict on this text.")
}

/// The worker that adds files died.
#[must_use]
pub fn import_lost(why: &str) -> String {
    format!("{why} What was not added yet is lost: bring it again, perhaps in parts")
}
