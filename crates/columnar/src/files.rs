//! Parquet and Arrow files.

mod chunk;
mod compact;
mod error;
mod guard;
mod input;
mod ipc;
mod json;
pub mod limits;
mod parquet_file;
mod part;
mod reader;
mod writer;
mod zstandard;

pub use error::{OpenError, WriteError};
pub use input::Input;
pub use json::objects;
pub use part::{BadPart, Batch};
pub use reader::{MAGIC_BYTES, Reader, is_table, is_table_name};
pub use writer::{FileFormat, Writer};
