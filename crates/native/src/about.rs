//! The parts that are installed, and where.

use std::fmt;
use std::path::{Path, PathBuf};

use texlens_ocr::detect::{Model, Network};

use crate::networks::bundled;
use crate::places::{Places, has_manifest, named_engine};

/// The parts of texlens on this machine.
#[derive(Debug, Clone)]
pub struct About {
    /// The bundled networks with their versions.
    pub networks: Vec<(Network, String)>,
    /// The folder of the TeX engine.
    pub tex_engine: Part,
    /// The library of ONNX Runtime.
    pub runtime: Part,
}

/// A part that stands beside the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it is, or where a variable says that it is.
    pub path: Option<PathBuf>,
    /// Whether it is there.
    pub is_there: bool,
}

/// Looks for the parts.
#[must_use]
pub fn about(places: &Places) -> About {
    let version = |network| Model::from_manifest(bundled(network).0).map(|model| (network, model.version));
    About {
        networks: Network::ALL
            .into_iter()
            .filter_map(|network| version(network).ok())
            .collect(),
        tex_engine: tex_engine(places),
        runtime: runtime(places),
    }
}

fn tex_engine(places: &Places) -> Part {
    let folder = places.tex_engine(None);
    let is_there = has_manifest(&folder);
    // Otherwise it is a folder that only a variable or the source tree would have.
    let is_shown = is_there || named_engine().is_some();
    Part {
        path: is_shown.then_some(folder),
        is_there,
    }
}

fn runtime(places: &Places) -> Part {
    let path = places.runtime_library();
    // The loader of the system looks for a name without a folder.
    let is_found = |path: &Path| path.components().nth(1).is_none() || path.is_file();
    let is_there = path.as_deref().is_some_and(is_found);
    Part { path, is_there }
}

/// The path, with a mark if nothing is there.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            None => f.write_str("not found"),
            Some(path) if self.is_there => write!(f, "{}", path.display()),
            Some(path) => write!(f, "{} (missing)", path.display()),
        }
    }
}
