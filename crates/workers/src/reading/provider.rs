//! Chooses the execution provider that runs the model: the requested one, or the one that measures faster.

use texlens_ocr::detect::{SelfCheckError, self_check};
use texlens_worker_base::onnx::{self, Build, Device, Gpus, Loaded, Runtime, RuntimeError, gpus};
use texlens_workspace::messages::reading::{Provider, ProviderSetting};

use super::detector::Detector;
use super::runtime::{OrtWeb, TileError};

/// The device that runs the networks, and the reason.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    device: Device,
    reason: String,
}

impl Choice {
    fn new(device: Device, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { device, reason }
    }

    /// Reports whether the networks run on the GPU.
    pub(super) fn is_on_gpu(&self) -> bool {
        self.device == Device::WebGpu
    }

    /// Describes the provider of a network. `note` says more about the choice of the network.
    pub(super) fn provider(&self, detector: &Detector, note: Option<&str>) -> Provider {
        let threads = onnx::threads();
        let threads = (self.device == Device::Wasm && threads > 1).then(|| format!("{threads} threads"));
        let network = format!("{} network", detector.network.name());
        let parts = [
            Some(self.reason.as_str()),
            threads.as_deref(),
            Some(network.as_str()),
            note,
        ];
        Provider {
            name: self.device.name().to_owned(),
            reason: parts.into_iter().flatten().collect::<Vec<_>>().join("; "),
            model: detector.model.sha256.clone(),
        }
    }
}

/// A session and the device that runs it.
pub(super) struct Chosen {
    pub(super) backend: OrtWeb,
    pub(super) choice: Choice,
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
        why: SelfCheckError<TileError>,
    },
}

/// Prepares a network on the requested provider, or on the device that was chosen for another network. Uses the loaded
/// runtime, or loads one; `on_loading` receives the progress of the download.
pub(super) async fn choose(
    setting: ProviderSetting,
    before: Option<Choice>,
    base: &str,
    detector: &Detector,
    loaded: &Loaded,
    on_loading: impl FnMut(f64, Option<f64>),
) -> Result<Chosen, ProviderError> {
    let base = format!("{base}ort/");
    let asked = |device| Choice::new(device, "chosen in the settings");
    match (setting, before) {
        (ProviderSetting::Wasm, _) => {
            let runtime = loaded.or_load(&base, Build::Plain, on_loading).await?;
            on(&runtime, detector, asked(Device::Wasm)).await
        }
        (ProviderSetting::WebGpu, _) => {
            if let Gpus::None(why) = gpus().await {
                return Err(ProviderError::NoGpu(why));
            }
            let runtime = loaded.or_load(&base, Build::WebGpu, on_loading).await?;
            on(&runtime, detector, asked(Device::WebGpu)).await
        }
        (ProviderSetting::Auto, Some(choice)) => {
            let build = if choice.is_on_gpu() {
                Build::WebGpu
            } else {
                Build::Plain
            };
            let runtime = loaded.or_load(&base, build, on_loading).await?;
            match on(&runtime, detector, choice.clone()).await {
                Err(error) if choice.is_on_gpu() => without_gpu(&runtime, detector, &error).await,
                prepared => prepared,
            }
        }
        (ProviderSetting::Auto, None) => {
            let Some(why) = gpus().await.reason_against() else {
                let runtime = loaded.or_load(&base, Build::WebGpu, on_loading).await?;
                return faster(&runtime, detector).await;
            };
            let runtime = loaded.or_load(&base, Build::Plain, on_loading).await?;
            on(&runtime, detector, Choice::new(Device::Wasm, why)).await
        }
    }
}

/// Reports whether a setting leads to the GPU, as far as that is known before a network runs.
pub(super) async fn expects_gpu(setting: ProviderSetting) -> bool {
    match setting {
        ProviderSetting::Wasm => false,
        ProviderSetting::WebGpu => true,
        ProviderSetting::Auto => matches!(gpus().await, Gpus::Real(_)),
    }
}

/// Measures both providers on the golden picture and keeps the faster one.
async fn faster(runtime: &Runtime, detector: &Detector) -> Result<Chosen, ProviderError> {
    let (gpu, gpu_ms) = match measured(runtime, detector, Device::WebGpu).await {
        Ok(measured) => measured,
        Err(error) => return without_gpu(runtime, detector, &error).await,
    };
    let (wasm, wasm_ms) = measured(runtime, detector, Device::Wasm).await?;
    let times = format!("measured: WebGPU {gpu_ms:.0} ms, WebAssembly {wasm_ms:.0} ms for the same picture");
    let (backend, device) = if gpu_ms < wasm_ms {
        (gpu, Device::WebGpu)
    } else {
        (wasm, Device::Wasm)
    };
    let choice = Choice::new(device, times);
    Ok(Chosen { backend, choice })
}

async fn without_gpu(runtime: &Runtime, detector: &Detector, error: &ProviderError) -> Result<Chosen, ProviderError> {
    let reason = format!("WebGPU does not work here: {error}");
    on(runtime, detector, Choice::new(Device::Wasm, reason)).await
}

async fn on(runtime: &Runtime, detector: &Detector, choice: Choice) -> Result<Chosen, ProviderError> {
    let backend = checked(runtime, detector, choice.device).await?;
    Ok(Chosen { backend, choice })
}

/// Returns a session that passed the self-check, and its milliseconds for the golden picture after a first run.
async fn measured(runtime: &Runtime, detector: &Detector, device: Device) -> Result<(OrtWeb, f64), ProviderError> {
    // The first run compiles shaders.
    let mut backend = checked(runtime, detector, device).await?;
    let start = js_sys::Date::now();
    check(&mut backend, detector, device).await?;
    Ok((backend, js_sys::Date::now() - start))
}

/// Returns a session that passed the self-check.
async fn checked(runtime: &Runtime, detector: &Detector, device: Device) -> Result<OrtWeb, ProviderError> {
    let mut backend = OrtWeb::new(runtime.session(&detector.onnx, device).await?);
    check(&mut backend, detector, device).await?;
    Ok(backend)
}

async fn check(backend: &mut OrtWeb, detector: &Detector, device: Device) -> Result<(), ProviderError> {
    let failed = |why| ProviderError::SelfCheck {
        provider: device.name(),
        why,
    };
    self_check(&detector.model, backend).await.map_err(failed)
}
