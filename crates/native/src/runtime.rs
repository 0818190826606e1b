//! The native ONNX Runtime behind the detector's [`Backend`].
//!
//! The library is loaded at its first use, so that the other commands run without it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::SessionBuilder;
use ort::value::Tensor;
use texlens_ocr::detect::{Backend, Model, Network, SelfCheckError, Tile, self_check};

use crate::networks::bundled;
use crate::places::Places;

/// The reason why the model cannot run.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// No library was named or found. The caller says where to get one.
    #[error("ONNX Runtime was not found")]
    NotFound,
    /// The library is not ONNX Runtime, or it is too old.
    #[error("{path} cannot be used as ONNX Runtime: {error}")]
    Load {
        /// Path of the library.
        path: PathBuf,
        /// The message of the loader.
        error: String,
    },
    /// The runtime refused the model or a tile.
    #[error("ONNX Runtime: {0}")]
    Ort(String),
    /// The library gives wrong results.
    #[error("{path} cannot be used as ONNX Runtime: {why}")]
    SelfCheck {
        /// Path of the library.
        path: PathBuf,
        /// The difference to the expected result.
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
pub struct Runtime {
    library: Library,
    loaded: HashMap<Network, Detector>,
}

/// A network, ready to run.
pub struct Detector {
    /// The description of the network.
    pub model: Model,
    /// The session that runs it.
    pub backend: Native,
}

impl Runtime {
    /// Loads a library: the given one, else an installed one. If `threads` is 0, the runtime chooses the number of
    /// threads.
    ///
    /// # Errors
    /// If there is no library, or if it cannot be used.
    pub fn open(library: Option<&Path>, places: &Places, threads: usize) -> Result<Self, RuntimeError> {
        Ok(Self {
            library: Library::find(library, places, threads)?,
            loaded: HashMap::new(),
        })
    }

    /// Forgets the networks in a process that was forked: it does not have their threads, so that they could neither run
    /// nor end. A process can have the library only once, so that is kept.
    pub fn renew(&mut self) {
        std::mem::forget(std::mem::take(&mut self.loaded));
    }

    /// Returns a network, which is loaded and checked with the golden image at its first use.
    ///
    /// # Errors
    /// If the library refuses the network, or gives wrong results.
    pub fn detector(&mut self, network: Network) -> Result<&mut Detector, RuntimeError> {
        match self.loaded.entry(network) {
            Entry::Occupied(detector) => Ok(detector.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(self.library.load(network)?)),
        }
    }
}

/// The library that this process has loaded, which all networks and models share.
static OPENED: Mutex<Option<(PathBuf, Environment)>> = Mutex::new(None);

/// The library of the native runtime.
pub(crate) struct Library {
    path: PathBuf,
    environment: Environment,
    threads: usize,
}

impl Library {
    /// Loads a library: the given one, else an installed one.
    pub(crate) fn find(given: Option<&Path>, places: &Places, threads: usize) -> Result<Self, RuntimeError> {
        let path = given.map(Path::to_owned).or_else(|| places.runtime_library());
        Self::open(path.ok_or(RuntimeError::NotFound)?, threads)
    }

    fn open(path: PathBuf, threads: usize) -> Result<Self, RuntimeError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let environment = match opened.as_ref() {
            Some((first, environment)) if *first == path => environment.clone(),
            Some((first, _)) => {
                return Err(RuntimeError::Load {
                    path,
                    error: format!(
                        "{} is in use already, and a process can have one library only",
                        first.display()
                    ),
                });
            }
            None => {
                let environment = ort::init_from(&path).map_err(|error| RuntimeError::Load {
                    path: path.clone(),
                    error: error.to_string(),
                })?;
                let environment = environment.with_telemetry(false).build()?;
                opened.insert((path.clone(), environment)).1.clone()
            }
        };
        Ok(Self {
            path,
            environment,
            threads,
        })
    }

    /// Begins a session with the number of threads.
    pub(crate) fn builder(&self) -> Result<SessionBuilder, RuntimeError> {
        let builder = Session::builder(&self.environment)?;
        match self.threads {
            0 => Ok(builder),
            threads => Ok(builder.with_intra_threads(threads)?),
        }
    }

    fn load(&self, network: Network) -> Result<Detector, RuntimeError> {
        let (manifest, graph) = bundled(network);
        // Constant weights are packed once. Behind DequantizeLinear nodes, they would be packed again for every tile.
        let session = self
            .builder()?
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
pub struct Native {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graphs_pass_their_self_checks_and_a_blank_picture_does_not() {
        let mut runtime = Runtime::open(None, &Places::beside_program(), 1).unwrap();
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
