//! Glyphs of text that the TeX engine sets.

use std::path::Path;

use texlens_tex::{ArtefactError, Compilation, Compiler, Limits, Source, Use};

use crate::error::DviError;
use crate::labels::{self, Document};

/// The TeX engine for bodies of documents, with the preamble of texlens.
pub struct Engine {
    compiler: Compiler,
}

/// The reason why there are no glyphs.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine cannot be used.
    #[error(transparent)]
    Artefact(#[from] ArtefactError),
    /// The engine's output cannot be read.
    #[error(transparent)]
    Dvi(#[from] DviError),
}

impl Engine {
    /// Opens the engine in a folder (`www/tex`).
    ///
    /// # Errors
    ///
    /// If a file of the engine is missing or broken.
    pub fn open(folder: &Path) -> Result<Self, EngineError> {
        let compiler = Compiler::open(folder, &[Use::Dvi])?;
        Ok(Self { compiler })
    }

    /// Sets the limits of a run.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self {
            compiler: self.compiler.with_limits(limits),
        }
    }

    /// Sets a body. Returns its pages, which are none if it sets nothing, and the verdict of the engine.
    ///
    /// # Errors
    ///
    /// If the engine cannot be run, its output cannot be read, or its files lack the metrics of a font.
    pub fn glyphs(&self, body: &str, dpi: f32) -> Result<(Document, Compilation), EngineError> {
        let (dvi, compilation) = self.compiler.dvi(&Source::fragment(body))?;
        let metrics = |font: &str| {
            let found = self.compiler.file(Use::Dvi, &format!("{font}.tfm"));
            found.ok().flatten()
        };
        let document = match dvi {
            Some(dvi) => labels::read(&dvi, metrics, dpi)?,
            None => Document::default(),
        };
        Ok((document, compilation))
    }
}
