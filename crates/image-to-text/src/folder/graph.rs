//! The graphs that make up a model.

use std::fmt;

/// The kind of a model, by the graphs that it consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An encoder of images and a decoder that attends to it, such as TrOCR, Donut and Nougat.
    VisionEncoderDecoder,
    /// A language model in whose prompt images stand, such as Idefics3 and SmolVLM.
    ImageTextToText,
}

impl Kind {
    /// Returns the graphs of a model of this kind.
    #[must_use]
    pub const fn graphs(self) -> &'static [Graph] {
        match self {
            Self::VisionEncoderDecoder => &[Graph::Encoder, Graph::Decoder],
            Self::ImageTextToText => &[Graph::VisionEncoder, Graph::EmbedTokens, Graph::Decoder],
        }
    }

    /// Returns the field's name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::VisionEncoderDecoder => "vision encoder-decoder",
            Self::ImageTextToText => "image-text-to-text",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A graph of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Graph {
    /// From pixels to the states to which a decoder attends.
    Encoder,
    /// From tokens and what was read before to the next token, with or without a key-value cache.
    Decoder,
    /// From pixels to the states that stand in a prompt.
    VisionEncoder,
    /// From tokens to their states.
    EmbedTokens,
}

impl Graph {
    /// All graphs.
    pub const ALL: [Self; 4] = [Self::Encoder, Self::Decoder, Self::VisionEncoder, Self::EmbedTokens];

    /// Returns the name of the graph's file without number format and ending.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Encoder => "encoder_model",
            Self::Decoder => "decoder_model_merged",
            Self::VisionEncoder => "vision_encoder",
            Self::EmbedTokens => "embed_tokens",
        }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
