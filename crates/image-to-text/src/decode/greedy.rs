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
    start: u32,
    rules: &Rules<'_>,
    mut progress: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<Decoded, DecodeFailure<R::Error>> {
    // With the token that the decoder is given first.
    let mut tokens = vec![start];
    let mut last = start;
    let stop = loop {
        let made = tokens.len() - 1;
        if made >= rules.limit() {
            break Stop::Limit;
        }
        let not_a_number = DecodeFailure::NotANumber { token: made + 1 };
        let Some(mut next) = decoder
            .step(&[last])
            .await?
            .pop()
            .filter(|next| scores::are_numbers(next))
        else {
            return Err(not_a_number);
        };
        rules.apply(&tokens, &mut next);
        let Some(token) = scores::best(&next) else {
            return Err(not_a_number);
        };
        tokens.push(token);
        last = token;
        if rules.ends(token) {
            break Stop::End;
        }
        let made = tokens.get(1..).unwrap_or_default();
        if repeats(made) {
            break Stop::Repeats;
        }
        if progress(made).is_break() {
            return Err(DecodeFailure::Cancelled);
        }
    };
    tokens.remove(0);
    Ok(Decoded { tokens, stop })
}
