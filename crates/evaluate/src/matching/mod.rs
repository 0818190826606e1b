//! Which formula of a prediction is which of the reference.

mod distances;
mod segment;

pub use segment::{Delimiters, Extracted, extract_segments, locate_segment};
