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
mod files;
mod image;
mod text;

#[cfg(feature = "files")]
pub use files::{
    BadPart, Batch, FileFormat, Input, MAGIC_BYTES, OpenError, Reader, WriteError, Writer, is_table, is_table_name,
    limits, objects,
};
pub use image::{ImageArray, RowImage};
pub use text::{NotInDictionary, RowText, TextArray, TextArrayError, is_text, not_text};
