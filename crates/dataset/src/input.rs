//! The imported files, including files in archives, as one flat list of paths.

mod archive;
mod blob;
#[cfg(feature = "tables")]
mod columns;
mod error;
mod format;
mod gzip;
mod held;
mod listing;
mod name;
mod parsed;
mod source;
mod table;
mod tables;
mod tarball;
mod text;
mod zip;
mod zipped;

pub use blob::{Blob, read_all};
#[cfg(feature = "tables")]
pub use columns::read_table;
pub use error::{ArchiveProblem, ReadError};
pub use listing::{File, FileId, Listing};
pub use name::{Neutral, neutral};
pub(crate) use name::{document_path, ending, file_name, folders, inside, is_inside, parent, stem};
pub use table::{ReadTable, TableImage, TableRemark, TableRoom, WaitingTable};
pub use text::{Encoding, TextError, decode, decode_as, latin1_line, with_line_feeds};

/// Reports by its name whether a file holds other files or many records: an archive, or a list of samples.
#[must_use]
pub fn holds_files(path: &str) -> bool {
    format::Format::of(path).is_some() || crate::records::is_table(path)
}

/// Reports by its name whether a [`plan`](crate::plan) looks at the bytes of a file. It does so for files that hold
/// others, and for files that may be a saved evaluation. For other files it uses the names, and the sizes where lists
/// may name them.
#[must_use]
pub fn is_looked_into(path: &str) -> bool {
    holds_files(path) || is_html(path)
}

/// Reports by its name whether a file is an HTML page.
#[must_use]
pub fn is_html(path: &str) -> bool {
    matches!(ending(path).as_str(), "html" | "htm")
}

/// Reports whether a file or folder of this name is skipped silently: hidden files, and files that operating systems
/// leave behind.
#[must_use]
pub fn is_passed_over(name: &str) -> bool {
    name::is_rubbish(name)
}
