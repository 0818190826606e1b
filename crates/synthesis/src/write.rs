//! The files of made pages.

mod dataset;
mod pdf_parse_bench;
mod places;

pub use dataset::manifest_line;
pub use pdf_parse_bench::ground_truth;
pub use places::places;
