//! The WebGPU adapter that the browser offers.

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

/// Time limit for a WebGPU adapter to answer, in milliseconds. A later answer counts as no adapter.
const ADAPTER_LIMIT_MS: u32 = 3_000;

#[wasm_bindgen]
extern "C" {
    // web-sys offers WebGPU only behind its flag for unstable APIs.
    type Gpu;
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = gpu)]
    static GPU: Option<Gpu>;
    #[wasm_bindgen(method, js_name = requestAdapter)]
    fn request_adapter(this: &Gpu) -> Promise;

    type Adapter;
    #[wasm_bindgen(method, getter)]
    fn info(this: &Adapter) -> Option<AdapterInfo>;
    // Older browsers have the property here.
    #[wasm_bindgen(method, getter, js_name = isFallbackAdapter)]
    fn is_fallback(this: &Adapter) -> Option<bool>;

    type AdapterInfo;
    #[wasm_bindgen(method, getter, js_name = isFallbackAdapter)]
    fn is_fallback(this: &AdapterInfo) -> Option<bool>;
}

/// The WebGPU adapter that the browser offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gpus {
    /// A GPU.
    Real,
    /// An emulation on the CPU, far slower than WebAssembly.
    Emulated,
    /// No adapter, with the reason.
    None(&'static str),
}

impl Gpus {
    /// Returns the reason why nothing is run on WebGPU unless a person asks for it; `None` if there is a GPU.
    #[must_use]
    pub const fn reason_against(self) -> Option<&'static str> {
        match self {
            Self::Real => None,
            Self::Emulated => Some("the browser only emulates WebGPU on the CPU"),
            Self::None(why) => Some(why),
        }
    }
}

/// Asks the browser for an adapter.
pub async fn gpus() -> Gpus {
    let Some(request) = GPU.with(|gpu| gpu.as_ref().map(Gpu::request_adapter)) else {
        return Gpus::None("this browser has no WebGPU");
    };
    let limit = future_to_promise(async {
        TimeoutFuture::new(ADAPTER_LIMIT_MS).await;
        Ok(JsValue::UNDEFINED)
    });
    let Ok(adapter) = JsFuture::from(Promise::race(&Array::of2(&request, &limit))).await else {
        return Gpus::None("the browser refused a WebGPU adapter");
    };
    if adapter.is_undefined() {
        return Gpus::None("no WebGPU adapter answered within 3 s");
    }
    if adapter.is_null() {
        return Gpus::None("the browser offers no WebGPU adapter");
    }
    let adapter: Adapter = adapter.unchecked_into();
    let emulated = adapter
        .info()
        .and_then(|info| info.is_fallback())
        .or_else(|| adapter.is_fallback());
    if emulated == Some(true) {
        Gpus::Emulated
    } else {
        Gpus::Real
    }
}
