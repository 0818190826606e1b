//! The files of made pages.

mod boxes;
mod dataset;
mod files;
mod pdf_parse_bench;
mod places;

pub use boxes::boxes_svg;
pub use dataset::pdf_manifest_line;
pub use files::{FOLDERS, MANIFEST, PageFiles, REPORT, image_path, pdf_path, reference_path};
