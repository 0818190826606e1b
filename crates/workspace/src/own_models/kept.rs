//! Models that the browser stores.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;

use super::files::ModelFile;
use super::summary::ModelSummary;

/// Where the bytes of a model's file are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelData {
    /// In a file that the person chose on this visit, or in a part of an archive.
    Handle(Blob),
    /// In the browser's store.
    Kept(KeptFile),
}

/// A file in the browser's store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFile {
    /// The SHA-256 of the file, in lower-case hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The description of a model that the browser stores. Its files are stored apart, under their hashes, so that two
/// descriptions may share one; the hash of the description is that of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptModel {
    /// The name of the model.
    pub name: String,
    /// What its check found.
    pub summary: ModelSummary,
    /// The files of its folder.
    pub files: Vec<ModelFile<KeptFile>>,
}

impl KeptModel {
    /// Returns the hashes of the files that no other model has, of which the browser may delete the files with this model.
    pub fn alone<'m>(&'m self, others: &'m [Self]) -> impl Iterator<Item = &'m str> {
        let is_in = |model: &Self, sha256: &str| model.files.iter().any(|file| file.data.sha256 == sha256);
        let own = self.files.iter().map(|file| file.data.sha256.as_str());
        own.filter(move |sha256| !others.iter().any(|other| is_in(other, sha256)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_files_stay() {
        let model = |files: &[&str]| KeptModel {
            name: String::new(),
            summary: ModelSummary::default(),
            files: files
                .iter()
                .map(|sha256| ModelFile {
                    path: String::new(),
                    data: KeptFile {
                        sha256: (*sha256).to_owned(),
                        bytes: 1,
                    },
                })
                .collect(),
        };
        let (one, other) = (model(&["a", "b"]), model(&["b", "c"]));
        assert_eq!(one.alone(&[other]).collect::<Vec<_>>(), ["a"]);
        assert_eq!(one.alone(&[]).count(), 2);
    }
}
