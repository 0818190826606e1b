//! What the TeX engine says of predictions, for the metrics that need it: its verdicts, and how formulas look.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};
use texlens_appearance::{Wanted, appearances};
use texlens_draw::{DrawError, Setter};
use texlens_evaluate::{Files, Scorer, Text, Tool, parallel};
use texlens_metrics::{Appearances, Need};
use texlens_tex::{ArtefactError, Compilation, Compiler, Limits, Use, compile_pages};

use crate::places::MANIFEST;
use crate::tex_engine::TexEngine;

/// Number of formulas that a thread sets at a time.
const CHUNK: usize = 256;
/// The limits of a run that sets formulas: an endless one shall not take long.
const FORMULAS: Limits = Limits {
    steps: 40_000_000,
    ..Limits::DEFAULT
};
/// The uses of the engine for verdicts.
const VERDICTS: [Use; 2] = [Use::Fragment, Use::Document];
/// The uses of the engine for the appearance of formulas.
const DRAWINGS: [Use; 1] = [Use::Dvi];

/// The reason why the engine says nothing of a text. The metrics that need it are undefined, everything else continues.
#[derive(Debug, thiserror::Error)]
pub enum VerdictError {
    /// The engine cannot be used.
    #[error("metrics that need TeX are not defined: {0}")]
    Engine(#[from] ArtefactError),
    /// The engine's output cannot be read.
    #[error(transparent)]
    Drawing(DrawError),
}

impl From<DrawError> for VerdictError {
    fn from(error: DrawError) -> Self {
        match error {
            DrawError::Artefact(error) => Self::Engine(error),
            error @ DrawError::Dvi(_) => Self::Drawing(error),
        }
    }
}

/// The verdicts of an engine, which is loaded for the first prediction. All threads share it.
pub struct Verdicts {
    engine: Arc<TexEngine>,
    compiler: OnceLock<Option<Compiler>>,
    /// The engine with what it needs to set formulas.
    setter: OnceLock<Option<Compiler>>,
    warn: Box<dyn Fn(&VerdictError) + Send + Sync>,
}

impl Verdicts {
    /// Uses an engine, which may be missing. `warn` receives every reason why there is no verdict, except that the engine
    /// is missing: the metrics that need it say so.
    pub fn new(engine: Arc<TexEngine>, warn: impl Fn(&VerdictError) + Send + Sync + 'static) -> Self {
        Self {
            engine,
            compiler: OnceLock::new(),
            setter: OnceLock::new(),
            warn: Box::new(warn),
        }
    }

    /// Loads the engine for verdicts.
    ///
    /// # Errors
    /// If it is missing or cannot be used.
    pub fn require(&self) -> Result<(), ArtefactError> {
        let compiler = self.engine.compiler(&VERDICTS)?;
        self.compiler.get_or_init(|| Some(compiler));
        Ok(())
    }

    /// Loads the engine for the appearance of formulas.
    ///
    /// # Errors
    /// If it is missing or cannot be used.
    pub fn require_drawings(&self) -> Result<(), ArtefactError> {
        let compiler = self.engine.compiler(&DRAWINGS)?;
        self.setter.get_or_init(|| Some(compiler.with_limits(FORMULAS)));
        Ok(())
    }

    /// Returns the engine's verdict on a prediction. Returns `None` if there is no engine.
    #[must_use]
    pub fn of(&self, prediction: &Text<'_>) -> Option<Compilation> {
        let compiler = self.compiler.get_or_init(|| self.load(&VERDICTS)).as_ref()?;
        compile_pages(prediction.latex(), prediction.pages(), |source| {
            compiler.compile(source)
        })
        .map_err(|error| (self.warn)(&error.into()))
        .ok()
    }

    /// Sets formulas with the engine, as far as the scorer's metrics need their appearance. Returns nothing if none does,
    /// or if there is no engine. `progress` receives the number of formulas that were set.
    pub fn appearances(
        &self,
        scorer: &Scorer<'_>,
        formulas: &[&str],
        threads: NonZeroUsize,
        progress: impl Fn(usize) + Sync,
    ) -> Appearances {
        let wanted = Wanted {
            boxes: scorer.needs(Need::GlyphBoxes),
            layouts: scorer.needs(Need::Layouts),
        };
        if !(wanted.boxes || wanted.layouts) {
            return Appearances::default();
        }
        let load = || self.load(&DRAWINGS).map(|compiler| compiler.with_limits(FORMULAS));
        let Some(compiler) = self.setter.get_or_init(load) else {
            return Appearances::default();
        };
        let chunks: Vec<&[&str]> = formulas.chunks(CHUNK).collect();
        let set = parallel::map(&chunks, threads, |chunk| {
            let set = appearances(&Setter::new(compiler), chunk, wanted);
            progress(chunk.len());
            set.map_err(|error| (self.warn)(&error.into())).unwrap_or_default()
        });
        Appearances(set.into_iter().flat_map(|Appearances(set)| set).collect())
    }

    /// Returns the engine's name and the hash of its manifest. Returns `None` if there is no engine, or if no
    /// prediction was compiled.
    #[must_use]
    pub fn files(&self) -> Option<Files> {
        let used = [&self.compiler, &self.setter];
        let compiler = used.into_iter().find_map(|used| used.get()?.as_ref())?;
        let manifest = fs::read(self.engine.folder().join(MANIFEST)).ok()?;
        let sum = hex::encode(Sha256::digest(manifest));
        Some(Files::of_tool(Tool::TexEngine, compiler.engine(), 1, sum))
    }

    fn load(&self, uses: &[Use]) -> Option<Compiler> {
        let load = || {
            let compiler = self.engine.compiler(uses);
            compiler.map_err(|error| (self.warn)(&error.into())).ok()
        };
        self.engine.is_there().then(load).flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_missing_engine_is_silent_and_a_damaged_one_warns_once() {
        let folder = tempfile::tempdir().unwrap();
        let warnings = Arc::new(Mutex::new(Vec::new()));
        let verdicts = || {
            let warnings = Arc::clone(&warnings);
            let engine = Arc::new(TexEngine::new(folder.path().to_owned()));
            Verdicts::new(engine, move |error| warnings.lock().unwrap().push(error.to_string()))
        };
        let missing = verdicts();
        assert!(missing.of(&Text::from("a")).is_none());
        assert!(matches!(missing.require(), Err(ArtefactError::Read { .. })));
        assert!(warnings.lock().unwrap().is_empty());

        fs::write(folder.path().join(MANIFEST), "{}").unwrap();
        let damaged = verdicts();
        assert!(damaged.of(&Text::from("a")).is_none());
        assert!(damaged.of(&Text::from("b")).is_none());
        assert!(damaged.files().is_none());
        let warnings = warnings.lock().unwrap();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].starts_with("metrics that need TeX are not defined: the TeX engine's manifest"));
    }
}
