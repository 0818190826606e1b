//! The native ONNX Runtime behind the detector's [`Backend`].
//!
//! The library is loaded at its first use, so that the other commands run without it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

use ort::environment::Environment;
use ort::session::Session;
use ort::value::Tensor;
use texlens_ocr::detect::{Backend, Model, Network, SelfCheckError, Tile, self_check};

use crate::installed;

/// Returns the manifest and the graph of a network inside this binary.
pub(crate) const fn bundled(network: Network) -> (&'static str, &'static [u8]) {
    match network {
        Network::Fast => (
            include_str!("../../../models/glyph-detector.json"),
            include_bytes!("../../../models/glyph-detector.onnx"),
        ),
        Network::Accurate => (
            include_str!("../../../models/glyph-detector-accurate.json"),
            include_bytes!("../../../models/glyph-detector-accurate.onnx"),
        ),
    }
}

/// File names of the library in texlens's archive, in the npm package `onnxruntime-node` and in ONNX Runtime's archives.
const LIBRARIES: &[&str] = &[
    "libonnxruntime.so.1",
    "libonnxruntime.so",
    "libonnxruntime.1.dylib",
    "libonnxruntime.dylib",
    "onnxruntime.dll",
];

/// The reason why the model cannot run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RuntimeError {
    /// The usual places have no library.
    #[error(
        "ONNX Runtime was not found. texlens's archive has it; from the repository, `cargo xtask setup` fetches it. Or give \
         the path of its library with --onnxruntime or in ORT_DYLIB_PATH: the npm package onnxruntime-node has one, and so \
         has the Python package onnxruntime"
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

/// The library, and the bundled networks that were used.
pub(crate) struct Runtime {
    library: Library,
    loaded: HashMap<Network, Detector>,
}

/// A network, ready to run.
pub(crate) struct Detector {
    pub(crate) model: Model,
    pub(crate) backend: Native,
}

impl Runtime {
    /// Loads the library. If `threads` is 0, the runtime chooses the number of threads.
    pub(crate) fn open(library: Option<&Path>, threads: usize) -> Result<Self, RuntimeError> {
        Ok(Self {
            library: Library::open(library, threads)?,
            loaded: HashMap::new(),
        })
    }

    /// Returns a network, which is loaded and checked with the golden image at its first use.
    pub(crate) fn detector(&mut self, network: Network) -> Result<&mut Detector, RuntimeError> {
        match self.loaded.entry(network) {
            Entry::Occupied(detector) => Ok(detector.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(self.library.load(network)?)),
        }
    }
}

/// The library of the native runtime.
struct Library {
    path: PathBuf,
    environment: Environment,
    threads: usize,
}

impl Library {
    fn open(library: Option<&Path>, threads: usize) -> Result<Self, RuntimeError> {
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
        Ok(Self {
            path,
            environment,
            threads,
        })
    }

    fn load(&self, network: Network) -> Result<Detector, RuntimeError> {
        let (manifest, graph) = bundled(network);
        let mut builder = Session::builder(&self.environment)?;
        if self.threads > 0 {
            builder = builder.with_intra_threads(self.threads)?;
        }
        // Constant weights are packed once. Behind DequantizeLinear nodes, they would be packed again for every tile.
        let session = builder
            .with_config_entry("session.disable_quant_qdq", "1")?
            .commit_from_memory(graph)?;
        let mut detector = Detector {
            model: Model::from_manifest(manifest)?,
            backend: Native { session },
        };
        let checked = pollster::block_on(self_check(&detector.model, &mut detector.backend));
        checked.map_err(|why| RuntimeError::SelfCheck {
            path: self.path.clone(),
            why: Box::new(why),
        })?;
        Ok(detector)
    }
}

/// A session of the native runtime.
pub(crate) struct Native {
    session: Session,
}

impl Backend for Native {
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

/// Returns the library that `ORT_DYLIB_PATH` names, or the installed one.
pub(crate) fn find_library() -> Option<PathBuf> {
    installed::named("ORT_DYLIB_PATH").or_else(|| installed::find_file(LIBRARIES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_manifests_describe_the_graphs() {
        for network in Network::ALL {
            let (manifest, graph) = bundled(network);
            let model = Model::from_manifest(manifest).unwrap();
            assert_eq!(model.sha256, hex::encode(Sha256::digest(graph)));
            assert_eq!(model.bytes, graph.len() as u64);
        }
    }

    #[test]
    fn the_graphs_pass_their_self_checks_and_a_blank_picture_does_not() {
        let mut runtime = Runtime::open(None, 1).unwrap();
        for network in Network::ALL {
            let Detector { model, backend } = runtime.detector(network).unwrap();
            assert!(model.golden.glyphs.len() > 30);
            let mut blank = model.clone();
            blank.golden.ink.fill(0);
            let blank = pollster::block_on(self_check(&blank, backend));
            assert!(matches!(blank, Err(SelfCheckError::Differs(_))), "{blank:?}");
        }
    }
}
