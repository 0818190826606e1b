//! Greedy decoding: the best token each time.

use std::ops::ControlFlow;

use super::decoder::Decoder;
use super::outcome::{DecodeFailure, Decoded, Stop};
use super::repeats::repeats;
use super::rules::Rules;
use super::scores;
use crate::runtime::Runtime;

pub(super) async fn decode<R: Runtime>(
    mut decoder: Decoder<'_, R>,
    prompt: &[u32],
    rules: &Rules<'_>,
    mut progress: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<Decoded, DecodeFailure<R::Error>> {
    // With the prompt.
    let mut tokens = prompt.to_vec();
    let stop = loop {
        let made = tokens.len() - prompt.len();
        if made >= rules.limit() {
            break Stop::Limit;
        }
        let not_a_number = DecodeFailure::NotANumber { token: made + 1 };
        let next = match tokens.last() {
            Some(last) if made > 0 => decoder.step(&[*last]).await?.pop(),
            _ => Some(decoder.begin(prompt, 1).await?),
        };
        let Some(mut next) = next.filter(|next| scores::are_numbers(next)) else {
            return Err(not_a_number);
        };
        rules.apply(&tokens, &mut next);
        let Some(token) = scores::best(&next) else {
            return Err(not_a_number);
        };
        tokens.push(token);
        if rules.ends(token) {
            break Stop::End;
        }
        let made = tokens.get(prompt.len()..).unwrap_or_default();
        if repeats(made) {
            break Stop::Repeats;
        }
        if progress(made).is_break() {
            return Err(DecodeFailure::Cancelled);
        }
    };
    tokens.drain(..prompt.len());
    Ok(Decoded { tokens, stop })
}
