//! The store of the engine's files. A file is fetched when it is first needed; the browser stores it from then on.

use texlens_tex::{Artefact, Content, Use};

use super::error::EngineError;
use super::files::needed;
use crate::{fetch, kept::Kept};

/// The folder of the engine's files, relative to the app.
const FOLDER: &str = "tex/";

/// The engine's files for the app at one address.
pub struct Store {
    kept: Kept,
}

impl Store {
    /// Opens the store. `base` is the address of the app's folder and ends with a slash.
    pub async fn open(base: &str) -> Self {
        Self {
            kept: Kept::open(base).await,
        }
    }

    /// Returns the content of a file, fetched if it is not stored. `on_progress` receives the number of its compressed
    /// bytes that have arrived.
    ///
    /// # Errors
    /// [`EngineError`] if the file cannot be fetched or is not the expected one.
    pub async fn get(&self, artefact: &Artefact, mut on_progress: impl FnMut(f64)) -> Result<Content, EngineError> {
        let key = key(artefact);
        let size = artefact.compressed as f64;
        if let Some(bytes) = self.kept.get(&key).await
            && let Ok(content) = artefact.unpack(&bytes)
        {
            on_progress(size);
            return Ok(content);
        }
        // A server that decompresses the file sends more bytes.
        let bytes = fetch::bytes(&self.kept.address(&key), |loaded, _| on_progress(size.min(loaded))).await?;
        let content = artefact.unpack(&bytes.to_vec())?;
        self.kept.put(&key, &bytes, None).await;
        Ok(content)
    }

    /// Reports whether all of these files are stored, so that no network is needed.
    pub async fn has(&self, artefacts: &[&Artefact]) -> bool {
        for artefact in artefacts {
            if !self.kept.has(&key(artefact)).await {
                return false;
            }
        }
        true
    }

    /// Deletes the stored engine files of earlier versions of the app: all except these files.
    pub async fn retain(&self, artefacts: &[&Artefact]) {
        let wanted: Vec<String> = artefacts.iter().map(|artefact| key(artefact)).collect();
        for found in self.kept.keys().await {
            if found.starts_with(FOLDER) && !wanted.contains(&found) {
                self.kept.forget(&found).await;
            }
        }
    }
}

/// Returns the key of a file. It contains the hash, so that a different file has a different address, also for caches
/// on the way.
fn key(artefact: &Artefact) -> String {
    format!("{FOLDER}{}?{}", artefact.file, artefact.sha256)
}

/// Reports whether the browser stores all files that the engine needs for a use, so that it causes no download.
pub async fn is_kept(base: &str, usage: Use) -> bool {
    let needed = needed(usage);
    !needed.is_empty() && Store::open(base).await.has(&needed).await
}
