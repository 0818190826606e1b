//! The files of a model's folder.

mod files;
mod graph;
mod inventory;

pub use files::{DESCRIPTIONS, FileEntry, Folder};
pub use graph::{Graph, Kind};
pub use inventory::{GraphFile, Inventory};
