//! How formulas look when TeX sets them: the evidence of the metrics that compare appearance.
//!
//! [`appearances`] sets formulas with the TeX engine. Everything that compares them is in `texlens-metrics`.

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub mod cdm;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod gather;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod layout;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod picture;
mod tokenise;

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use gather::{Wanted, appearances, gather};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use layout::{Look, drawings, layouts, looks};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use picture::pictures;
pub use tokenise::{Tokenised, tokenise};
