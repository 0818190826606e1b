//! Files that the user has given to the app for later visits, under their names and hashes.

use js_sys::Uint8Array;
use sha2::{Digest, Sha256};
use texlens_blob::Blob;

use crate::kept::Kept;

/// The files that the browser stores for the user, apart from the [files of the app](Kept): a new version of the app
/// deletes none of them.
pub struct UserFiles {
    kept: Kept,
    /// The folder of the keys: `FOLDER/SHA-256/NAME`, the name percent-encoded.
    folder: &'static str,
}

/// What a person gives the app files for. The files of one use are not listed with those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseOfFiles {
    /// Tokenisers for TeXBLEU.
    Tokenisers,
    /// Descriptions of models that read, each with the hashes of its files.
    Models,
    /// The files of these models.
    ModelFiles,
}

impl UseOfFiles {
    const fn folder(self) -> &'static str {
        match self {
            Self::Tokenisers => "user-files/",
            Self::Models => "user-models/",
            Self::ModelFiles => "user-model-files/",
        }
    }
}

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserFile {
    /// The name that the user's file had.
    pub name: String,
    /// The SHA-256, in lower-case hexadecimal.
    pub sha256: String,
}

/// Large files are hashed in pieces of this many bytes.
const PIECE: u64 = 8 << 20;

/// Maximum length of a name, in characters. Longer names are cut off.
const MAX_NAME: usize = 100;

impl UserFile {
    fn new(name: &str, sha256: String) -> Self {
        // A name that ends within a pair of surrogates could not be encoded; a `char` is never half of one.
        let name = name.chars().take(MAX_NAME).collect();
        Self { name, sha256 }
    }

    fn key(&self, folder: &str) -> String {
        let name: String = js_sys::encode_uri_component(&self.name).into();
        format!("{folder}{}/{name}", self.sha256)
    }

    fn of_key(key: &str, folder: &str) -> Option<Self> {
        let (sha256, name) = key.strip_prefix(folder)?.split_once('/')?;
        let name = js_sys::decode_uri_component(name).ok()?;
        Some(Self {
            name: name.into(),
            sha256: sha256.to_owned(),
        })
    }
}

impl UserFiles {
    /// Opens the store. `base` is the address of the app's folder and ends with a slash.
    pub async fn open(base: &str, of: UseOfFiles) -> Self {
        Self {
            kept: Kept::of_user(base).await,
            folder: of.folder(),
        }
    }

    /// Returns the files, in alphabetical order.
    pub async fn list(&self) -> Vec<UserFile> {
        let keys = self.kept.keys().await;
        let mut files: Vec<UserFile> = keys
            .iter()
            .filter_map(|key| UserFile::of_key(key, self.folder))
            .collect();
        files.sort_by(|a, b| (&a.name, &a.sha256).cmp(&(&b.name, &b.sha256)));
        files
    }

    /// Stores a file; returns `None` if the browser has no room or stores nothing, as in some private windows. A file
    /// that is stored under another name is not stored again.
    pub async fn put(&self, name: &str, bytes: &[u8]) -> Option<UserFile> {
        let sha256 = hex::encode(Sha256::digest(bytes));
        if let Some(stored) = self.find(&sha256).await {
            return Some(stored);
        }
        let file = UserFile::new(name, sha256);
        let is_stored = self
            .kept
            .put(&file.key(self.folder), &Uint8Array::from(bytes), None)
            .await;
        is_stored.then_some(file)
    }

    /// Stores a file as [`put`](Self::put) does, however large it is. `on_progress` receives the number of bytes that have
    /// been hashed.
    pub async fn put_blob(&self, name: &str, blob: &Blob, on_progress: impl FnMut(u64)) -> Option<UserFile> {
        let sha256 = hash(blob, on_progress).await?;
        if let Some(stored) = self.find(&sha256).await {
            return Some(stored);
        }
        let file = UserFile::new(name, sha256);
        let is_stored = self.kept.put_blob(&file.key(self.folder), blob).await;
        is_stored.then_some(file)
    }

    /// Returns a handle to the file with this hash, as [`get`](Self::get) returns its bytes.
    pub async fn blob(&self, sha256: &str, on_progress: impl FnMut(u64)) -> Option<Blob> {
        let blob = self.kept.blob(&self.find(sha256).await?.key(self.folder)).await?;
        let found = hash(&blob, on_progress).await?;
        (found == sha256).then_some(blob)
    }

    /// Returns the bytes of the file with this hash; `None` if it is not stored, or if what is stored has another hash:
    /// every page of the origin can change the store.
    pub async fn get(&self, sha256: &str) -> Option<Vec<u8>> {
        let bytes = self.kept.get(&self.find(sha256).await?.key(self.folder)).await?;
        (hex::encode(Sha256::digest(&bytes)) == sha256).then_some(bytes)
    }

    /// Deletes the file with this hash, if it is stored.
    pub async fn forget(&self, sha256: &str) {
        if let Some(file) = self.find(sha256).await {
            self.kept.forget(&file.key(self.folder)).await;
        }
    }

    async fn find(&self, sha256: &str) -> Option<UserFile> {
        self.list().await.into_iter().find(|file| file.sha256 == sha256)
    }
}

/// Returns the SHA-256 of a handle's bytes, in lower-case hexadecimal; `None` if they can no longer be read.
async fn hash(blob: &Blob, mut on_progress: impl FnMut(u64)) -> Option<String> {
    let mut hash = Sha256::new();
    let (mut done, all) = (0, blob.size());
    while done < all {
        let length = PIECE.min(all - done);
        hash.update(blob.part(done, length).bytes().await.ok()?);
        done += length;
        on_progress(done);
    }
    Some(hex::encode(hash.finalize()))
}
