//! The items as files.

mod html;
mod jsonl;
mod page;
mod results_page;
mod texts;
mod workbook;

pub(crate) use texts::ADDS;

pub use jsonl::{items_hash, to_jsonl};
pub use page::to_page;
pub use results_page::to_results_page;
pub use workbook::{WorkbookError, to_workbook};
