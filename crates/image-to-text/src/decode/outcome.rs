//! What comes of decoding.

use super::decoder::DecoderError;

/// The limits of a decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most tokens, the one that ends the text included.
    pub tokens: usize,
    /// The number of beams, from 1; 1 takes the best token each time.
    pub beams: usize,
}

/// Why a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The model ended it.
    End,
    /// It has as many tokens as are allowed.
    Limit,
    /// It repeats its last words again and again.
    Repeats,
}

/// The tokens of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) tokens: Vec<u32>,
    pub(crate) stop: Stop,
}

/// The reason why decoding stopped without a text.
#[derive(Debug)]
pub(crate) enum DecodeFailure<E> {
    Decoder(DecoderError<E>),
    /// The scores of a token are no numbers.
    NotANumber {
        token: usize,
    },
    Cancelled,
}

impl<E> From<DecoderError<E>> for DecodeFailure<E> {
    fn from(error: DecoderError<E>) -> Self {
        Self::Decoder(error)
    }
}
