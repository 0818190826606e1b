//! What a graph's file says of the graph, read without a runtime and without its weights.

mod error;
mod found;
mod port;
mod read;
mod wire;

pub use error::OnnxError;
pub use found::{GraphContent, Operator};
pub use port::{DescribedPort, Dimension};
