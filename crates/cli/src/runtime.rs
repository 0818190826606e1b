//! The native ONNX Runtime behind the detector's [`Backend`].
//!
//! The library is loaded at its first use, so that the other commands run without it.

use std::env;
use std::path::{Path, PathBuf};

use ort::session::Session;
use ort::value::Tensor;
use texlens_ocr::detect::{Backend, Model, SelfCheckError, Tile, self_check};

/// Manifest of the model inside this binary.
const MANIFEST: &str = include_str!("../../../models/glyph-detector.json");
/// The model inside this binary.
const GRAPH: &[u8] = include_bytes!("../../../models/glyph-detector.onnx");
/// File names of the library in the npm package `onnxruntime-node` and in ONNX Runtime's own archives.
const LIBRARIES: &[&str] = &[
    "libonnxruntime.so.1",
    "libonnxruntime.so",
    "libonnxruntime.dylib",
    "onnxruntime.dll",
];

/// The reason why the model cannot run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RuntimeError {
    /// The usual places have no library.
    #[error(
        "ONNX Runtime was not found. Give the path of its library with --onnxruntime or in ORT_DYLIB_PATH; \
         `npm install onnxruntime-node` installs one, and so does the Python package onnxruntime"
    )]
    NotFound,
    /// The library is not ONNX Runtime, or it is too old.
    #[error("{path} cannot be used as ONNX Runtime: {error}")]
    Load { path: PathBuf, error: String },
    /// The runtime refused the model or a tile.
    #[error("ONNX Runtime: {0}")]
    Ort(String),
    /// The library gives wrong results.
    #[error("{path} cannot be used as ONNX Runtime: {why}. Give the path of another one with --onnxruntime")]
    SelfCheck {
        path: PathBuf,
        why: Box<SelfCheckError<RuntimeError>>,
    },
    /// The manifest inside this binary is broken.
    #[error(transparent)]
    Model(#[from] texlens_ocr::detect::ModelError),
}

impl<R> From<ort::Error<R>> for RuntimeError {
    fn from(error: ort::Error<R>) -> Self {
        Self::Ort(error.to_string())
    }
}

/// The bundled model, ready to run.
pub(crate) struct Runtime {
    session: Session,
}

impl Runtime {
    /// Loads the library and the bundled model, and checks them with the golden image. If `threads` is 0, the runtime
    /// chooses the number of threads.
    pub(crate) fn load(library: Option<&Path>, threads: usize) -> Result<(Self, Model), RuntimeError> {
        let path = library
            .map(Path::to_owned)
            .or_else(find_library)
            .ok_or(RuntimeError::NotFound)?;
        let environment = ort::init_from(&path)
            .map_err(|error| RuntimeError::Load {
                path: path.clone(),
                error: error.to_string(),
            })?
            .with_telemetry(false)
            .build()?;
        let mut builder = Session::builder(&environment)?;
        if threads > 0 {
            builder = builder.with_intra_threads(threads)?;
        }
        // Constant weights are packed once. Behind DequantizeLinear nodes, they would be packed again for every tile.
        let session = builder
            .with_config_entry("session.disable_quant_qdq", "1")?
            .commit_from_memory(GRAPH)?;
        let (mut runtime, model) = (Self { session }, Model::from_manifest(MANIFEST)?);
        pollster::block_on(self_check(&model, &mut runtime)).map_err(|why| RuntimeError::SelfCheck {
            path,
            why: Box::new(why),
        })?;
        Ok((runtime, model))
    }
}

impl Backend for Runtime {
    type Error = RuntimeError;

    async fn run(&mut self, tile: &Tile) -> Result<Vec<f32>, RuntimeError> {
        let image = Tensor::from_array(([1, 1, tile.height, tile.width], tile.ink.clone()))?;
        let outputs = self.session.run(ort::inputs!["image" => image])?;
        let glyphs = outputs
            .get("glyphs")
            .ok_or_else(|| RuntimeError::Ort("no output `glyphs`".into()))?;
        let (_, rows) = glyphs.try_extract_tensor::<f32>()?;
        Ok(rows.to_vec())
    }
}

/// Searches `ORT_DYLIB_PATH`, then beside the executable, then `node_modules` in the working folder, in the
/// executable's folder and in their parents.
fn find_library() -> Option<PathBuf> {
    if let Some(path) = env::var_os("ORT_DYLIB_PATH") {
        return Some(path.into());
    }
    let executable = env::current_exe().ok();
    let beside = executable.as_deref().and_then(Path::parent);
    let found_beside = beside.and_then(library_in);
    let starts = env::current_dir().ok().into_iter().chain(beside.map(Path::to_owned));
    found_beside.or_else(|| {
        starts.into_iter().find_map(|start| {
            start.ancestors().find_map(|folder| {
                let packages = folder.join("node_modules/onnxruntime-node/bin");
                let builds = packages.read_dir().ok()?.flatten();
                builds
                    .map(|build| build.path().join(platform()))
                    .find_map(|folder| library_in(&folder))
            })
        })
    })
}

fn library_in(folder: &Path) -> Option<PathBuf> {
    LIBRARIES
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file())
}

/// Returns the folder of this platform in the npm package.
fn platform() -> PathBuf {
    let system = match env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    Path::new(system).join(processor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_manifest_describes_the_graph() {
        let model = Model::from_manifest(MANIFEST).unwrap();
        assert_eq!(model.sha256, hex::encode(Sha256::digest(GRAPH)));
        assert_eq!(model.bytes, GRAPH.len() as u64);
    }

    #[test]
    fn the_graph_passes_its_self_check_and_a_blank_picture_does_not() {
        let (mut runtime, mut model) = Runtime::load(None, 1).unwrap();
        assert!(model.golden.glyphs.len() > 30);
        model.golden.ink.fill(0);
        let blank = pollster::block_on(self_check(&model, &mut runtime));
        assert!(matches!(blank, Err(SelfCheckError::Differs(_))), "{blank:?}");
    }
}
