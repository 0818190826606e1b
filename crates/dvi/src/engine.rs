//! Glyphs of what the TeX engine sets.

use std::path::Path;

use texlens_tex::{ArtefactError, Compilation, Compiler, Limits, Use};

use crate::{Document, DviError};

/// The engine, for the bodies of documents in texlens' preamble.
pub struct Engine {
    compiler: Compiler,
}

/// Why there are no glyphs.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine cannot be used.
    #[error(transparent)]
    Artefact(#[from] ArtefactError),
    /// What it wrote cannot be read.
    #[error(transparent)]
    Dvi(#[from] DviError),
}

impl Engine {
    /// The engine in a folder (`www/tex`).
    ///
    /// # Errors
    ///
    /// When one of its files is missing or broken.
    pub fn open(folder: &Path) -> Result<Self, EngineError> {
        let compiler = Compiler::open(folder, &[Use::Dvi])?;
        Ok(Self { compiler })
    }

    /// Changes what a run may use.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self {
            compiler: self.compiler.with_limits(limits),
        }
    }

    /// The pages of a body, none if it sets nothing, and what the engine said of it.
    ///
    /// # Errors
    ///
    /// When the engine cannot be run, or a font has no metrics among its files.
    pub fn glyphs(&self, body: &str, dpi: f32) -> Result<(Document, Compilation), EngineError> {
        let (dvi, compilation) = self.compiler.dvi(body)?;
        let metrics = |font: &str| {
            let found = self.compiler.file(Use::Dvi, &format!("{font}.tfm"));
            found.ok().flatten()
        };
        let document = match dvi {
            Some(dvi) => crate::read(&dvi, metrics, dpi)?,
            None => Document::default(),
        };
        Ok((document, compilation))
    }
}
