//! The files of the engine: the files that each use needs, and their unpacked content.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::usage::Use;

/// Maximum unpacked size of an artefact in bytes, whatever the manifest says.
const MAX_BYTES: u64 = 64 << 20;
/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// One file of the engine, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Artefact {
    /// File name in the folder of the manifest. The file is compressed with gzip, unless a web server has already
    /// decompressed it.
    pub file: String,
    /// Unpacked size in bytes.
    pub bytes: u64,
    /// Stored size in bytes.
    pub compressed: u64,
    /// SHA-256 of the unpacked content, in hexadecimal.
    pub sha256: String,
}

/// `manifest.json`: the engine's files and their uses.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Manifest {
    /// Name and version of the engine.
    pub engine: String,
    files: BTreeMap<String, Artefact>,
    uses: BTreeMap<Use, Vec<String>>,
}

/// The reason why the engine's files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArtefactError {
    /// The manifest is malformed.
    #[error("the TeX engine's manifest cannot be read: {0}")]
    Manifest(#[from] serde_json::Error),
    /// The manifest does not describe a file that it refers to.
    #[error("the TeX engine's manifest does not describe `{0}`")]
    Unlisted(String),
    /// The manifest does not list the files of a use.
    #[error("the TeX engine's files hold nothing for the use `{0}`")]
    NoUse(Use),
    /// A file was not loaded.
    #[error("the TeX engine's file `{0}` was not loaded")]
    Missing(String),
    /// A file cannot be read.
    #[error("{} cannot be read: {error}", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// A file is not the one that the manifest describes.
    #[error("`{name}` is not the file of the manifest (its SHA-256 is {found}); fetch the engine's files again")]
    Hash {
        /// File name in the folder of the manifest.
        name: String,
        /// SHA-256 of the content that was found.
        found: String,
    },
    /// A file cannot be unpacked.
    #[error("`{name}` cannot be unpacked: {reason}")]
    Unpack {
        /// File name in the folder of the manifest.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The engine itself is not a module that can run here.
    #[error("the TeX engine cannot be loaded: {0}")]
    Module(String),
}

impl Manifest {
    /// Reads `manifest.json`.
    pub fn parse(json: &[u8]) -> Result<Self, ArtefactError> {
        let manifest: Self = serde_json::from_slice(json)?;
        match manifest
            .uses
            .values()
            .flatten()
            .find(|name| !manifest.files.contains_key(*name))
        {
            Some(name) => Err(ArtefactError::Unlisted(name.clone())),
            None => Ok(manifest),
        }
    }

    /// Returns the files that a use needs, by name.
    pub fn files(&self, usage: Use) -> Result<impl Iterator<Item = (&str, &Artefact)>, ArtefactError> {
        let names = self.uses.get(&usage).ok_or(ArtefactError::NoUse(usage))?;
        Ok(names
            .iter()
            .filter_map(|name| Some((name.as_str(), self.files.get(name)?))))
    }

    /// Returns the artefact with this name.
    pub fn artefact(&self, name: &str) -> Result<&Artefact, ArtefactError> {
        self.files
            .get(name)
            .ok_or_else(|| ArtefactError::Unlisted(name.to_owned()))
    }
}

impl Artefact {
    /// Unpacks the content and verifies it.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be unpacked, or the content is not the one that the manifest describes.
    pub fn unpack(&self, stored: &[u8]) -> Result<Content, ArtefactError> {
        let broken = |reason: String| ArtefactError::Unpack {
            name: self.file.clone(),
            reason,
        };
        if self.bytes > MAX_BYTES {
            return Err(broken(format!("{} bytes are more than {MAX_BYTES}", self.bytes)));
        }
        let content = if stored.starts_with(&GZIP) {
            let mut content = Vec::new();
            flate2::read::GzDecoder::new(stored)
                .take(self.bytes + 1)
                .read_to_end(&mut content)
                .map_err(|error| broken(error.to_string()))?;
            content
        } else {
            stored.to_vec()
        };
        let found = hex::encode(Sha256::digest(&content));
        if found == self.sha256 {
            Ok(Content(content))
        } else {
            Err(ArtefactError::Hash {
                name: self.file.clone(),
                found,
            })
        }
    }
}

/// The unpacked content of a file of the engine, verified against the manifest.
#[derive(Debug)]
pub struct Content(pub(crate) Vec<u8>);

/// Several files in one block of memory.
#[derive(Debug)]
pub(crate) struct Pack {
    bytes: Vec<u8>,
    files: HashMap<Vec<u8>, Range<usize>>,
}

impl Pack {
    /// Creates a pack of a single file.
    pub(crate) fn single(name: &str, bytes: Vec<u8>) -> Self {
        let files = HashMap::from([(name.as_bytes().to_vec(), 0..bytes.len())]);
        Self { bytes, files }
    }

    /// Creates a pack of the files of a tar archive, without copying them.
    pub(crate) fn archive(name: &str, bytes: Vec<u8>) -> Result<Self, ArtefactError> {
        let files = index(&bytes).map_err(|error| ArtefactError::Unpack {
            name: name.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Self { bytes, files })
    }

    fn find(&self, name: &[u8]) -> Option<Range<usize>> {
        self.files.get(name).cloned()
    }
}

fn index(archive: &[u8]) -> std::io::Result<HashMap<Vec<u8>, Range<usize>>> {
    let mut files = HashMap::new();
    for entry in tar::Archive::new(archive).entries()? {
        let entry = entry?;
        let start = usize::try_from(entry.raw_file_position()).map_err(std::io::Error::other)?;
        let length = usize::try_from(entry.size()).map_err(std::io::Error::other)?;
        files.insert(entry.path_bytes().into_owned(), start..start.saturating_add(length));
    }
    Ok(files)
}

/// The files that the runs of one use may read. All runs share the packs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Library {
    packs: Vec<Arc<Pack>>,
}

/// A file of a library.
#[derive(Debug, Clone)]
pub(crate) struct LibraryFile {
    pack: Arc<Pack>,
    range: Range<usize>,
}

impl Library {
    pub(crate) fn push(&mut self, pack: Arc<Pack>) {
        self.packs.push(pack);
    }

    /// Finds a file by its name. If two packs have a file with this name, the later pack takes precedence.
    pub(crate) fn find(&self, name: &[u8]) -> Option<LibraryFile> {
        self.packs.iter().rev().find_map(|pack| {
            pack.find(name).map(|range| LibraryFile {
                pack: Arc::clone(pack),
                range,
            })
        })
    }
}

impl LibraryFile {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.pack.bytes.get(self.range.clone()).unwrap_or_default()
    }
}
