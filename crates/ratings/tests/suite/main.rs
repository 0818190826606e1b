//! Studies from the seed to the results.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod anything;
mod assignment;
mod choices;
mod merging;
mod papers;
mod sheets;
mod simulated;
