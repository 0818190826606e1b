//! Unit tests of pages, as in olmOCR-bench: verdicts for each system, pass rates by file and by type of test.

mod model;
mod rates;
mod run;
#[cfg(test)]
mod tests;

pub use model::{Fate, PageVerdicts, PassRate, SystemVerdicts, TestedSystem, UnitTests, UnitVerdict};
pub use run::{FileTest, page_verdicts};
