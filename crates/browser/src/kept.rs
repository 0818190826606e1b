//! Files of the app that the browser stores under their names and a hash, so that no network is needed. The service
//! worker stores and serves the same files.

use js_sys::{Array, Promise, Reflect, Uint8Array};
use texlens_blob::Blob;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, Headers, Request, Response, ResponseInit};

/// The stored files of the app at one address. Keys are relative to that address.
pub struct Kept {
    base: String,
    /// `None` if the browser stores nothing, as over plain HTTP and in private windows of some browsers.
    cache: Option<Cache>,
}

impl Kept {
    /// Opens the store. `base` is the address of the app's folder and ends with a slash.
    pub async fn open(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            // `www/service-worker.js` uses the same name.
            cache: cache(&format!("texlens {base}")).await,
        }
    }

    /// Opens a second store, which the service worker leaves alone.
    pub(crate) async fn of_user(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            cache: cache(&format!("texlens user {base}")).await,
        }
    }

    /// Reports whether this browser can store files.
    pub fn is_available(&self) -> bool {
        self.cache.is_some()
    }

    /// Returns the address from which a key is fetched.
    pub fn address(&self, key: &str) -> String {
        format!("{}{key}", self.base)
    }

    /// Reports whether a file is stored.
    pub async fn has(&self, key: &str) -> bool {
        self.response(key).await.is_some()
    }

    /// Returns the bytes of a file, or `None` if it is not stored.
    pub async fn get(&self, key: &str) -> Option<Vec<u8>> {
        let buffer = settled(self.response(key).await?.array_buffer().ok()?).await?;
        Some(Uint8Array::new(&buffer).to_vec())
    }

    /// Stores a file and returns whether it is stored; a browser without free space stores nothing. A script needs the
    /// `media_type` of a script, otherwise the browser does not run it.
    pub async fn put(&self, key: &str, bytes: &Uint8Array, media_type: Option<&str>) -> bool {
        let (Some(cache), Some(response)) = (&self.cache, response(bytes, media_type)) else {
            return false;
        };
        settled(cache.put_with_str(&self.address(key), &response))
            .await
            .is_some()
    }

    /// Stores the bytes of a handle without reading them into memory, and returns whether they are stored.
    pub async fn put_blob(&self, key: &str, blob: &Blob) -> bool {
        let (Some(cache), Some(init)) = (&self.cache, init(None)) else {
            return false;
        };
        let Ok(response) = Response::new_with_opt_blob_and_init(Some(blob.handle()), &init) else {
            return false;
        };
        settled(cache.put_with_str(&self.address(key), &response))
            .await
            .is_some()
    }

    /// Returns a handle to the bytes of a file, or `None` if it is not stored.
    pub async fn blob(&self, key: &str) -> Option<Blob> {
        let blob = settled(self.response(key).await?.blob().ok()?).await?;
        Some(Blob::from(blob.dyn_into::<web_sys::Blob>().ok()?))
    }

    /// Deletes a file if it is stored.
    pub async fn forget(&self, key: &str) {
        if let Some(cache) = &self.cache {
            settled(cache.delete_with_str(&self.address(key))).await;
        }
    }

    /// Returns the keys of all stored files.
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
    Response::new_with_opt_js_u8_array_and_init(Some(bytes), &init(media_type)?).ok()
}

fn init(media_type: Option<&str>) -> Option<ResponseInit> {
    let headers = Headers::new().ok()?;
    if let Some(media_type) = media_type {
        headers.set("content-type", media_type).ok()?;
    }
    if is_isolated() {
        // Without this header, the page may not start a worker from the response.
        headers.set("cross-origin-embedder-policy", "require-corp").ok()?;
    }
    let init = ResponseInit::new();
    init.set_headers(&headers);
    Some(init)
}

/// Reports whether the host has isolated the page from other origins, so that its workers may share memory.
fn is_isolated() -> bool {
    Reflect::get(&js_sys::global(), &"crossOriginIsolated".into()).is_ok_and(|value| value.is_truthy())
}

/// Opens a cache. All caches of an origin share one namespace, so that names contain the address of the app.
async fn cache(name: &str) -> Option<Cache> {
    // Windows and workers both have `caches`.
    let caches: CacheStorage = Reflect::get(&js_sys::global(), &"caches".into())
        .ok()?
        .dyn_into()
        .ok()?;
    settled(caches.open(name)).await?.dyn_into().ok()
}

async fn settled(promise: Promise) -> Option<JsValue> {
    JsFuture::from(promise).await.ok()
}
