//! Tables of samples: columns of texts in Arrow's memory, and Parquet and Arrow files.
//!
//! - [`TextArray`] reads the texts of a column where they are, whatever its type: strings, views, dictionaries, bytes.
//!   One text that is not UTF-8 costs its row only.
//! - [`ImageArray`] reads the images of a column.
//! - With the feature `files`, [`Reader`] reads a file batch by batch, so that its memory does not grow with the file,
//!   and [`Writer`] writes one. A damaged part of a file, such as a row group, costs the rows of that part only.
//!   [`objects`] turns rows into JSON.
//!
//! Files are untrusted. [`limits`] bound what a page or a batch may take; sizes that a file states are compared with
//! these limits before memory is reserved. No bytes make the crate panic, except in WebAssembly, where a panic of the
//! crates that decode files cannot be caught.

#[cfg(feature = "files")]
mod chunk;
#[cfg(feature = "files")]
mod compact;
#[cfg(feature = "files")]
mod error;
#[cfg(feature = "files")]
mod guard;
mod image;
#[cfg(feature = "files")]
mod input;
#[cfg(feature = "files")]
mod ipc;
#[cfg(feature = "files")]
mod json;
#[cfg(feature = "files")]
pub mod limits;
#[cfg(feature = "files")]
mod parquet_file;
#[cfg(feature = "files")]
mod part;
#[cfg(feature = "files")]
mod reader;
mod text;
#[cfg(feature = "files")]
mod writer;

#[cfg(feature = "files")]
pub use error::{OpenError, WriteError};
pub use image::{ImageArray, RowImage};
#[cfg(feature = "files")]
pub use input::Input;
#[cfg(feature = "files")]
pub use json::objects;
#[cfg(feature = "files")]
pub use part::{BadPart, Batch};
#[cfg(feature = "files")]
pub use reader::{MAGIC_BYTES, Reader, is_table, is_table_name};
pub use text::{NotInDictionary, RowText, TextArray, TextArrayError, not_text};
#[cfg(feature = "files")]
pub use writer::{FileFormat, Writer};
