//! Loading of the engine's files from a folder.

use std::fs;
use std::path::Path;

use super::artefacts::{Artefact, ArtefactError, Manifest};
use super::compiler::Compiler;
use crate::usage::Use;

/// Name of the file that lists the others.
const MANIFEST: &str = "manifest.json";

impl Compiler {
    /// Creates a compiler with the files that these uses need, from a folder with a `manifest.json`.
    ///
    /// # Errors
    ///
    /// If a file is missing or is not the one that the manifest describes, or if the engine cannot be loaded.
    pub fn open(folder: &Path, uses: &[Use]) -> Result<Self, ArtefactError> {
        let mut compiler = Self::new(Manifest::parse(&read(&folder.join(MANIFEST))?)?);
        for usage in uses {
            compiler.load(folder, *usage)?;
        }
        Ok(compiler)
    }

    /// Loads the files that a use needs and that have not been loaded.
    ///
    /// # Errors
    ///
    /// The same as for [`Compiler::open`].
    pub fn load(&mut self, folder: &Path, usage: Use) -> Result<(), ArtefactError> {
        let missing: Vec<(String, Artefact)> = self
            .missing(usage)?
            .into_iter()
            .map(|(name, artefact)| (name.to_owned(), artefact.clone()))
            .collect();
        for (name, artefact) in missing {
            let content = artefact.unpack(&read(&folder.join(&artefact.file))?)?;
            self.add(&name, content)?;
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
