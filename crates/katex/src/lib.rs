//! KaTeX within limits.
//!
//! [`check`] says which formulas the renderer may get. [`Boxes`] renders a formula as olmOCR-bench's official code does
//! in a browser, and returns its MathML and the places of its symbols.
//!
//! ```
//! use texlens_katex::Boxes;
//! use texlens_metrics::olmocr::Renderer;
//!
//! let rendered = Boxes::default().render(r"\frac{a}{b}")?;
//! let [b, a] = rendered.symbols() else { panic!("two symbols") };
//! assert_eq!((b.text, a.text), ('b', 'a'));
//! assert!(a.y < b.y && (a.x - b.x).abs() < 1.0);
//! # Ok::<(), String>(())
//! ```

mod boxes;
mod limits;
mod widths;

pub use boxes::Boxes;
pub use limits::{MAX_BYTES, MAX_EXPANSIONS, MAX_NESTING, MAX_SIZE, Refusal, check};
