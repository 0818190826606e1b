//! What the TeX engine says of predictions, for the metrics that need it: its verdicts, and how formulas look.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use texlens_appearance::{Wanted, appearances};
use texlens_draw::{DrawError, Setter};
use texlens_evaluate::{Files, Scorer, Text, Tool, parallel};
use texlens_metrics::{Appearances, Need};
use texlens_tex::{ArtefactError, Compilation, Compiler, Limits, Use, compile_pages};

use crate::failure::Failure;
use crate::{installed, terminal, tex};

/// The engine, loaded for the first prediction that is compiled. All threads share it.
pub(crate) struct Verdicts {
    folder: PathBuf,
    compiler: OnceLock<Option<Compiler>>,
    /// The engine with what it needs to set formulas.
    setter: OnceLock<Option<Compiler>>,
}

/// Number of formulas that a thread sets at a time.
const CHUNK: usize = 256;
/// The limits of a run that sets formulas: an endless one shall not take long.
const FORMULAS: Limits = Limits {
    steps: 40_000_000,
    ..Limits::DEFAULT
};

impl Verdicts {
    /// Uses the engine in this folder, or in the first of the usual places that has one.
    ///
    /// # Errors
    /// If a folder is given and its engine cannot be used. Otherwise the engine may be missing.
    pub(crate) fn new(given: Option<&Path>) -> Result<Self, Failure> {
        let verdicts = Self {
            folder: tex::folder(given),
            compiler: OnceLock::new(),
            setter: OnceLock::new(),
        };
        if given.is_some() {
            let compiler = open(&verdicts.folder, &VERDICTS)?;
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

    /// Sets formulas with the engine, as far as the scorer's metrics need their appearance. Returns nothing if there is
    /// no engine. `progress` receives the number of formulas that were set.
    pub(crate) fn appearances(
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
        let load = || self.load(&[Use::Dvi]).map(|compiler| compiler.with_limits(FORMULAS));
        let Some(compiler) = self.setter.get_or_init(load) else {
            return Appearances::default();
        };
        let chunks: Vec<&[&str]> = formulas.chunks(CHUNK).collect();
        let set = parallel::map(&chunks, threads, |chunk| {
            let set = appearances(&Setter::new(compiler), chunk, wanted);
            progress(chunk.len());
            set.map_err(|error| match error {
                DrawError::Artefact(error) => tell(&error),
                error @ DrawError::Dvi(_) => terminal::say(format_args!("texlens: {error}")),
            })
            .unwrap_or_default()
        });
        Appearances(set.into_iter().flat_map(|Appearances(set)| set).collect())
    }

    /// Returns the engine's name and the hash of its manifest. Returns `None` if there is no engine, or if no
    /// prediction was compiled.
    pub(crate) fn files(&self) -> Option<Files> {
        let used = [&self.compiler, &self.setter];
        let compiler = used.into_iter().find_map(|used| used.get()?.as_ref())?;
        let manifest = fs::read(self.folder.join(installed::MANIFEST)).ok()?;
        let sum = hex::encode(Sha256::digest(manifest));
        Some(Files::of_tool(Tool::TexEngine, compiler.engine(), 1, sum))
    }

    /// Loads the engine if necessary. Prints nothing if it is missing, because the metrics that need it say so.
    fn compiler(&self) -> Option<&Compiler> {
        self.compiler.get_or_init(|| self.load(&VERDICTS)).as_ref()
    }

    fn load(&self, uses: &[Use]) -> Option<Compiler> {
        installed::has_manifest(&self.folder)
            .then(|| open(&self.folder, uses).map_err(|error| tell(&error)).ok())
            .flatten()
    }
}

/// The uses of the engine for verdicts.
const VERDICTS: [Use; 2] = [Use::Fragment, Use::Document];

fn open(folder: &Path, uses: &[Use]) -> Result<Compiler, ArtefactError> {
    Compiler::open(folder, uses)
}

/// Prints the reason why there is no verdict. Everything else continues.
fn tell(error: &ArtefactError) {
    terminal::say(format_args!("texlens: metrics that need TeX are not defined: {error}"));
}
