//! The engine's files: fetched when they are needed, and kept by the browser under their hash, so that they are there without
//! a network from then on.

use js_sys::{Array, Promise, Reflect, Uint8Array};
use texlens_tex::{Artefact, Content};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, Request, Response};

use super::server::EngineError;
use crate::worker::fetch;

/// Name of the browser's cache.
const CACHE: &str = "texlens-tex";

/// The engine's files for the app at one address.
pub(in crate::worker) struct Store {
    folder: String,
    /// None where the browser keeps nothing (plain http, private windows of some browsers): files are then fetched each time.
    cache: Option<Cache>,
}

impl Store {
    /// `base` is the address of the folder that the app is served from, with a slash at its end.
    pub(in crate::worker) async fn open(base: &str) -> Self {
        Self {
            folder: format!("{base}tex/"),
            cache: open_cache().await,
        }
    }

    /// What a file holds. `on_progress` is told how many of its compressed bytes have arrived.
    pub(super) async fn get(
        &self,
        artefact: &Artefact,
        mut on_progress: impl FnMut(f64),
    ) -> Result<Content, EngineError> {
        let url = self.address(artefact);
        let size = artefact.compressed as f64;
        if let Some(bytes) = self.kept(&url).await
            && let Ok(content) = artefact.unpack(&bytes)
        {
            on_progress(size);
            return Ok(content);
        }
        // A server that undoes the compression sends more.
        let bytes = fetch::bytes(&url, |loaded, _| on_progress(size.min(loaded))).await?;
        let content = artefact.unpack(&bytes.to_vec())?;
        self.keep(&url, &bytes).await;
        Ok(content)
    }

    /// Whether all of these files are there without a network.
    pub(in crate::worker) async fn has(&self, artefacts: &[&Artefact]) -> bool {
        for artefact in artefacts {
            if self.matching(&self.address(artefact)).await.is_none() {
                return false;
            }
        }
        true
    }

    /// Drops what an earlier version of the app has left: everything but these files.
    pub(super) async fn retain(&self, artefacts: &[&Artefact]) {
        let Some(cache) = &self.cache else { return };
        let wanted: Vec<String> = artefacts.iter().map(|artefact| self.address(artefact)).collect();
        let Some(keys) = settled(cache.keys()).await else {
            return;
        };
        for key in Array::from(&keys) {
            if key
                .dyn_ref::<Request>()
                .is_some_and(|request| !wanted.contains(&request.url()))
            {
                settled(cache.delete_with_str(&key.unchecked_into::<Request>().url())).await;
            }
        }
    }

    /// The hash makes it another address for another file, for caches on the way as well.
    fn address(&self, artefact: &Artefact) -> String {
        format!("{}{}?{}", self.folder, artefact.file, artefact.sha256)
    }

    async fn matching(&self, url: &str) -> Option<Response> {
        settled(self.cache.as_ref()?.match_with_str(url)).await?.dyn_into().ok()
    }

    async fn kept(&self, url: &str) -> Option<Vec<u8>> {
        let buffer = settled(self.matching(url).await?.array_buffer().ok()?).await?;
        Some(Uint8Array::new(&buffer).to_vec())
    }

    /// A browser without room for it keeps nothing; that is all.
    async fn keep(&self, url: &str, bytes: &Uint8Array) {
        if let (Some(cache), Ok(response)) = (&self.cache, Response::new_with_opt_js_u8_array(Some(bytes))) {
            settled(cache.put_with_str(url, &response)).await;
        }
    }
}

async fn open_cache() -> Option<Cache> {
    // Both a window and a worker have it, under the same name.
    let caches: CacheStorage = Reflect::get(&js_sys::global(), &"caches".into())
        .ok()?
        .dyn_into()
        .ok()?;
    settled(caches.open(CACHE)).await?.dyn_into().ok()
}

async fn settled(promise: Promise) -> Option<JsValue> {
    JsFuture::from(promise).await.ok()
}
