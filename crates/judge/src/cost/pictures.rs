//! Estimates of the number of tokens of a picture. Each provider counts in its own way; local servers count as the model
//! does that they run.

use super::TokenEstimate;
use crate::{Endpoint, Picture, Provider};

impl TokenEstimate {
    /// Estimates the tokens of a picture.
    ///
    /// | form | expected | at most |
    /// | --- | --- | --- |
    /// | `openai` | one token for 28 × 28 pixels (Qwen2.5-VL, InternVL; `OpenAI`'s models reduce large pictures and take fewer) | one for 14 × 14 pixels, the smallest patch in use, and at least 2,500; 48,200 for `gpt-4o-mini` |
    /// | `anthropic` | pixels / 750, at most 1,600 | pixels / 750, at most 5,000 |
    /// | `gemini` | 258 for each tile of 768 × 768 pixels | the same, and at least 2,300, a page at high resolution |
    pub(super) fn of_picture(endpoint: &Endpoint, picture: &Picture) -> Self {
        let (width, height) = (u64::from(picture.width), u64::from(picture.height));
        let patches = |side: u64| width.div_ceil(side) * height.div_ceil(side);
        match endpoint.provider() {
            Provider::OpenAi => {
                // This model charges as many tokens as make a picture as dear as with the larger one.
                let least = if endpoint.model().contains("gpt-4o-mini") {
                    48_200
                } else {
                    2_500
                };
                Self {
                    likely: patches(28),
                    at_most: patches(14).max(least),
                }
            }
            Provider::Anthropic => {
                let tokens = (width * height).div_ceil(750);
                Self {
                    likely: tokens.min(1_600),
                    at_most: tokens.min(5_000),
                }
            }
            Provider::Gemini => {
                let tokens = 258 * patches(768);
                Self {
                    likely: tokens,
                    at_most: tokens.max(2_300),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::PictureFormat;

    #[test]
    fn a_page_takes_what_providers_state() {
        let page = Picture {
            sha256: String::new(),
            format: PictureFormat::Png,
            width: 1_700,
            height: 2_200,
            bytes: 400_000,
        };
        let of = |provider: Provider, model: &str| {
            let endpoint = Endpoint::new(provider, provider.default_base(), model).unwrap();
            let TokenEstimate { likely, at_most } = TokenEstimate::of_picture(&endpoint, &page);
            (likely, at_most)
        };
        assert_eq!(of(Provider::OpenAi, "qwen2.5-vl-7b"), (4_819, 19_276));
        // Routers put the name of the maker before it.
        for name in ["gpt-4o-mini-2024-07-18", "openai/gpt-4o-mini"] {
            assert_eq!(of(Provider::OpenAi, name), (4_819, 48_200));
        }
        assert_eq!(of(Provider::Anthropic, "m"), (1_600, 4_987));
        assert_eq!(of(Provider::Gemini, "m"), (2_322, 2_322));
    }
}
