//! The engine's files in a folder.

use std::fs;
use std::path::Path;

use super::artefacts::{ArtefactError, Manifest, Use};
use super::compiler::Compiler;

/// The file that lists the others.
const MANIFEST: &str = "manifest.json";

impl Compiler {
    /// A compiler with the files that these uses need, from a folder with a `manifest.json`.
    ///
    /// # Errors
    ///
    /// When a file is not there or not the one of the manifest, or the engine cannot be loaded.
    pub fn open(folder: &Path, uses: &[Use]) -> Result<Self, ArtefactError> {
        let mut compiler = Self::new(Manifest::parse(&read(&folder.join(MANIFEST))?)?);
        for usage in uses {
            compiler.load(folder, *usage)?;
        }
        Ok(compiler)
    }

    /// Reads the files that a use needs beyond those that are there.
    ///
    /// # Errors
    ///
    /// As for [`Compiler::open`].
    pub fn load(&mut self, folder: &Path, usage: Use) -> Result<(), ArtefactError> {
        let missing = self.missing(usage)?;
        let missing: Vec<(String, String)> = missing
            .into_iter()
            .map(|(name, artefact)| (name.to_owned(), artefact.file.clone()))
            .collect();
        for (name, file) in missing {
            self.add(&name, &read(&folder.join(file))?)?;
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ArtefactError> {
    fs::read(path).map_err(|error| ArtefactError::Read {
        path: path.to_owned(),
        error,
    })
}
