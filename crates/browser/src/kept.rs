//! Files of the app that the browser keeps, under their names and a hash, so that they are there without a network. The
//! service worker keeps and serves the same ones.

use js_sys::{Array, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, Headers, Request, Response, ResponseInit};

/// What the browser keeps of the app at one address. Keys are relative to it.
pub struct Kept {
    base: String,
    /// `None` if the browser stores nothing, as over plain HTTP and in private windows of some browsers.
    cache: Option<Cache>,
}

impl Kept {
    /// `base` is the address of the folder that the app is served from, with a slash at its end.
    pub async fn open(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            cache: cache(base).await,
        }
    }

    /// Whether this browser keeps anything at all.
    pub fn is_available(&self) -> bool {
        self.cache.is_some()
    }

    /// Where a key is fetched from.
    pub fn address(&self, key: &str) -> String {
        format!("{}{key}", self.base)
    }

    pub async fn has(&self, key: &str) -> bool {
        self.response(key).await.is_some()
    }

    pub async fn get(&self, key: &str) -> Option<Vec<u8>> {
        let buffer = settled(self.response(key).await?.array_buffer().ok()?).await?;
        Some(Uint8Array::new(&buffer).to_vec())
    }

    /// Stores a file; returns whether it is stored. A browser without room stores nothing. A script runs only if the type of
    /// its response is that of a script.
    pub async fn put(&self, key: &str, bytes: &Uint8Array, media_type: Option<&str>) -> bool {
        let (Some(cache), Some(response)) = (&self.cache, response(bytes, media_type)) else {
            return false;
        };
        settled(cache.put_with_str(&self.address(key), &response))
            .await
            .is_some()
    }

    pub async fn forget(&self, key: &str) {
        if let Some(cache) = &self.cache {
            settled(cache.delete_with_str(&self.address(key))).await;
        }
    }

    /// Everything that is kept.
    pub async fn keys(&self) -> Vec<String> {
        let Some(cache) = &self.cache else { return Vec::new() };
        let requests = settled(cache.keys()).await.unwrap_or_default();
        let key = |request: JsValue| {
            let url = request.dyn_into::<Request>().ok()?.url();
            Some(url.strip_prefix(&self.base)?.to_owned())
        };
        Array::from(&requests).iter().filter_map(key).collect()
    }

    async fn response(&self, key: &str) -> Option<Response> {
        let found = settled(self.cache.as_ref()?.match_with_str(&self.address(key))).await?;
        found.dyn_into().ok()
    }
}

fn response(bytes: &Uint8Array, media_type: Option<&str>) -> Option<Response> {
    let headers = Headers::new().ok()?;
    if let Some(media_type) = media_type {
        headers.set("content-type", media_type).ok()?;
    }
    if is_isolated() {
        // Or else the page may not start a worker from it.
        headers.set("cross-origin-embedder-policy", "require-corp").ok()?;
    }
    let init = ResponseInit::new();
    init.set_headers(&headers);
    Response::new_with_opt_js_u8_array_and_init(Some(bytes), &init).ok()
}

/// Whether the host has isolated the page from other origins, so that its workers may share memory.
fn is_isolated() -> bool {
    Reflect::get(&js_sys::global(), &"crossOriginIsolated".into()).is_ok_and(|value| value.is_truthy())
}

/// The browser's cache of the app at this address; `www/service-worker.js` calls it the same.
async fn cache(base: &str) -> Option<Cache> {
    // Both a window and a worker have it, under the same name.
    let caches: CacheStorage = Reflect::get(&js_sys::global(), &"caches".into())
        .ok()?
        .dyn_into()
        .ok()?;
    settled(caches.open(&format!("texlens {base}"))).await?.dyn_into().ok()
}

async fn settled(promise: Promise) -> Option<JsValue> {
    JsFuture::from(promise).await.ok()
}
