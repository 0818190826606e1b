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
    #[wasm_bindgen(thread_local_v2, js_namespace = navigator, js_name = userAgent)]
    static USER_AGENT: Option<String>;
    #[wasm_bindgen(method, js_name = requestAdapter)]
    fn request_adapter(this: &Gpu) -> Promise;

    type Adapter;
    #[wasm_bindgen(method, getter)]
    fn info(this: &Adapter) -> Option<AdapterInfo>;
    // Older browsers have the property here.
    #[wasm_bindgen(method, getter, js_name = isFallbackAdapter)]
    fn is_fallback(this: &Adapter) -> Option<bool>;
    #[wasm_bindgen(method, getter)]
    fn limits(this: &Adapter) -> SupportedLimits;

    type SupportedLimits;
    #[wasm_bindgen(method, getter, js_name = maxStorageBufferBindingSize)]
    fn binding(this: &SupportedLimits) -> Option<f64>;
    #[wasm_bindgen(method, getter, js_name = maxBufferSize)]
    fn buffer(this: &SupportedLimits) -> Option<f64>;

    type AdapterInfo;
    #[wasm_bindgen(method, getter, js_name = isFallbackAdapter)]
    fn is_fallback(this: &AdapterInfo) -> Option<bool>;
}

/// The WebGPU adapter that the browser offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gpus {
    /// A GPU.
    Real(Limits),
    /// An emulation on the CPU, far slower than WebAssembly.
    Emulated(Limits),
    /// A GPU of iOS, where WebKit may end the whole page while a model is loaded (onnxruntime issue 26827).
    Fatal(Limits),
    /// No adapter, with the reason.
    None(&'static str),
}

/// The limits of an adapter on which a model can founder. The runtime asks for all that the adapter has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of a tensor, which a shader binds as a whole.
    pub tensor: u64,
}

impl Gpus {
    /// Returns the reason why nothing is run on WebGPU unless a person asks for it; `None` if there is a GPU.
    #[must_use]
    pub const fn reason_against(self) -> Option<&'static str> {
        match self {
            Self::Real(_) => None,
            Self::Emulated(_) => Some("the browser only emulates WebGPU on the CPU"),
            Self::Fatal(_) => Some("on iPhone and iPad, the browser may end a page that runs models on WebGPU"),
            Self::None(why) => Some(why),
        }
    }

    /// Returns the limits of the adapter, if there is one.
    #[must_use]
    pub const fn limits(self) -> Option<Limits> {
        match self {
            Self::Real(limits) | Self::Emulated(limits) | Self::Fatal(limits) => Some(limits),
            Self::None(_) => None,
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
    let limits = limits(&adapter.limits());
    if emulated == Some(true) {
        Gpus::Emulated(limits)
    } else if is_ios() {
        Gpus::Fatal(limits)
    } else {
        Gpus::Real(limits)
    }
}

/// Reports whether the browser says that it runs on iOS. An iPad that asks for sites for computers says that it is a Mac,
/// and a worker sees nothing else of it.
fn is_ios() -> bool {
    let agent = USER_AGENT.with(Clone::clone).unwrap_or_default();
    ["iPhone", "iPad", "iPod"].iter().any(|device| agent.contains(device))
}

/// Returns the limits, by default those that every adapter must have.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole numbers far below 2^53"
)]
fn limits(supported: &SupportedLimits) -> Limits {
    let binding = supported.binding().unwrap_or(f64::from(128_u32 << 20));
    let buffer = supported.buffer().unwrap_or(f64::from(256_u32 << 20));
    Limits {
        tensor: binding.min(buffer) as u64,
    }
}
