//! Error messages. Those about lost work start with the worker's message.

/// The browser refused to copy a text.
pub const NOT_COPIED: &str = "The browser refused the clipboard. Select the text and copy it by hand.";

/// The browser refused to save a file.
pub const NOT_SAVED: &str = "The browser refused to save the file.";

/// A file of a sample page did not arrive, as part of a sentence.
pub const SAMPLE_PAGE: &str = "the file could not be loaded; check that the app is still being served, then try again";

/// Files of the TeX engine could not be fetched. `has_engine` says whether only packages are missing.
#[must_use]
pub const fn engine_unreachable(is_online: bool, has_engine: bool) -> &'static str {
    match (is_online, has_engine) {
        (false, false) => "You are offline and the TeX engine isn\u{2019}t stored yet.",
        (false, true) => "You are offline and the TeX packages that this text needs aren\u{2019}t stored yet.",
        (true, false) => "The server of this app does not answer, and the TeX engine isn\u{2019}t stored yet.",
        (true, true) => {
            "The server of this app does not answer, and the TeX packages that this text needs aren\u{2019}t stored yet."
        }
    }
}

/// The report that the page's address names is too large, as part of a sentence.
#[must_use]
pub fn report_too_large(limit_mb: usize) -> String {
    format!("the report is larger than the limit of {limit_mb} MB")
}

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

/// The engine died while it set a formula.
#[must_use]
pub fn typesetting_lost(why: &str) -> String {
    format!("{why} This formula was not typeset.")
}

/// The worker that imports files died.
#[must_use]
pub fn import_lost(why: &str) -> String {
    format!("{why} The files that were not added yet are lost: add them again, perhaps in parts")
}

/// The worker died while it opened a PDF or drew one of its pages.
#[must_use]
pub fn pdf_lost(why: &str) -> String {
    format!("{why} Print it to a new PDF, or use a lower resolution")
}

/// The worker for LaTeXBench died.
#[must_use]
pub fn bench_lost(why: &str) -> String {
    format!("{why} Start again: answers that have come are stored.")
}

/// The worker for leaderboards died.
#[must_use]
pub fn leaderboard_lost(why: &str) -> String {
    format!("{why} Try again, with fewer files.")
}

/// The worker for ratings died.
#[must_use]
pub fn ratings_lost(why: &str) -> String {
    format!("{why} Try again: answers are stored.")
}

/// The worker that prepares pictures for models died.
#[must_use]
pub fn pictures_lost(why: &str) -> String {
    format!("{why} Try again with a smaller longest side.")
}

/// The worker that makes pages died.
#[must_use]
pub fn making_lost(why: &str) -> String {
    format!("{why} The pages made so far are kept. Try again, with a lower resolution or another seed.")
}

/// The worker died while it wrote a file.
#[must_use]
pub fn file_lost(why: &str) -> String {
    format!("{why} Try again.")
}
