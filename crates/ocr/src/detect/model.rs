//! The model's manifest: what the numbers in its output mean, and what is known of its accuracy.

use serde::{Deserialize, Serialize};

use crate::Style;

/// Everything that goes with the model file, read from the JSON beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// For example `glyph-detector`.
    pub name: String,
    /// Changes with every published artefact.
    pub version: String,
    /// File name of the graph, beside the manifest.
    pub file: String,
    /// SHA-256 of the graph, lower-case hexadecimal.
    pub sha256: String,
    /// Size of the graph in bytes.
    pub bytes: u64,
    /// Resolution the graph was trained at: pixels to the inch of a page set in 10 to 12 pt.
    pub dpi: f32,
    /// Cells with less heat are not glyphs.
    pub threshold: f32,
    /// Classes: name of the symbol and the LaTeX that shows it.
    pub symbols: Vec<Symbol>,
    /// Names of the style head's outputs.
    pub styles: Vec<Style>,
    /// A small picture and what the graph must find in it, on every execution provider.
    pub golden: Golden,
}

/// One class of the symbol head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// Class name, as in [`crate::Glyph::symbol`].
    pub name: String,
    /// LaTeX that shows it; for a piece of a larger symbol, the symbol.
    pub latex: String,
}

/// The golden self-check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Golden {
    /// Pixels across; a multiple of 8.
    pub width: usize,
    /// Pixels down; a multiple of 8.
    pub height: usize,
    /// Ink 0 (paper) to 255 (black), row by row.
    pub ink: Vec<u8>,
    /// What the published artefact found on the CPU.
    pub glyphs: Vec<GoldenGlyph>,
}

/// One expected find.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenGlyph {
    /// Class name.
    pub symbol: String,
    /// Reference point.
    pub x: f32,
    /// Baseline.
    pub y: f32,
}

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Not JSON of this form.
    #[error("the model's manifest cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Sizes that contradict each other.
    #[error("the model's manifest is inconsistent: {0}")]
    Inconsistent(&'static str),
}

impl Model {
    /// Reads a manifest.
    ///
    /// # Errors
    /// When it is not a manifest, or lists no classes, or its golden picture has the wrong size.
    pub fn from_manifest(json: &str) -> Result<Self, ModelError> {
        let model: Self = serde_json::from_str(json)?;
        if model.symbols.is_empty() || model.styles.is_empty() {
            return Err(ModelError::Inconsistent("it lists no symbols or no styles"));
        }
        if !(model.dpi.is_finite() && model.dpi > 0.0) {
            return Err(ModelError::Inconsistent("its resolution is not a positive number"));
        }
        if model.golden.width.checked_mul(model.golden.height) != Some(model.golden.ink.len()) {
            return Err(ModelError::Inconsistent("its golden picture has the wrong size"));
        }
        Ok(model)
    }
}
