//! The tables of a page, in Markdown and HTML, with the neighbours of each cell.

mod grid;
mod html;
mod markdown;

pub use grid::{Cell, Table};
pub use html::html_tables;
pub use markdown::markdown_tables;
