//! The unit tests of olmOCR-bench: facts that the Markdown of a page must state.
//!
//! A test is a line of JSON ([`Test::from_json`], [`load_tests`]). Run on the Markdown of its page, it passes or fails
//! ([`Test::run`]). Verdicts equal those of the official tool at commit [`OFFICIAL_COMMIT`], including the rounding of
//! its thresholds. Tests of formulas compare them as they are rendered, by a
//! [`Renderer`] that comes with the [`Page`].
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
mod math;
mod near;
mod order;
mod page;
mod presence;
mod ratio;
mod rendered;
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
pub use limits::{MAX_FIELD_CHARACTERS, MAX_FORMULAS, MAX_MARKDOWN_BYTES, MAX_SYMBOLS};
pub use math::Math;
pub use order::Order;
pub use page::{Page, Renderer};
pub use presence::Presence;
pub use rendered::{Rendered, Symbol, is_blank};
pub use suite::passes;
pub use table::TableRelations;
pub use tables::{Cell, Table, html_tables, markdown_tables};
pub use test::{Check, Test, load_tests};
pub use text::normalise;
pub use verdict::Verdict;

/// The commit of the official code (allenai/olmocr, March 2026) whose verdicts the tests give.
pub const OFFICIAL_COMMIT: &str = "f7cfe4c22098b154c76b6ec950d1c0a464eecf8d";
