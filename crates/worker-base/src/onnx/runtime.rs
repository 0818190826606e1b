//! Builds and sessions of ONNX Runtime Web.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use ort::environment::Environment;
use ort::session::Session;
use texlens_blob::Blob;
use texlens_browser::fetch::{self, FetchError};
use wasm_bindgen::{JsCast, JsValue};

use ort_web::Dist;

/// The reason why the runtime could not be loaded or failed.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// A file of the runtime could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The loader failed.
    #[error("ONNX Runtime could not be loaded: {0}")]
    Load(#[from] ort_web::Error),
    /// The runtime refused a graph or a tensor.
    #[error("ONNX Runtime: {0}")]
    Ort(#[from] ort::Error),
    /// A graph or tensor is not what was expected.
    #[error("ONNX Runtime: {0}")]
    Unexpected(String),
}

/// The two shipped builds of ONNX Runtime Web. A worker can load only one of them, and only once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
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
pub enum Device {
    /// WebAssembly on the CPU.
    Wasm,
    /// The GPU.
    WebGpu,
}

impl Device {
    /// Returns the name as in [`Provider::name`](texlens_workspace::messages::reading::Provider::name).
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wasm => "wasm",
            Self::WebGpu => "webgpu",
        }
    }
}

/// The worker's runtime, empty before the first use. It stays after a session has failed, because no other runtime can
/// be loaded.
#[derive(Default)]
pub struct Loaded(RefCell<Option<Rc<Runtime>>>);

impl Loaded {
    /// Returns the loaded runtime, whatever its build, or loads the requested build. `base` is the address of the folder
    /// with the builds.
    ///
    /// # Errors
    /// If the runtime cannot be fetched or does not start.
    pub async fn or_load(
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

/// A file with weights of a graph, by the path that the graph states.
#[derive(Debug, Clone)]
pub struct External {
    /// The path.
    pub path: String,
    /// The file.
    pub file: Blob,
}

/// A graph in files of the browser, which pass to the runtime without a copy in the memory of this module.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The graph.
    pub file: Blob,
    /// The files with its weights.
    pub external: Vec<External>,
}

/// A loaded runtime.
pub struct Runtime {
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

    /// Prepares a graph on a device.
    ///
    /// # Errors
    /// If the runtime refuses the graph.
    pub async fn session(&self, graph: &[u8], device: Device) -> Result<Session, RuntimeError> {
        self.commit(graph, &JsValue::UNDEFINED, device).await
    }

    /// Prepares a graph of the browser's files on a device.
    ///
    /// # Errors
    /// If the runtime refuses the graph.
    pub async fn stored_session(&self, graph: &Stored, device: Device) -> Result<Session, RuntimeError> {
        self.commit(&[], &given(graph), device).await
    }

    /// Prepares a graph as [`stored_session`](Self::stored_session) does, but once before for what the runtime says of it
    /// with all details. Also returns the lines of that log.
    ///
    /// # Errors
    /// If the runtime refuses the graph.
    pub async fn told_session(&self, graph: &Stored, device: Device) -> Result<(Session, Vec<String>), RuntimeError> {
        let given = given(graph);
        set(&given, "isTold", &JsValue::TRUE);
        let session = self.commit(&[], &given, device).await?;
        let log = get(&runtime_env(), "log");
        let lines = log.dyn_ref::<Array>().map(Array::iter).into_iter().flatten();
        Ok((session, lines.filter_map(|line| line.as_string()).collect()))
    }

    /// Prepares a graph. `given` are options that `ort-web` has no way for; the graph among them is the one that counts.
    async fn commit(&self, graph: &[u8], given: &JsValue, device: Device) -> Result<Session, RuntimeError> {
        ask_for(device, given);
        let session = Session::builder(&self.environment)?
            // With this setting, constant weights are packed once. Behind DequantizeLinear nodes they would be packed
            // again for every run.
            .with_config_entry("session.disable_quant_qdq", "1")
            .map_err(ort::Error::from)?
            .commit_from_memory(graph)
            .await;
        ask_for(device, &JsValue::UNDEFINED);
        free_binary();
        Ok(session?)
    }
}

/// Returns a graph of the browser's files as an option of a session.
fn given(graph: &Stored) -> Object {
    let given = Object::new();
    set(&given, "model", graph.file.handle());
    let external = graph.external.iter().map(|External { path, file }| {
        let entry = Object::new();
        set(&entry, "path", &path.as_str().into());
        set(&entry, "data", file.handle());
        entry
    });
    set(&given, "externalData", &external.collect::<Array>());
    given
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

/// Sets the device of the next session, and its further options. `onnx-runtime.mjs` passes them on, because the provider
/// names of `ort` differ from those that `ort-web` knows. A session with an unknown provider silently runs in WebAssembly.
fn ask_for(device: Device, given: &JsValue) {
    let env = runtime_env();
    let _ = Reflect::set(&env, &"provider".into(), &device.name().into());
    let _ = Reflect::set(&env, &"given".into(), given);
}

/// Returns the number of threads of a WebAssembly session, as set by `onnx-runtime.mjs`.
#[must_use]
pub fn threads() -> u32 {
    let threads = get(&get(&runtime_env(), "wasm"), "numThreads");
    threads.as_f64().map_or(1, |threads| threads as u32)
}

fn runtime_env() -> JsValue {
    get(&get(&js_sys::global(), "ort"), "env")
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of an object that this module has made, which cannot fail.
fn set(object: &JsValue, key: &str, value: &JsValue) {
    let _ = Reflect::set(object, &key.into(), value);
}
