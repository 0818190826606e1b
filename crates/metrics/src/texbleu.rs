//! Common code of the TeXBLEU metrics: their tables and tokenisers, which the caller provides, and the arithmetic of
//! n-grams at equal places.

mod bpe;
mod error;
mod gpt2;
mod model;
mod ngrams;
mod spacing;
mod tokeniser;
mod vectors;

pub use error::TableError;
pub use gpt2::{Gpt2, Gpt2Vocabulary, MAX_TOKENS};
pub use model::{TexbleuModel, TexbleuToken};
pub use ngrams::{MAX_N, in_place};
pub use tokeniser::{LoadedToken, LoadedTokeniser, MAX_TOKENISER_BYTES, Sha256Sum, TokeniserChoice};
pub use vectors::Vectors;
