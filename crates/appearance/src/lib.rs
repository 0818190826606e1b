//! How formulas look when TeX sets them: the evidence of the metrics that compare appearance. And how pages look.
//!
//! [`appearances`] sets formulas with the TeX engine. The metrics that compare them are in `texlens-metrics`.
//! [`page_pictures`] draws the pages of two texts, in which the glyphs that differ are marked.

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub mod cdm;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod gather;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod layout;
mod pages;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod picture;
mod tokenise;

#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use gather::{Wanted, appearances, gather};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use layout::{Look, drawings, layouts, looks};
pub use pages::page_pictures;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use picture::pictures;
pub use tokenise::{Tokenised, tokenise};
