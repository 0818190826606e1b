//! The unit tests of olmOCR-bench: facts that the Markdown of a page must state.
//!
//! A test is a line of JSON ([`Test::from_json`], [`load_tests`]). Run on the Markdown of its page, it passes or fails
//! ([`Test::run`]). Verdicts equal those of the official tool at commit f7cfe4c (March 2026), including the rounding of
//! its thresholds. The score of a system is [`suite_score`]. Tests of formulas are loaded but not run: they compare
//! rendered formulas, which this version does not support.
//!
//! The lengths of pages and fields and the work for tables and searches are limited; exceeding a limit is an error.
//!
//! # Source
//! olmOCR, `olmocr/bench`.

mod baseline;
mod error;
mod fields;
mod footnote;
mod format;
mod limits;
mod near;
mod order;
mod presence;
mod ratio;
mod suite;
mod table;
mod tables;
mod test;
mod text;
mod verdict;

pub use baseline::Baseline;
pub use error::{LineError, LoadError, RunError};
pub use footnote::Footnote;
pub use format::{Format, Style};
pub use limits::{MAX_FIELD_CHARACTERS, MAX_MARKDOWN_BYTES};
pub use order::Order;
pub use presence::Presence;
pub use suite::{add_baseline_tests, passes, suite_score};
pub use table::TableRelations;
pub use tables::{Cell, Table, html_tables, markdown_tables};
pub use test::{Check, Test, load_tests};
pub use text::normalise;
pub use verdict::Verdict;
