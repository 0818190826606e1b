//! The metrics: each a pure function of reference, prediction and evidence.
//!
//! One metric is one file; [`registry`] lists them all. This crate knows nothing of files, engines or networks:
//! what a metric needs beyond the two texts arrives as [`Evidence`], gathered by `texlens-evaluate`.

mod score;

pub use score::{Outcome, Ratio, Score, Side, Span, SpanKind};
