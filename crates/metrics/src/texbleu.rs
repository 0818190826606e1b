//! Common code of the TeXBLEU metrics: their tables, which the caller provides, and the arithmetic of n-grams at equal
//! places.

mod bpe;
mod error;
mod gpt2;
mod model;
mod ngrams;
mod vectors;

pub use error::TableError;
pub use gpt2::{Gpt2, Gpt2Vocabulary, MAX_TOKENS};
pub use model::{TexbleuModel, TexbleuToken};
pub use ngrams::{MAX_N, in_place};
pub use vectors::Vectors;
