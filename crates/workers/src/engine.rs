//! The TeX engine in a worker, with the store of its files.

use std::cell::RefCell;
use std::collections::BTreeMap;

use texlens_browser::engine::{self, EngineError, Store};
use texlens_browser::fetch::{self, FetchError};
use texlens_draw::DrawError;
use texlens_tex::{Compiler, Use};
use texlens_workspace::words::failures;

/// The engine and the store of its files.
pub(crate) struct Engine {
    pub(crate) compiler: Compiler,
    store: Store,
}

impl Engine {
    /// Opens the engine without any files. `base` is the address of the app's folder.
    ///
    /// # Errors
    /// If this site has no engine.
    async fn open(base: &str) -> Result<Self, EngineError> {
        let manifest = engine::manifest().ok_or(EngineError::Absent)?;
        let store = Store::open(base).await;
        store.retain(&engine::all()).await;
        Ok(Self {
            compiler: Compiler::new(manifest.clone()),
            store,
        })
    }

    /// Loads the files that these uses need and the engine lacks. `tell` receives the bytes so far and in all.
    ///
    /// # Errors
    /// If a file cannot be fetched. Files that have come are kept.
    async fn load(&mut self, uses: &[Use], tell: impl Fn(f64, f64)) -> Result<(), EngineError> {
        let mut missing = BTreeMap::new();
        for usage in uses {
            let files = self.compiler.missing(*usage)?.into_iter();
            missing.extend(files.map(|(name, artefact)| (name.to_owned(), artefact.clone())));
        }
        let total = missing.values().map(|artefact| artefact.compressed as f64).sum();
        let mut before = 0.0;
        for (name, artefact) in missing {
            let content = self
                .store
                .get(&artefact, |arrived: f64| tell(before + arrived, total))
                .await?;
            self.compiler.add(&name, content)?;
            before += artefact.compressed as f64;
        }
        Ok(())
    }

    /// Reports whether the engine has all files for any use, so that only packages can be missing.
    fn is_there(&self) -> bool {
        Use::ALL.iter().any(|usage| self.has_files(&[*usage]))
    }

    /// Reports whether the engine has all files for these uses.
    pub(crate) fn has_files(&self, uses: &[Use]) -> bool {
        let has = |usage: &Use| self.compiler.missing(*usage).is_ok_and(|missing| missing.is_empty());
        uses.iter().all(has)
    }
}

/// The engine of a worker: opened when it is first needed, and kept.
pub(crate) struct KeptEngine {
    base: String,
    /// `None` before the engine is first needed and while it is used.
    engine: RefCell<Option<Engine>>,
}

impl KeptEngine {
    /// `base` is the address of the app's folder and ends with a slash.
    pub(crate) fn new(base: String) -> Self {
        Self {
            base,
            engine: RefCell::default(),
        }
    }

    /// Loads the files that these uses need, tells that the engine starts, and runs the work. `tell` receives the bytes
    /// so far and in all, then `None`.
    ///
    /// # Errors
    /// If there is no engine, a file cannot be fetched, or the work fails.
    pub(crate) async fn with<T>(
        &self,
        uses: &[Use],
        tell: impl Fn(Option<(f64, f64)>),
        work: impl FnOnce(&Engine) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        self.lend(uses, tell, async |engine| work(engine)).await
    }

    /// Lends the engine to work with pauses; otherwise as [`KeptEngine::with`].
    ///
    /// # Errors
    /// As for [`KeptEngine::with`].
    pub(crate) async fn lend<T>(
        &self,
        uses: &[Use],
        tell: impl Fn(Option<(f64, f64)>),
        work: impl AsyncFnOnce(&Engine) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::open(&self.base).await?,
        };
        let loaded = engine.load(uses, |loaded, total| tell(Some((loaded, total)))).await;
        let done = match loaded {
            Ok(()) => {
                tell(None);
                work(&engine).await
            }
            Err(EngineError::Fetch(FetchError::Unreachable { .. })) => Err(EngineError::NotStored(
                failures::engine_unreachable(fetch::is_online(), engine.is_there()),
            )),
            Err(error) => Err(error),
        };
        // The engine keeps loaded files, even if other files could not be loaded.
        self.engine.replace(Some(engine));
        done
    }
}

/// Converts the reason why nothing can be drawn.
pub(crate) fn not_drawn(error: DrawError) -> EngineError {
    match error {
        DrawError::Artefact(error) => error.into(),
        DrawError::Dvi(error) => EngineError::Draw(error.to_string()),
    }
}
