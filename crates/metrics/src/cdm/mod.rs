//! Character detection matching: formulas are compared as they look, character by character.
//!
//! Both formulas are typeset with every visible token in a colour of its own, so that each token has a box; tokens of
//! the two sides are paired at least cost; pairs that do not fit a common shift and scale, or whose tokens differ, do
//! not count. What counts gives recall, precision and F1. Typesetting is not part of this crate: it starts from the
//! boxes. What it does do:
//!
//! | step | function |
//! | --- | --- |
//! | token string to normalised token string | [`normalise`] |
//! | normalised token string to visible tokens and coloured LaTeX | [`tokens`] |
//! | boxes to pairs and counts | [`match_formulas`] |
//!
//! Two official implementations differ in constants and rules, so every function is told the [`Variant`]. Both are
//! followed to the slip, including the random numbers of the geometric filter: a score is a score only if it equals
//! theirs.
//!
//! # Source
//! `CDM: A Reliable Metric for Fair and Accurate Formula Recognition Evaluation`; the code of UniMERNet (`cdm`, September
//! 2025) and of OmniDocBench (November 2025).

mod assignment;
mod commands;
mod costs;
mod inliers;
mod matching;
mod metric;
mod normalise;
mod random;
mod same;
mod tokens;
mod variant;

pub use matching::{MAX_TOKENS, Matching, Pair, TooManyTokens, exp_rate, match_formulas};
pub(crate) use metric::score;
pub use normalise::normalise;
pub use random::Pcg64;
pub use tokens::{MAX_BYTES, Tokens, TokensError, tokens};
pub use variant::Variant;

use serde::{Deserialize, Serialize};

/// A token of a typeset formula and where its ink lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TokenBox {
    /// The token as in [`Tokens::tokens`], for example `\frac`: its bar.
    pub token: String,
    /// Left, top, right and bottom in pixels.
    pub bbox: [f64; 4],
}

/// A typeset formula: the boxes of its tokens with ink, in the order of the tokens.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RenderedFormula {
    /// One for each token that left ink.
    pub boxes: Vec<TokenBox>,
    /// Width and height of the image, in pixels: the ink with the margin that the variant prescribes.
    pub size: [f64; 2],
}

/// The two sides of a sample as one variant typesets them. A side that could not be typeset is `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RenderedPair {
    /// The reference.
    pub reference: Option<RenderedFormula>,
    /// The prediction.
    pub prediction: Option<RenderedFormula>,
}
