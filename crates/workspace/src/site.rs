//! The files of the app, grouped into parts that a browser can store for use without a network.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

/// Path of the description, relative to the app.
pub const DESCRIPTION: &str = "site.json";

/// The part that is always stored.
pub const APP: &str = "app";

/// The files of the app, as described by the build.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Site {
    /// The parts, in the order in which they are shown.
    pub parts: Vec<Part>,
    files: BTreeMap<String, File>,
}

/// Files that are stored together.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Part {
    /// The id of the part.
    pub id: String,
    /// The title of the part.
    pub title: String,
    /// A description of the part.
    pub about: String,
    /// The licences.
    pub licence: String,
    /// The origin.
    pub source: String,
    files: Vec<String>,
}

/// A file of the app.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct File {
    bytes: u64,
    /// The key under which the file is stored, and the path from which it is fetched, relative to the app.
    pub key: String,
    /// SHA-256 of the bytes, in hexadecimal.
    pub sha256: String,
    /// The media type.
    #[serde(rename = "type")]
    pub media_type: String,
}

/// The app's files, and the keys of those that the browser stores.
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    /// All files.
    pub site: Site,
    /// The keys of the stored files.
    pub kept: HashSet<String>,
}

impl Shelf {
    /// Returns the size of a part in bytes.
    #[must_use]
    pub fn bytes(&self, part: &Part) -> u64 {
        self.files(part).map(|file| file.bytes).sum()
    }

    /// Returns how many bytes of a part are stored.
    #[must_use]
    pub fn kept_bytes(&self, part: &Part) -> u64 {
        let kept = self.files(part).filter(|file| self.kept.contains(&file.key));
        kept.map(|file| file.bytes).sum()
    }

    /// Returns the keys of a part's files, stored or not.
    pub fn keys(&self, part: &Part) -> impl Iterator<Item = &str> {
        self.files(part).map(|file| file.key.as_str())
    }

    /// Returns the files of a part that are not stored.
    pub fn missing(&self, part: &Part) -> impl Iterator<Item = &File> {
        self.files(part).filter(|file| !self.kept.contains(&file.key))
    }

    fn files(&self, part: &Part) -> impl Iterator<Item = &File> {
        part.files.iter().filter_map(|name| self.site.files.get(name))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_is_kept_of_another_version_does_not_count() {
        let site: Site = serde_json::from_str(
            r#"{
                "parts": [{"id": "app", "title": "", "about": "", "licence": "", "source": "", "files": ["a", "b", "c"]}],
                "files": {
                    "a": {"bytes": 1, "key": "a?1", "sha256": "1", "type": ""},
                    "b": {"bytes": 20, "key": "b?2", "sha256": "2", "type": ""},
                    "c": {"bytes": 300, "key": "c?3", "sha256": "3", "type": ""}
                }
            }"#,
        )
        .unwrap();
        let kept = ["a?1", "b?old", "elsewhere?3"].map(str::to_owned).into();
        let shelf = Shelf { site, kept };
        let part = &shelf.site.parts[0];
        assert_eq!((shelf.bytes(part), shelf.kept_bytes(part)), (321, 1));
        let missing: Vec<&str> = shelf.missing(part).map(|file| file.key.as_str()).collect();
        assert_eq!(missing, ["b?2", "c?3"]);
    }
}
