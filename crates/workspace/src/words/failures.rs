//! Error messages beside a sample or an import. Each starts with the worker's message.

/// The worker died twice while it read a page.
#[must_use]
pub fn page_lost(why: &str) -> String {
    format!("{why} Reading this page failed twice. Try a smaller or simpler page.")
}

/// The worker died twice while it typeset the pages of a document together.
#[must_use]
pub fn pages_lost(why: &str) -> String {
    format!("{why} The pages could not be combined into one document; each page keeps its own text.")
}

/// The worker died twice while it scored two texts.
#[must_use]
pub fn texts_lost(why: &str) -> String {
    format!("{why} Scoring these texts failed twice. Try smaller or simpler texts.")
}

/// The engine died while it compiled a text.
#[must_use]
pub fn verdict_lost(why: &str) -> String {
    format!("{why} There is no verdict on this text.")
}

/// The worker that imports files died.
#[must_use]
pub fn import_lost(why: &str) -> String {
    format!("{why} The files that were not added yet are lost: add them again, perhaps in parts")
}
