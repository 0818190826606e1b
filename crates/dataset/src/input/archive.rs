//! Archives, whose files are listed as if they lay in a folder of the archive's name.

use std::rc::Rc;

use super::blob::Blob;
use super::{Listing, Place, Source, gzip, tarball, zip};
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
                Kind::TarGz => self
                    .unpacked(&*blob)
                    .and_then(|bytes| tarball::list(self, inside, folder, bytes)),
                Kind::Gz => self.unpacked(&*blob).map(|bytes| {
                    let size = bytes.len();
                    self.add_source(inside, folder, Source::Held(bytes, 0..size));
                }),
            }
        };
        if let Err(problem) = listed {
            self.notices.push(path, None, problem);
        }
    }

    /// All bytes of an archive that can only be read so.
    fn held(&self, blob: &dyn Blob) -> Result<Rc<Vec<u8>>, Problem> {
        self.room().check(blob.size())?;
        let bytes = super::blob::read_all(blob, self.room().left)?;
        self.hold(bytes.len());
        Ok(Rc::new(bytes))
    }

    /// All bytes of what gzip has packed.
    fn unpacked(&self, blob: &dyn Blob) -> Result<Rc<Vec<u8>>, Problem> {
        let bytes = gzip::unpack(blob, self.limits.ratio, self.room())?;
        self.hold(bytes.len());
        Ok(Rc::new(bytes))
    }

    /// A file of an archive. One that is an archive itself is unpacked in memory.
    pub(super) fn add_source(&mut self, place: Place<'_>, path: &str, source: Source) {
        if self.is_full {
            return;
        }
        let Some(path) = self.check_name(path) else { return };
        let Some(kind) = Kind::of(&path) else {
            self.push(place, &path, source);
            return;
        };
        let room = self.room();
        match room.check(source.size()).and_then(|()| source.read(room.left)) {
            Ok(bytes) => {
                // Of the others, what is in them is held.
                if kind == Kind::Zip {
                    self.hold(bytes.len());
                }
                self.add_archive(place, &path, Rc::new(bytes));
            }
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
