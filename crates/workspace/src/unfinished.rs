//! Imports that were agreed to and are not finished: what the browser keeps of them, so that they go on when the page is opened again.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::state::SampleId;
use crate::brought::ImportId;
use crate::messages::import::Step;

/// Counts the forms that agreements have had; one of another form is dropped.
pub const VERSION: u32 = 1;
/// The files of an import are kept up to so many bytes; of a larger one, their names.
pub const MOST_BYTES: u64 = 512 << 20;
/// An import begins anew by itself so often: what brings the page down must not do so for ever.
pub const TRIES: u32 = 2;
/// Missing files that are named.
const NAMED: usize = 5;

/// What it takes to finish an import when the page is opened again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    version: u32,
    /// Names the import.
    pub import: ImportId,
    /// What a person has put right.
    pub steps: Vec<Step>,
    /// The sample that was shown: a text that comes alone may belong to it.
    pub shown: Option<SampleId>,
    /// Samples, saved evaluations and files of ratings that are to come.
    pub pieces: usize,
    /// How often it was begun anew.
    pub tries: u32,
    /// The files, in the order in which the importer got them: steps name them by it.
    pub files: Vec<Listed>,
}

/// A file of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Where it was found, with `/` between folders.
    pub path: String,
    /// Where its bytes are.
    pub place: Place,
}

/// Where the bytes of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The browser has refused it.
    Refused,
    /// On the disk only, where no page finds it again by itself.
    OnDisk {
        /// Its size in bytes.
        size: u64,
    },
    /// In the browser's database.
    Packed {
        /// In which pack.
        pack: u32,
        /// Its first byte there.
        offset: u64,
        /// Its size in bytes.
        size: u64,
    },
}

/// An import that waits for a person, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interrupted {
    /// Names it.
    pub import: ImportId,
    /// Samples, saved evaluations and files of ratings that it brings.
    pub pieces: usize,
    /// How many files have to be brought again before it can go on.
    pub missing: usize,
    /// The first of them.
    pub named: Vec<String>,
    /// The folder that all of them are in.
    pub folder: Option<String>,
}

impl Agreement {
    /// What was agreed to. Whether the bytes of files are kept is not known yet.
    #[must_use]
    pub fn new(import: ImportId, steps: Vec<Step>, shown: Option<SampleId>, pieces: usize, files: Vec<Listed>) -> Self {
        Self {
            version: VERSION,
            import,
            steps,
            shown,
            pieces,
            tries: 0,
            files,
        }
    }

    /// Reads one; none if it is of another form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text)
            .ok()
            .filter(|agreement: &Self| agreement.version == VERSION)
    }

    /// The files whose bytes are not kept.
    pub fn missing(&self) -> impl Iterator<Item = &Listed> {
        self.files
            .iter()
            .filter(|file| matches!(file.place, Place::OnDisk { .. }))
    }

    /// Forgets where the bytes of files are kept.
    pub fn unpack(&mut self) {
        for file in &mut self.files {
            if let Place::Packed { size, .. } = file.place {
                file.place = Place::OnDisk { size };
            }
        }
    }

    /// What a person is told of it.
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

    /// The outermost folder, if all missing files are in it.
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

    /// Where missing files are among those that are brought, by their names.
    fn places(&self, brought: &[String]) -> Option<Vec<usize>> {
        let places: HashMap<&str, usize> = brought.iter().enumerate().map(|(at, path)| (&**path, at)).collect();
        let found = self.missing().map(|file| places.get(file.path.as_str()).copied());
        found.collect::<Option<Vec<usize>>>().filter(|found| !found.is_empty())
    }

    /// Whether there are files missing and all of their names are among those that are brought.
    #[must_use]
    pub fn is_named_by(&self, brought: &[String]) -> bool {
        self.places(brought).is_some()
    }

    /// Where the missing files are among those that are brought, in their order; none if one is not there, or of another `size`.
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
        // Another file under the same name would be read into another's place.
        assert_eq!(agreement.found_among(&brought, |at| Some(5 + at as u64)), None);
        assert_eq!(agreement.found_among(&paths(&["run/a.tex"]), |_| Some(5)), None);
        let whole = self::agreement(&[("run/b.tex", PACKED)]);
        assert_eq!(whole.found_among(&paths(&["run/b.tex"]), |_| Some(5)), None);
    }
}
