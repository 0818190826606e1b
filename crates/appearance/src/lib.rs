//! How formulas look when TeX sets them: the evidence of the metrics that compare appearance.
//!
//! [`appearances`] sets formulas with the TeX engine. Everything that compares them is in `texlens-metrics`.

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub mod cdm;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod gather;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod layout;
mod tokenise;

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use gather::{Wanted, appearances};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use layout::{drawings, layouts};
pub use tokenise::{Tokenised, tokenise};
