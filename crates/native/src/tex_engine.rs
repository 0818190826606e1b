//! The TeX engine of a folder, for several uses and threads.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use texlens_tex::{ArtefactError, Compiler, Use};

use crate::places::has_manifest;

/// The TeX engine of a folder. Compiling it takes a second, so it is done once, at the first use. Each other file is read
/// when a use first needs it.
pub struct TexEngine {
    folder: PathBuf,
    loaded: Mutex<Option<Compiler>>,
}

/// Keeps other threads from loading files of an engine; see [`TexEngine::pause`].
pub struct Pause<'e>(#[expect(dead_code, reason = "it is only held")] MutexGuard<'e, Option<Compiler>>);

impl TexEngine {
    /// Names the folder, which may be missing. Nothing is read. A relative path stays that of the working directory now.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder: std::path::absolute(&folder).unwrap_or(folder),
            loaded: Mutex::new(None),
        }
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reports whether the folder has an engine.
    #[must_use]
    pub fn is_there(&self) -> bool {
        has_manifest(&self.folder)
    }

    /// Returns the engine with the files for these uses. All results share the engine and the files.
    ///
    /// # Errors
    /// If a file is missing or damaged. The next call tries again.
    pub fn compiler(&self, uses: &[Use]) -> Result<Compiler, ArtefactError> {
        let mut loaded = self.lock();
        let compiler = match &mut *loaded {
            Some(compiler) => compiler,
            none => none.insert(Compiler::open(&self.folder, &[])?),
        };
        for usage in uses {
            compiler.load(&self.folder, *usage)?;
        }
        Ok(compiler.clone())
    }

    /// Waits until no thread loads files of the engine, and keeps others from it while the result exists. A lock that is
    /// held while the process is forked stays locked in the copy.
    #[must_use]
    pub fn pause(&self) -> Pause<'_> {
        Pause(self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Compiler>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
