//! The TeX engine's verdicts on predictions, for the metrics that need them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use texlens_evaluate::{Files, Text};
use texlens_tex::{ArtefactError, Compilation, Compiler, Use, compile_pages};

use crate::failure::Failure;
use crate::{terminal, tex};

/// The engine, loaded for the first prediction that is compiled. All threads share it.
pub(crate) struct Verdicts {
    folder: PathBuf,
    compiler: OnceLock<Option<Compiler>>,
}

impl Verdicts {
    /// Uses the engine in this folder, or in the first of the usual places that has one.
    ///
    /// # Errors
    /// If a folder is given and its engine cannot be used. Otherwise the engine may be missing.
    pub(crate) fn new(given: Option<&Path>) -> Result<Self, Failure> {
        let verdicts = Self {
            folder: tex::folder(given),
            compiler: OnceLock::new(),
        };
        if given.is_some() {
            let compiler = open(&verdicts.folder)?;
            verdicts.compiler.get_or_init(|| Some(compiler));
        }
        Ok(verdicts)
    }

    /// Returns the engine's verdict on a prediction. Returns `None` if there is no engine.
    pub(crate) fn of(&self, prediction: &Text<'_>) -> Option<Compilation> {
        let compiler = self.compiler()?;
        compile_pages(prediction.latex(), prediction.pages(), |source| {
            compiler.compile(source)
        })
        .map_err(|error| tell(&error))
        .ok()
    }

    /// Returns the engine's name and the hash of its manifest. Returns `None` if there is no engine, or if no
    /// prediction was compiled.
    pub(crate) fn files(&self) -> Option<Files> {
        let compiler = self.compiler.get()?.as_ref()?;
        let manifest = fs::read(self.folder.join(tex::MANIFEST)).ok()?;
        Some(Files {
            what: format!("TeX engine, {}", compiler.engine()),
            count: 1,
            sha256: hex::encode(Sha256::digest(manifest)),
        })
    }

    /// Loads the engine if necessary. Prints nothing if it is missing, because the metrics that need it say so.
    fn compiler(&self) -> Option<&Compiler> {
        let load = || {
            let is_there = self.folder.join(tex::MANIFEST).exists();
            is_there
                .then(|| open(&self.folder).map_err(|error| tell(&error)).ok())
                .flatten()
        };
        self.compiler.get_or_init(load).as_ref()
    }
}

fn open(folder: &Path) -> Result<Compiler, ArtefactError> {
    Compiler::open(folder, &[Use::Fragment, Use::Document])
}

/// Prints the reason why there is no verdict. Everything else continues.
fn tell(error: &ArtefactError) {
    terminal::say(format_args!("texlens: csr is not defined: {error}"));
}
