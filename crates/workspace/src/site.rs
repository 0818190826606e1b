//! What the app consists of, in the parts that a browser can keep for use without a network.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

/// Where its description lies, relative to the app.
pub const DESCRIPTION: &str = "site.json";

/// The part that is always kept.
pub const APP: &str = "app";

/// The files of the app, as the build describes them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Site {
    /// In the order in which they are shown.
    pub parts: Vec<Part>,
    files: BTreeMap<String, File>,
}

/// Files that are kept together.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Part {
    /// Names it.
    pub id: String,
    /// What it is for.
    pub title: String,
    /// What it is.
    pub about: String,
    /// Under which licences.
    pub licence: String,
    /// Where it is from.
    pub source: String,
    files: Vec<String>,
}

/// A file of the app.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct File {
    bytes: u64,
    /// What it is kept under, and fetched from, relative to the app.
    pub key: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Its media type.
    #[serde(rename = "type")]
    pub media_type: String,
}

/// The app's files and those among them that the browser keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    /// All there are.
    pub site: Site,
    /// The keys of those that are kept.
    pub kept: HashSet<String>,
}

impl Shelf {
    /// Size of a part.
    #[must_use]
    pub fn bytes(&self, part: &Part) -> u64 {
        self.files(part).map(|file| file.bytes).sum()
    }

    /// How much of it is kept.
    #[must_use]
    pub fn kept_bytes(&self, part: &Part) -> u64 {
        let kept = self.files(part).filter(|file| self.kept.contains(&file.key));
        kept.map(|file| file.bytes).sum()
    }

    /// The keys of its files, kept or not.
    pub fn keys(&self, part: &Part) -> impl Iterator<Item = &str> {
        self.files(part).map(|file| file.key.as_str())
    }

    /// Those of its files that are not kept.
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
