//! Tar: the files stand one after the other in the bytes of the archive.

use std::io::Cursor;
use std::rc::Rc;

use super::archive::damaged;
use super::name::is_rubbish;
use super::{Listing, Place, Source};
use crate::notice::Problem;

/// Lists the files. Links and devices are no files.
pub(super) fn list(listing: &mut Listing, place: Place<'_>, folder: &str, bytes: Rc<Vec<u8>>) -> Result<(), Problem> {
    let mut archive = tar::Archive::new(Cursor::new(bytes.as_slice()));
    for entry in archive.entries_with_seek().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        if listing.is_full() {
            break;
        }
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if is_rubbish(&name) {
            continue;
        }
        let start = usize::try_from(entry.raw_file_position()).map_err(damaged)?;
        let end = start.saturating_add(usize::try_from(entry.size()).map_err(damaged)?);
        if end > bytes.len() {
            return Err(damaged("it ends within a file").into());
        }
        let source = Source::Held(bytes.clone(), start..end);
        listing.add_source(place, &format!("{folder}/{name}"), source);
    }
    Ok(())
}
