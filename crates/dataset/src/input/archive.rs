//! Archives. Their files are listed as if they were in a folder with the archive's name.

use std::rc::Rc;

use super::blob::Blob;
use super::error::ArchiveProblem;
use super::format::Format;
use super::listing::{Listing, Place};
use super::source::Source;
use super::{gzip, tarball, zip};
use crate::notice::Problem;

impl Listing {
    /// Lists the files of an archive. Problems with the archive or its files become notices.
    pub(super) fn add_archive(&mut self, place: Place<'_>, path: &str, blob: Rc<dyn Blob>) {
        let Some((kind, folder)) = Format::split(path) else {
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
                Format::Zip => zip::list(self, inside, folder, blob),
                Format::Tar => self
                    .held(&*blob)
                    .and_then(|bytes| tarball::list(self, inside, folder, bytes)),
                Format::TarGz => self
                    .unpacked(&*blob)
                    .and_then(|bytes| tarball::list(self, inside, folder, bytes)),
                Format::Columns => {
                    self.wait(place, path, Source::Blob(blob));
                    Ok(())
                }
                Format::Gz => self.unpacked(&*blob).map(|bytes| {
                    let size = bytes.len();
                    self.add_source(inside, folder, Source::Held(bytes, 0..size));
                }),
            }
        };
        if let Err(problem) = listed {
            self.notices.push(path, None, problem);
        }
    }

    /// Returns all bytes of an archive that can only be read from memory.
    fn held(&self, blob: &dyn Blob) -> Result<Rc<Vec<u8>>, Problem> {
        self.room().check(blob.size())?;
        let bytes = super::blob::read_all(blob, self.room().left)?;
        self.hold(bytes.len());
        Ok(Rc::new(bytes))
    }

    /// Returns all bytes unpacked from gzip.
    fn unpacked(&self, blob: &dyn Blob) -> Result<Rc<Vec<u8>>, Problem> {
        let bytes = gzip::unpack(blob, self.limits.ratio, self.room())?;
        self.hold(bytes.len());
        Ok(Rc::new(bytes))
    }

    /// Adds a file of an archive. A file that is itself an archive is unpacked in memory.
    pub(super) fn add_source(&mut self, place: Place<'_>, path: &str, source: Source) {
        if self.is_full {
            return;
        }
        let Some(path) = self.check_name(path) else { return };
        let Some(kind) = Format::of(&path) else {
            self.push(place, &path, source);
            return;
        };
        if kind == Format::Columns {
            // It stays packed until it is read.
            self.wait(place, &path, source);
            return;
        }
        let room = self.room();
        match room.check(source.size()).and_then(|()| source.read(room.left)) {
            Ok(bytes) => {
                // For other formats, `add_archive` counts the unpacked content.
                if kind == Format::Zip {
                    self.hold(bytes.len());
                }
                self.add_archive(place, &path, Rc::new(bytes));
            }
            Err(error) => self.notices.push(&path, None, error),
        }
    }
}
