//! Confirmed imports that are not finished. The browser stores them so that they can be resumed when the page is opened
//! again.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use texlens_dataset::KnownSamples;

use super::state::SampleId;
use crate::brought::ImportId;
use crate::messages::import::{Step, TextChoices};

/// Version of the stored format. Agreements of another version are dropped.
pub const VERSION: u32 = 1;
/// Maximum total size of an import's files that are stored, in bytes. Of a larger import, only the file names are
/// stored.
pub const MOST_BYTES: u64 = 512 << 20;
/// Number of times an import is resumed automatically. An import that crashes the page must not do so forever.
pub const TRIES: u32 = 2;
/// Number of missing files to name.
const NAMED: usize = 5;

/// The data for finishing an import when the page is opened again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    version: u32,
    /// The id of the import.
    pub import: ImportId,
    /// The steps of the person.
    pub steps: Vec<Step>,
    /// How texts are read.
    #[serde(default)]
    pub texts: TextChoices,
    /// The samples that existed when the import began.
    #[serde(default)]
    pub known: KnownSamples,
    /// The sample that was shown, which a single text may complete.
    pub shown: Option<SampleId>,
    /// Number of samples, saved evaluations and files of ratings to add.
    pub pieces: usize,
    /// Number of times the import was resumed.
    pub tries: u32,
    /// The files, in the order in which the importer got them. Steps refer to files by this order.
    pub files: Vec<Listed>,
}

/// A file of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The path where the file was found, with `/` between folders.
    pub path: String,
    /// The place of its bytes.
    pub place: Place,
}

/// The place of a file's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The browser denies access to the file.
    Refused,
    /// The bytes are only on the disk, where a new page cannot find them by itself.
    OnDisk {
        /// Its size in bytes.
        size: u64,
    },
    /// The bytes are in the browser's database.
    Packed {
        /// The number of the pack.
        pack: u32,
        /// The offset of the first byte in the pack.
        offset: u64,
        /// Its size in bytes.
        size: u64,
    },
}

/// An import that waits for the person, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interrupted {
    /// The id of the import.
    pub import: ImportId,
    /// Number of samples, saved evaluations and files of ratings to add.
    pub pieces: usize,
    /// Number of files that have to be added again first.
    pub missing: usize,
    /// The paths of the first missing files.
    pub named: Vec<String>,
    /// The folder that contains all missing files.
    pub folder: Option<String>,
}

impl Agreement {
    /// Makes an agreement before any bytes of files are stored.
    #[must_use]
    pub fn new(import: ImportId, steps: Vec<Step>, shown: Option<SampleId>, pieces: usize, files: Vec<Listed>) -> Self {
        Self {
            version: VERSION,
            import,
            steps,
            texts: TextChoices::default(),
            known: KnownSamples::default(),
            shown,
            pieces,
            tries: 0,
            files,
        }
    }

    /// Reads an agreement. Returns `None` if it is of another version or cannot be read.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text)
            .ok()
            .filter(|agreement: &Self| agreement.version == VERSION)
    }

    /// Returns the files whose bytes are not stored.
    pub fn missing(&self) -> impl Iterator<Item = &Listed> {
        self.files
            .iter()
            .filter(|file| matches!(file.place, Place::OnDisk { .. }))
    }

    /// Forgets the stored bytes of all files.
    pub fn unpack(&mut self) {
        for file in &mut self.files {
            if let Place::Packed { size, .. } = file.place {
                file.place = Place::OnDisk { size };
            }
        }
    }

    /// Returns the description for the person.
    #[must_use]
    pub fn interrupted(&self) -> Interrupted {
        let named = self.missing().take(NAMED).map(|file| file.path.clone());
        Interrupted {
            import: self.import,
            pieces: self.pieces,
            missing: self.missing().count(),
            named: named.collect(),
            folder: self.folder().map(str::to_owned),
        }
    }

    /// Returns the outermost folder, if it contains all missing files.
    fn folder(&self) -> Option<&str> {
        let outermost = |file: &'_ Listed| file.path.find('/');
        let first = self.missing().next()?;
        let folder = first.path.get(..outermost(first)?)?;
        let is_inside = |file: &Listed| {
            let rest = file.path.strip_prefix(folder);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        self.missing().all(is_inside).then_some(folder)
    }

    /// Returns the indices of the missing files among `brought`, by their paths.
    fn places(&self, brought: &[String]) -> Option<Vec<usize>> {
        let places: HashMap<&str, usize> = brought.iter().enumerate().map(|(at, path)| (&**path, at)).collect();
        let found = self.missing().map(|file| places.get(file.path.as_str()).copied());
        found.collect::<Option<Vec<usize>>>().filter(|found| !found.is_empty())
    }

    /// Returns whether files are missing and the paths of all of them are among `brought`.
    #[must_use]
    pub fn is_named_by(&self, brought: &[String]) -> bool {
        self.places(brought).is_some()
    }

    /// Returns the indices of the missing files among `brought`, in order, or `None` if one is not there or has another
    /// `size`.
    pub fn found_among(&self, brought: &[String], size: impl Fn(usize) -> Option<u64>) -> Option<Vec<usize>> {
        let is_same = |(file, at): (&Listed, &usize)| match file.place {
            Place::OnDisk { size: before } => size(*at) == Some(before),
            Place::Refused | Place::Packed { .. } => false,
        };
        self.places(brought)
            .filter(|found| self.missing().zip(found).all(is_same))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn agreement(files: &[(&str, Place)]) -> Agreement {
        let listed = |(path, place): &(&str, Place)| Listed {
            path: (*path).to_owned(),
            place: *place,
        };
        Agreement::new(7, Vec::new(), None, 3, files.iter().map(listed).collect())
    }

    const ON_DISK: Place = Place::OnDisk { size: 5 };
    const PACKED: Place = Place::Packed {
        pack: 0,
        offset: 0,
        size: 5,
    };

    #[test]
    fn it_outlives_the_page() {
        let agreement = agreement(&[("run/a.tex", PACKED), ("run/b.tex", Place::Refused)]);
        let text = serde_json::to_string(&agreement).unwrap();
        assert_eq!(Agreement::parse(&text), Some(agreement));
        assert_eq!(Agreement::parse(&text.replace("\"version\":1", "\"version\":9")), None);
    }

    #[test]
    fn what_is_missing_is_named_with_its_folder() {
        let mut agreement = agreement(&[("run/a.tex", PACKED), ("run/x/b.tex", ON_DISK), ("run/c.tex", ON_DISK)]);
        let told = agreement.interrupted();
        assert_eq!((told.missing, told.folder.as_deref()), (2, Some("run")));
        assert_eq!(told.named, ["run/x/b.tex", "run/c.tex"]);
        agreement.unpack();
        assert_eq!(agreement.interrupted().missing, 3);
        for other in ["b.tex", "runs/b.tex"] {
            let told = self::agreement(&[("run/a.tex", ON_DISK), (other, ON_DISK)]).interrupted();
            assert_eq!(told.folder, None, "{other}");
        }
    }

    #[test]
    fn missing_files_are_found_among_those_that_are_brought_again() {
        let agreement = agreement(&[("run/a.tex", ON_DISK), ("run/b.tex", PACKED), ("run/c.tex", ON_DISK)]);
        let paths = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
        let brought = paths(&["run/c.tex", "run/new.tex", "run/a.tex"]);
        assert_eq!(agreement.found_among(&brought, |_| Some(5)), Some(vec![2, 0]));
        // Another file with the same name must not take the place of the missing one.
        assert_eq!(agreement.found_among(&brought, |at| Some(5 + at as u64)), None);
        assert_eq!(agreement.found_among(&paths(&["run/a.tex"]), |_| Some(5)), None);
        let whole = self::agreement(&[("run/b.tex", PACKED)]);
        assert_eq!(whole.found_among(&paths(&["run/b.tex"]), |_| Some(5)), None);
    }
}
