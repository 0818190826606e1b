//! Decoding: from the states of an image to tokens.

mod beams;
mod decoder;
mod greedy;
mod outcome;
mod repeats;
mod rules;
mod scores;

use std::ops::ControlFlow;

use crate::generation::Generation;
use crate::runtime::Runtime;
pub use decoder::{CacheShape, DecoderError};
pub(crate) use decoder::{Decoder, check};
pub(crate) use outcome::{DecodeFailure, Decoded};
pub use outcome::{Limits, Stop};
use rules::Rules;

/// Decodes a text. `progress` receives the best tokens so far, and may stop the work.
pub(crate) async fn decode<R: Runtime>(
    decoder: Decoder<'_, R>,
    start: u32,
    generation: &Generation,
    limits: Limits,
    progress: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<Decoded, DecodeFailure<R::Error>> {
    let rules = Rules::new(generation, limits.tokens);
    match limits.beams {
        0 | 1 => greedy::decode(decoder, start, &rules, progress).await,
        beams => beams::decode(decoder, start, &rules, beams, progress).await,
    }
}
