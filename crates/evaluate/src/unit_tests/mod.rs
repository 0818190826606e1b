//! Unit tests of pages, as in olmOCR-bench: verdicts for each system, pass rates by file and by type of test, and the
//! differences of systems.

mod differences;
mod model;
mod rates;
mod run;
#[cfg(test)]
mod tests;

pub use differences::differences as test_differences;
pub use model::{Fate, PageVerdicts, PassRate, SystemVerdicts, TestedSystem, UNIT_TESTS, UnitTests, UnitVerdict};
pub use rates::tested_pages;
pub use run::{FileTest, NotATest, PageTests, TestLine, page_verdicts};
