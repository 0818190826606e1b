//! Chooses the execution provider that runs the model: the requested one, or the one that measures faster.

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Promise};
use texlens_ocr::detect::{SelfCheckError, self_check};
use texlens_workspace::messages::reading::{Provider, ProviderSetting};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::detector::Detector;
use super::runtime::{self, Build, Device, Loaded, OrtWeb, Runtime, RuntimeError};

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
enum Gpus {
    /// A GPU.
    Real,
    /// An emulation on the CPU, far slower than WebAssembly.
    Emulated,
    /// No adapter, with the reason.
    None(&'static str),
}

/// A session and its provider.
pub(super) struct Chosen {
    pub(super) backend: OrtWeb,
    pub(super) provider: Provider,
}

/// The reason why no provider runs the model.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProviderError {
    /// WebGPU was requested, but there is no adapter.
    #[error("WebGPU was asked for, but {0}. Choose another execution provider.")]
    NoGpu(&'static str),
    /// The runtime failed.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// The model computes wrong results.
    #[error("{provider}: {why}. Choose another execution provider.")]
    SelfCheck {
        provider: &'static str,
        why: SelfCheckError<RuntimeError>,
    },
}

/// Prepares the model on the requested provider. Uses the loaded runtime, or loads one; `on_loading` receives the
/// progress of the download.
pub(super) async fn choose(
    setting: ProviderSetting,
    base: &str,
    detector: &Detector,
    loaded: &Loaded,
    on_loading: impl FnMut(f64, Option<f64>),
) -> Result<Chosen, ProviderError> {
    let base = format!("{base}ort/");
    match setting {
        ProviderSetting::Wasm => {
            let runtime = loaded.or_load(&base, Build::Plain, on_loading).await?;
            on_wasm(&runtime, detector, "chosen in the settings".to_owned()).await
        }
        ProviderSetting::WebGpu => {
            if let Gpus::None(why) = gpus().await {
                return Err(ProviderError::NoGpu(why));
            }
            let runtime = loaded.or_load(&base, Build::WebGpu, on_loading).await?;
            let (backend, _) = measured(&runtime, detector, Device::WebGpu).await?;
            Ok(chosen(
                backend,
                detector,
                Device::WebGpu,
                "chosen in the settings".to_owned(),
            ))
        }
        ProviderSetting::Auto => {
            let why = match gpus().await {
                Gpus::Real => {
                    let runtime = loaded.or_load(&base, Build::WebGpu, on_loading).await?;
                    return faster(&runtime, detector).await;
                }
                Gpus::Emulated => "the browser only emulates WebGPU on the CPU",
                Gpus::None(why) => why,
            };
            let runtime = loaded.or_load(&base, Build::Plain, on_loading).await?;
            on_wasm(&runtime, detector, why.to_owned()).await
        }
    }
}

/// Measures both providers on the golden picture and keeps the faster one.
async fn faster(runtime: &Runtime, detector: &Detector) -> Result<Chosen, ProviderError> {
    let (gpu, gpu_ms) = match measured(runtime, detector, Device::WebGpu).await {
        Ok(measured) => measured,
        Err(error) => return on_wasm(runtime, detector, format!("WebGPU does not work here: {error}")).await,
    };
    let (wasm, wasm_ms) = measured(runtime, detector, Device::Wasm).await?;
    let times = format!("measured: WebGPU {gpu_ms:.0} ms, WebAssembly {wasm_ms:.0} ms for the same picture");
    Ok(if gpu_ms < wasm_ms {
        chosen(gpu, detector, Device::WebGpu, times)
    } else {
        chosen(wasm, detector, Device::Wasm, times)
    })
}

async fn on_wasm(runtime: &Runtime, detector: &Detector, reason: String) -> Result<Chosen, ProviderError> {
    let (backend, _) = measured(runtime, detector, Device::Wasm).await?;
    Ok(chosen(backend, detector, Device::Wasm, reason))
}

fn chosen(backend: OrtWeb, detector: &Detector, device: Device, mut reason: String) -> Chosen {
    let threads = runtime::threads();
    if device == Device::Wasm && threads > 1 {
        reason = format!("{reason}; {threads} threads");
    }
    Chosen {
        backend,
        provider: Provider {
            name: device.name().to_owned(),
            reason,
            model: detector.model.sha256.clone(),
        },
    }
}

/// Returns a session that passed the self-check, and its milliseconds for the golden picture after a first run.
async fn measured(runtime: &Runtime, detector: &Detector, device: Device) -> Result<(OrtWeb, f64), ProviderError> {
    let failed = |why| ProviderError::SelfCheck {
        provider: device.name(),
        why,
    };
    let mut backend = runtime.session(&detector.onnx, device).await?;
    // The first run compiles shaders.
    self_check(&detector.model, &mut backend).await.map_err(failed)?;
    let start = js_sys::Date::now();
    self_check(&detector.model, &mut backend).await.map_err(failed)?;
    Ok((backend, js_sys::Date::now() - start))
}

async fn gpus() -> Gpus {
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
