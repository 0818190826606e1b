//! The files that a person brought, those in archives included, as one flat list of paths.

mod archive;
mod blob;
mod error;
mod format;
mod gzip;
mod held;
mod listing;
mod name;
mod source;
mod tarball;
mod text;
mod zip;
mod zipped;

pub use blob::Blob;
pub use error::{ArchiveProblem, ReadError};
pub use listing::{File, FileId, Listing};
pub use name::{Neutral, neutral};
pub(crate) use name::{ending, file_name, folders, inside, is_inside, parent, stem};
pub use text::{TextError, decode};

/// Whether a file holds other files or many records, by its name: an archive, or a list of samples.
#[must_use]
pub fn holds_files(path: &str) -> bool {
    format::Format::of(path).is_some() || crate::records::is_table(path)
}

/// Whether a [`plan`](crate::plan) looks at the bytes of a file, by its name: it holds others, or may be a saved evaluation. Of others
/// it goes by their names, and by their sizes where lists may name them.
#[must_use]
pub fn is_looked_into(path: &str) -> bool {
    holds_files(path) || is_html(path)
}

/// Whether a file is an HTML page, by its name.
#[must_use]
pub fn is_html(path: &str) -> bool {
    matches!(ending(path).as_str(), "html" | "htm")
}

/// Whether a file or folder of this name is passed over without a word: hidden ones, and what operating systems leave behind.
#[must_use]
pub fn is_passed_over(name: &str) -> bool {
    name::is_rubbish(name)
}
