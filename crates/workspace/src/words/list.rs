//! The list of samples: its labels, the states of samples, and the choice of what is listed.

use super::commands::with_key;
use crate::commands::Command;
use crate::state::{Filter, Listing};

/// Heading of the list.
pub const TITLE: &str = "Samples";

/// Heading of the pages that come with the app.
pub const SAMPLE_PAGES: &str = "Sample pages";

/// Mark of a sample whose prediction compiles.
pub const COMPILES: &str = "compiles";

/// Mark of a sample for which the engine failed.
pub const NO_VERDICT: &str = "no verdict of the TeX engine";

/// State of a sample that waits to be read.
pub const WAITING: &str = "waiting";

/// State of a sample whose page is being prepared for reading.
pub const PREPARING: &str = "preparing\u{2026}";

/// State of a sample whose reading is being cancelled.
pub const STOPPING: &str = "stopping\u{2026}";

/// State of a sample that could not be read or scored.
pub const FAILED: &str = "failed";

/// State of a sample whose reading or scoring was cancelled.
pub const CANCELLED: &str = "cancelled";

/// State of a sample that is being scored.
pub const SCORING: &str = "scoring\u{2026}";

/// State of a sample that has a prediction and no reference.
pub const NO_REFERENCE: &str = "read, no reference";

/// State of a document whose pages are being combined into one text.
pub const WRITING: &str = "writing\u{2026}";

/// Button that lists all samples again.
pub const SHOW_ALL: &str = "Show all";

/// Name of the choice of the listed samples.
pub const FILTERS: &str = "Show samples";

/// Name of the choice of the order.
pub const ORDERS: &str = "Sort samples";

/// Option for the order in which samples were added.
pub const BY_ARRIVAL: &str = "Order added";

/// Option for the order of names.
pub const BY_NAME: &str = "By name";

/// Button that reverses the order while the best samples are first.
pub const WORST_FIRST: &str = "Best first. Show the worst first";

/// Button that reverses the order while the worst samples are first.
pub const BEST_FIRST: &str = "Worst first. Show the best first";

/// Name of the search field.
pub const SEARCH: &str = "Search samples";

/// Placeholder of the search field.
pub const SEARCH_EMPTY: &str = "Search";

/// Hint of the search field: what is searched.
#[must_use]
pub fn search_about() -> String {
    let searched = with_key("Words in name, system, tags, comment or LaTeX", &Command::Search);
    format!("{searched}. Also tag:NAME=VALUE, system:NAME")
}

/// Button that removes a sample.
#[must_use]
pub fn remove(name: &str) -> String {
    format!("Remove {name}")
}

/// Button that unfolds or folds the pages of a document.
#[must_use]
pub fn pages_of(name: &str) -> String {
    format!("Pages of {name}")
}

/// Mark of a sample whose prediction does not compile.
#[must_use]
pub fn does_not_compile(errors: usize) -> String {
    match errors {
        1 => "does not compile: 1 error".to_owned(),
        count => format!("does not compile: {count} errors"),
    }
}

/// State of a sample whose page is being read.
#[must_use]
pub fn reading(done: usize, all: usize) -> String {
    format!("reading {done}/{all}")
}

/// State of a document whose pages are being read.
#[must_use]
pub fn pages_read(read: usize, all: usize) -> String {
    format!("read {read} of {all} pages")
}

/// Number of pages of a document that could not be read.
#[must_use]
pub fn not_read(pages: usize) -> String {
    format!("{pages} not read")
}

/// Number of the page in its source, before the attribution of a sample page.
#[must_use]
pub fn page(number: u32) -> String {
    format!("Page {number}")
}

/// Number of samples that match the filter and the search.
#[must_use]
pub fn listed(listed: usize, all: usize) -> String {
    match listed {
        0 => "No sample matches.".to_owned(),
        listed => format!("{listed} of {all} listed."),
    }
}

/// Describes what is listed: the filter and the query.
#[must_use]
pub fn described(listing: &Listing) -> String {
    let filter = (listing.filter != Filter::All).then(|| listing.filter.name().to_owned());
    let query = Some(listing.query.trim().to_owned()).filter(|query| !query.is_empty());
    filter.into_iter().chain(query).collect::<Vec<_>>().join(", ")
}

impl Filter {
    /// Returns the filter's name as shown in the list.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Different => "Different",
            Self::NotCompiling => "Does not compile",
            Self::Failed => "Failed",
            Self::Disputed => "Systems disagree",
            Self::MetricsDisagree => "Metrics disagree",
            Self::Marked => "Marked by hand",
            Self::ErrorType(error_type) => error_type.info().name,
        }
    }
}
