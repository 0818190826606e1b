//! Archives, whose files are listed as if they lay in a folder of the archive's name.

use std::rc::Rc;

use super::blob::Blob;
use super::{Listing, Place, Source, gzip, name, tarball, zip};
use crate::notice::{ArchiveProblem, Problem};

/// Formats of archives, told by the name: to look into every file of a hundred thousand would take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Zip,
    Tar,
    TarGz,
    /// One packed file.
    Gz,
}

impl Kind {
    const ENDINGS: [(&'static str, Self); 5] = [
        (".zip", Self::Zip),
        (".tar", Self::Tar),
        (".tar.gz", Self::TarGz),
        (".tgz", Self::TarGz),
        (".gz", Self::Gz),
    ];

    /// Of a path; none if it is no archive.
    pub(super) fn of(path: &str) -> Option<Self> {
        Self::split(path).map(|(kind, _)| kind)
    }

    /// The format, and the path without its ending.
    fn split(path: &str) -> Option<(Self, &str)> {
        Self::ENDINGS.iter().find_map(|(ending, kind)| {
            let start = path.len().checked_sub(ending.len()).filter(|&start| start > 0)?;
            let is_it = path.get(start..)?.eq_ignore_ascii_case(ending);
            is_it.then(|| Some((*kind, path.get(..start)?))).flatten()
        })
    }
}

impl Listing {
    /// Lists the files of an archive. What is wrong with it or with a file of it is said.
    pub(super) fn add_archive(&mut self, place: Place<'_>, path: &str, blob: Rc<dyn Blob>) {
        let Some((kind, folder)) = Kind::split(path) else {
            return;
        };
        let inside = Place {
            depth: place.depth + 1,
            ..place
        };
        let limit = self.limits.archive_depth;
        let listed = if inside.depth > limit {
            Err(ArchiveProblem::TooDeep { limit }.into())
        } else {
            match kind {
                Kind::Zip => zip::list(self, inside, folder, blob),
                Kind::Tar => self
                    .held(&*blob)
                    .and_then(|bytes| tarball::list(self, inside, folder, bytes)),
                Kind::TarGz => {
                    gzip::unpack(&*blob, &self.limits).and_then(|bytes| tarball::list(self, inside, folder, bytes))
                }
                Kind::Gz => gzip::unpack(&*blob, &self.limits).map(|bytes| {
                    let size = bytes.len();
                    self.add_source(inside, folder, size as u64, Source::Held(Rc::new(bytes), 0..size));
                }),
            }
        };
        if let Err(problem) = listed {
            self.notices.push(path, None, problem);
        }
    }

    /// All bytes of an archive that can only be read so.
    fn held(&self, blob: &dyn Blob) -> Result<Vec<u8>, Problem> {
        Ok(super::blob::read_all(blob, self.limits.held_archive_bytes)?)
    }

    /// A file of an archive. One that is an archive itself is unpacked in memory.
    pub(super) fn add_source(&mut self, place: Place<'_>, path: &str, size: u64, source: Source) {
        if name::is_rubbish(path) || self.is_full {
            return;
        }
        let Some(path) = self.check_name(path) else { return };
        if Kind::of(&path).is_none() {
            self.push(place, &path, size, source);
            return;
        }
        let limit = self.limits.held_archive_bytes;
        let bytes = match source {
            Source::Zipped(zipped) => zipped.read(limit),
            Source::Held(bytes, range) => Ok(bytes.get(range).unwrap_or_default().to_vec()),
            Source::Blob(blob) => super::blob::read_all(&*blob, limit),
        };
        match bytes {
            Ok(bytes) => self.add_archive(place, &path, Rc::new(bytes)),
            Err(error) => self.notices.push(&path, None, error),
        }
    }
}

/// An error of a reader of archives.
pub(super) fn damaged(error: impl std::fmt::Display) -> ArchiveProblem {
    ArchiveProblem::Damaged {
        detail: error.to_string(),
    }
}
