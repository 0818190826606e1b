//! Compares the statistics with other software, printed values and arithmetic.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod arithmetic;
mod planted;
mod print;
mod properties;
mod published;
mod raters;
mod scipy;
mod undefined;

/// Asserts that two values are equal up to the rounding of different orders of addition.
#[track_caller]
fn assert_near(value: f64, expected: f64, what: &str) {
    let tolerance = 1e-12 * expected.abs().max(1.0);
    assert!((value - expected).abs() <= tolerance, "{what}: {value}, not {expected}");
}
