//! Character detection matching: formulas are compared by their appearance, character by character.
//!
//! Both formulas are typeset with every visible token in a different colour, so that each token has a bounding box. The
//! tokens of the two sides are paired at least cost. A pair does not count if it does not fit a common shift and scale,
//! or if its tokens differ. The pairs that count give recall, precision and F1. This crate does not typeset: it starts
//! from the boxes. It has these steps:
//!
//! | step | function |
//! | --- | --- |
//! | token string to normalised token string | [`normalise`] |
//! | normalised token string to visible tokens and coloured LaTeX | [`tokens`] |
//! | boxes to pairs and counts | [`match_formulas`] |
//!
//! The two official implementations differ in constants and rules, so every function takes the [`Variant`]. Both are
//! followed exactly, including their mistakes and the random numbers of the geometric filter: a score is valid only if
//! it equals theirs. [`Rules`] also know other constants, and a filter that tries all samples instead of random ones.
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; the code of UniMERNet (`cdm`,
//! September 2025) and of OmniDocBench (November 2025).

mod assignment;
mod commands;
mod costs;
mod inliers;
mod matching;
mod metric;
mod normalise;
mod random;
mod rules;
mod same;
mod samples;
mod tokens;
mod variant;

pub use matching::{MAX_TOKENS, Matching, Pair, TooManyTokens, exp_rate, match_formulas};
pub(crate) use metric::score;
pub use normalise::normalise;
pub use random::Generator;
pub use rules::{Edition, Rules, Samples};
pub use tokens::{MAX_BYTES, Tokens, TokensError, tokens};
pub use variant::Variant;

use serde::{Deserialize, Serialize};

/// A token of a typeset formula with the bounding box of its ink.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenBox {
    /// The token as in [`Tokens::tokens`]; for example, `\frac` is the bar of a fraction.
    pub token: String,
    /// The left, top, right and bottom edges, in pixels.
    pub bbox: [f64; 4],
}

/// A typeset formula: the boxes of its tokens with ink, in the order of the tokens.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RenderedFormula {
    /// The box of each token that has ink.
    pub boxes: Vec<TokenBox>,
    /// The width and height of the image, in pixels. The image is the ink with the margin that the variant prescribes.
    pub size: [f64; 2],
}

/// The two sides of a sample, typeset by one variant. A side that could not be typeset is `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RenderedPair {
    /// The reference.
    pub reference: Option<RenderedFormula>,
    /// The prediction.
    pub prediction: Option<RenderedFormula>,
}
