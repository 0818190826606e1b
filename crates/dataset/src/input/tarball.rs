//! Tar archives, in which the files follow one another.

use std::io::Cursor;
use std::rc::Rc;

use tar::EntryType;

use super::error::{ArchiveProblem, damaged};
use super::listing::{Listing, Place};
use super::name::is_rubbish;
use super::source::Source;
use crate::notice::Problem;

/// Lists the files of a tar archive.
pub(super) fn list(listing: &mut Listing, place: Place<'_>, folder: &str, bytes: Rc<Vec<u8>>) -> Result<(), Problem> {
    let mut archive = tar::Archive::new(Cursor::new(bytes.as_slice()));
    for entry in archive.entries_with_seek().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        if listing.is_full() {
            break;
        }
        let problem = match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous => None,
            EntryType::Directory | EntryType::XHeader | EntryType::XGlobalHeader => continue,
            EntryType::Link | EntryType::Symlink => Some(ArchiveProblem::Link),
            _ => Some(ArchiveProblem::NotAFile),
        };
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if is_rubbish(&name) {
            continue;
        }
        let path = format!("{folder}/{name}");
        if let Some(problem) = problem {
            listing.refuse(&path, problem);
            continue;
        }
        let start = usize::try_from(entry.raw_file_position()).map_err(damaged)?;
        let end = start.saturating_add(usize::try_from(entry.size()).map_err(damaged)?);
        if end > bytes.len() {
            return Err(damaged("it ends within a file").into());
        }
        let source = Source::Held(bytes.clone(), start..end);
        listing.add_source(place, &path, source);
    }
    Ok(())
}
