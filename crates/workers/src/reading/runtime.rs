//! ONNX Runtime Web behind the detector's [`Backend`].

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Reflect, Uint8Array};
use ort::environment::Environment;
use ort::session::{RunOptions, Session};
use ort::value::Tensor;
use ort_web::{Dist, SyncDirection, ValueExt};
use texlens_ocr::detect::{Backend, Tile};
use wasm_bindgen::{JsCast, JsValue};

use texlens_browser::fetch::{self, FetchError};

/// The reason why the runtime could not be loaded or a tile could not be run.
#[derive(Debug, thiserror::Error)]
pub(super) enum RuntimeError {
    /// A file of the runtime could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The loader failed.
    #[error("ONNX Runtime could not be loaded: {0}")]
    Load(#[from] ort_web::Error),
    /// The runtime refused the model or the tile.
    #[error("ONNX Runtime: {0}")]
    Ort(#[from] ort::Error),
    /// The model is not a glyph detector.
    #[error("the model has no output named `glyphs`")]
    NoOutput,
}

/// The two shipped builds of ONNX Runtime Web. A worker can load only one of them, and only once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Build {
    /// WebAssembly only.
    Plain,
    /// WebAssembly and WebGPU. This build is twice as large.
    WebGpu,
}

impl Build {
    fn script(self) -> &'static str {
        match self {
            Self::Plain => "ort.wasm.min.mjs",
            Self::WebGpu => "ort.webgpu.min.mjs",
        }
    }

    fn binary(self) -> &'static str {
        match self {
            Self::Plain => "ort-wasm-simd-threaded.wasm",
            Self::WebGpu => "ort-wasm-simd-threaded.asyncify.wasm",
        }
    }
}

/// The device on which a session runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Device {
    /// WebAssembly on the CPU.
    Wasm,
    /// The GPU.
    WebGpu,
}

impl Device {
    /// Returns the name as in [`Provider::name`](texlens_workspace::messages::reading::Provider::name).
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Wasm => "wasm",
            Self::WebGpu => "webgpu",
        }
    }
}

/// The worker's runtime, empty before the first use. It stays after a session has failed, because no other runtime can
/// be loaded.
#[derive(Default)]
pub(super) struct Loaded(RefCell<Option<Rc<Runtime>>>);

impl Loaded {
    /// Returns the loaded runtime, whatever its build, or loads the requested build.
    pub(super) async fn or_load(
        &self,
        base: &str,
        build: Build,
        on_progress: impl FnMut(f64, Option<f64>),
    ) -> Result<Rc<Runtime>, RuntimeError> {
        if let Some(runtime) = self.0.borrow().as_ref() {
            return Ok(Rc::clone(runtime));
        }
        let runtime = Rc::new(Runtime::load(base, build, on_progress).await?);
        self.0.replace(Some(Rc::clone(&runtime)));
        Ok(runtime)
    }
}

/// A loaded runtime.
pub(super) struct Runtime {
    environment: Environment,
}

impl Runtime {
    /// Loads a build from the folder `base`. `on_progress` receives the progress of its binary.
    async fn load(base: &str, build: Build, on_progress: impl FnMut(f64, Option<f64>)) -> Result<Self, RuntimeError> {
        let binary = fetch::bytes(&format!("{base}{}", build.binary()), on_progress).await?;
        // `with_binary_name` is not used: the loader would preload the binary, which is already here.
        let dist = Dist::new(base).with_script_name(build.script());
        ort::set_api(ort_web::api(dist).await?);
        give_binary(&binary);
        let environment = ort::init().with_telemetry(false).build()?;
        Ok(Self { environment })
    }

    /// Prepares the model on a device.
    pub(super) async fn session(&self, model: &[u8], device: Device) -> Result<OrtWeb, RuntimeError> {
        ask_for(device);
        let session = Session::builder(&self.environment)?
            // With this setting, constant weights are packed once. Behind DequantizeLinear nodes they would be packed
            // again for every tile.
            .with_config_entry("session.disable_quant_qdq", "1")
            .map_err(ort::Error::from)?
            .commit_from_memory(model)
            .await;
        free_binary();
        Ok(OrtWeb { session: session? })
    }
}

/// Passes the binary to the runtime, so that the runtime does not fetch it again. If this fails, the runtime fetches
/// it.
fn give_binary(binary: &Uint8Array) {
    let _ = Reflect::set(&get(&runtime_env(), "wasm"), &"wasmBinary".into(), &binary.buffer());
}

/// Frees the binary that the runtime was given: the runtime compiles it for its first session and keeps a reference.
/// A browser that cannot take a buffer's memory away keeps it.
fn free_binary() {
    let binary = get(&get(&runtime_env(), "wasm"), "wasmBinary");
    if let Some(transfer) = get(&binary, "transfer").dyn_ref::<Function>() {
        let _ = transfer.call1(&binary, &0.into());
    }
}

/// Sets the device of the next session. `reading-worker.mjs` passes it on, because the provider names of `ort` differ
/// from those that `ort-web` knows. A session with an unknown provider silently runs in WebAssembly.
fn ask_for(device: Device) {
    let _ = Reflect::set(&runtime_env(), &"provider".into(), &device.name().into());
}

/// Returns the number of threads of a WebAssembly session, as set by `reading-worker.mjs`.
pub(super) fn threads() -> u32 {
    let threads = get(&get(&runtime_env(), "wasm"), "numThreads");
    threads.as_f64().map_or(1, |threads| threads as u32)
}

fn runtime_env() -> JsValue {
    get(&get(&js_sys::global(), "ort"), "env")
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A session of the glyph detector.
pub(super) struct OrtWeb {
    session: Session,
}

impl Backend for OrtWeb {
    type Error = RuntimeError;

    async fn run(&mut self, tile: &Tile) -> Result<Vec<f32>, RuntimeError> {
        // In WebAssembly, a tile blocks the worker. Between tiles the worker receives messages, for example a
        // cancellation.
        TimeoutFuture::new(0).await;
        let image = Tensor::from_array(([1, 1, tile.height, tile.width], tile.ink.clone()))?;
        let options = RunOptions::new()?;
        let mut outputs = self.session.run_async(ort::inputs!["image" => image], &options).await?;
        let mut glyphs = outputs.remove("glyphs").ok_or(RuntimeError::NoOutput)?;
        glyphs.sync(SyncDirection::Rust).await?;
        let (_, rows) = glyphs.try_extract_tensor::<f32>()?;
        Ok(rows.to_vec())
    }
}
