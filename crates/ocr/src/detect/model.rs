//! The model's manifest: the meaning of the numbers in its output, and a self-check.

use serde::{Deserialize, Serialize};

use crate::Style;

/// The data that goes with the model file, read from the JSON file beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Name of the model, for example `glyph-detector`.
    pub name: String,
    /// Version, which changes with every published artefact.
    pub version: String,
    /// File name of the graph, in the folder of the manifest.
    pub file: String,
    /// SHA-256 of the graph, lower-case hexadecimal.
    pub sha256: String,
    /// Size of the graph in bytes.
    pub bytes: u64,
    /// Resolution at which the graph was trained: pixels per inch of a page set in 10 to 12 pt.
    pub dpi: f32,
    /// Least heat of a cell that is a glyph.
    pub threshold: f32,
    /// Classes of the symbol head: the name of each symbol and the LaTeX that shows it.
    pub symbols: Vec<Symbol>,
    /// Names of the style head's outputs.
    pub styles: Vec<Style>,
    /// A small picture with the glyphs that the graph must find in it on every execution provider.
    pub golden: Golden,
}

/// One class of the symbol head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// Class name, as in [`crate::Glyph::symbol`].
    pub name: String,
    /// LaTeX that shows the symbol; for a piece of a larger symbol, the whole symbol.
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
    /// The glyphs that the published artefact found on the CPU.
    pub glyphs: Vec<GoldenGlyph>,
}

/// One expected glyph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenGlyph {
    /// Class name.
    pub symbol: String,
    /// Horizontal position of the reference point, in pixels.
    pub x: f32,
    /// Height of the baseline, in pixels from the top.
    pub y: f32,
}

/// The reason why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The text is not JSON of the expected form.
    #[error("the model's manifest cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The data contradicts itself or lacks something.
    #[error("the model's manifest is inconsistent: {0}")]
    Inconsistent(&'static str),
}

impl Model {
    /// Reads a manifest.
    ///
    /// # Errors
    /// Returns an error if the text is not a manifest or lists no symbols or no styles. The resolution must be a
    /// positive number, and the golden picture must have the right size.
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
