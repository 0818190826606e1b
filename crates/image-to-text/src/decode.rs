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
pub(crate) use decoder::{Beginning, Decoder, check, check_embeddings, embed};
pub use decoder::{CacheShape, DecoderError};
pub(crate) use outcome::{DecodeFailure, Decoded};
pub use outcome::{Limits, Stop};
use rules::Rules;

/// Decodes a text after a prompt, which for an encoder's decoder is one token. `progress` receives the best tokens so far, and may stop the work.
pub(crate) async fn decode<R: Runtime>(
    decoder: Decoder<'_, R>,
    prompt: &[u32],
    generation: &Generation,
    limits: Limits,
    progress: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<Decoded, DecodeFailure<R::Error>> {
    let rules = Rules::new(generation, prompt.len(), limits.tokens);
    match limits.beams {
        0 | 1 => greedy::decode(decoder, prompt, &rules, progress).await,
        beams => beams::decode(decoder, prompt, &rules, beams, progress).await,
    }
}
