//! The engine's files: fetched when they are needed, and kept by the browser from then on.

use texlens_tex::{Artefact, Content, Form};

use super::error::EngineError;
use super::files::needed;
use crate::{fetch, kept::Kept};

/// Where the engine's files lie, relative to the app.
const FOLDER: &str = "tex/";

/// The engine's files for the app at one address.
pub struct Store {
    kept: Kept,
}

impl Store {
    /// `base` is the address of the folder that the app is served from, with a slash at its end.
    pub async fn open(base: &str) -> Self {
        Self {
            kept: Kept::open(base).await,
        }
    }

    /// What a file holds. `on_progress` is told how many of its compressed bytes have arrived.
    pub async fn get(&self, artefact: &Artefact, mut on_progress: impl FnMut(f64)) -> Result<Content, EngineError> {
        let key = key(artefact);
        let size = artefact.compressed as f64;
        if let Some(bytes) = self.kept.get(&key).await
            && let Ok(content) = artefact.unpack(&bytes)
        {
            on_progress(size);
            return Ok(content);
        }
        // A server that undoes the compression sends more.
        let bytes = fetch::bytes(&self.kept.address(&key), |loaded, _| on_progress(size.min(loaded))).await?;
        let content = artefact.unpack(&bytes.to_vec())?;
        self.kept.put(&key, &bytes, None).await;
        Ok(content)
    }

    /// Whether all of these files are there without a network.
    pub async fn has(&self, artefacts: &[&Artefact]) -> bool {
        for artefact in artefacts {
            if !self.kept.has(&key(artefact)).await {
                return false;
            }
        }
        true
    }

    /// Drops what an earlier version of the app has left of its engine: everything but these files.
    pub async fn retain(&self, artefacts: &[&Artefact]) {
        let wanted: Vec<String> = artefacts.iter().map(|artefact| key(artefact)).collect();
        for found in self.kept.keys().await {
            if found.starts_with(FOLDER) && !wanted.contains(&found) {
                self.kept.forget(&found).await;
            }
        }
    }
}

/// The hash makes it another address for another file, for caches on the way as well.
fn key(artefact: &Artefact) -> String {
    format!("{FOLDER}{}?{}", artefact.file, artefact.sha256)
}

/// Reports whether the browser keeps everything that the engine needs for predictions of this form, so that compiling one
/// costs no download.
pub async fn is_kept(base: &str, form: Form) -> bool {
    let needed = needed(form.into());
    !needed.is_empty() && Store::open(base).await.has(&needed).await
}
