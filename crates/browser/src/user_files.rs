//! Files that the user has given to the app for later visits, under their names and hashes.

use js_sys::Uint8Array;
use sha2::{Digest, Sha256};

use crate::kept::Kept;

/// The files that the browser stores for the user, apart from the [files of the app](Kept): a new version of the app
/// deletes none of them.
pub struct UserFiles(Kept);

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserFile {
    /// The name that the user's file had.
    pub name: String,
    /// The SHA-256, in lower-case hexadecimal.
    pub sha256: String,
}

/// The folder of the keys: `user-files/SHA-256/NAME`, the name percent-encoded.
const FOLDER: &str = "user-files/";

/// Maximum length of a name, in characters. Longer names are cut off.
const MAX_NAME: usize = 100;

impl UserFile {
    fn key(&self) -> String {
        let name: String = js_sys::encode_uri_component(&self.name).into();
        format!("{FOLDER}{}/{name}", self.sha256)
    }

    fn of_key(key: &str) -> Option<Self> {
        let (sha256, name) = key.strip_prefix(FOLDER)?.split_once('/')?;
        let name = js_sys::decode_uri_component(name).ok()?;
        Some(Self {
            name: name.into(),
            sha256: sha256.to_owned(),
        })
    }
}

impl UserFiles {
    /// Opens the store. `base` is the address of the app's folder and ends with a slash.
    pub async fn open(base: &str) -> Self {
        Self(Kept::of_user(base).await)
    }

    /// Returns the files, in alphabetical order.
    pub async fn list(&self) -> Vec<UserFile> {
        let keys = self.0.keys().await;
        let mut files: Vec<UserFile> = keys.iter().filter_map(|key| UserFile::of_key(key)).collect();
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
        // A name that ends within a pair of surrogates could not be encoded; a `char` is never half of one.
        let name = name.chars().take(MAX_NAME).collect();
        let file = UserFile { name, sha256 };
        let is_stored = self.0.put(&file.key(), &Uint8Array::from(bytes), None).await;
        is_stored.then_some(file)
    }

    /// Returns the bytes of the file with this hash; `None` if it is not stored, or if what is stored has another hash:
    /// every page of the origin can change the store.
    pub async fn get(&self, sha256: &str) -> Option<Vec<u8>> {
        let bytes = self.0.get(&self.find(sha256).await?.key()).await?;
        (hex::encode(Sha256::digest(&bytes)) == sha256).then_some(bytes)
    }

    /// Deletes the file with this hash, if it is stored.
    pub async fn forget(&self, sha256: &str) {
        if let Some(file) = self.find(sha256).await {
            self.0.forget(&file.key()).await;
        }
    }

    async fn find(&self, sha256: &str) -> Option<UserFile> {
        self.list().await.into_iter().find(|file| file.sha256 == sha256)
    }
}
