//! The items as files.

mod jsonl;
mod page;
mod texts;
mod workbook;

pub use jsonl::{items_hash, to_jsonl};
pub use page::to_page;
pub use workbook::{WorkbookError, to_workbook};
