//! Zip archives. A directory at the end of the archive gives the positions of the files.

use std::rc::Rc;

use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};

use super::blob::{Blob, Shared};
use super::error::{ArchiveProblem, damaged};
use super::listing::{Listing, Place};
use super::name::is_rubbish;
use super::source::Source;
use super::zipped::{Archive, Zipped};
use crate::limits::RATIO_FLOOR;
use crate::notice::Problem;

/// A file as the directory lists it.
struct Listed {
    name: String,
    /// Start of the file's bytes; `end` is the earliest end.
    start: u64,
    end: u64,
    size: u64,
    problem: Option<ArchiveProblem>,
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

/// Bits in which Unix gives the type of an entry; other systems leave them empty.
const TYPE: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// Length of the header before a file's name, in bytes.
const LOCAL_HEADER: u64 = 30;

/// Lists the files of the directory.
pub(super) fn list(listing: &mut Listing, place: Place<'_>, folder: &str, blob: Rc<dyn Blob>) -> Result<(), Problem> {
    let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let size = blob.size();
    let archive = ZipLocator::new().locate_in_reader(Shared(blob), &mut buffer, size);
    let archive = Rc::new(Archive(archive.map_err(|(_, error)| damaged(error))?));
    let (mut files, end) = directory(&archive.0, &mut buffer, listing);
    mark_overlaps(&mut files);
    let mut left = listing.limits().archive_bytes;
    for file in files {
        if is_rubbish(&file.name) {
            continue;
        }
        let path = format!("{folder}/{}", file.name);
        if let Some(problem) = file.problem {
            listing.refuse(&path, problem);
            continue;
        }
        let Some(rest) = left.checked_sub(file.size) else {
            let limit = listing.limits().archive_bytes;
            return Err(ArchiveProblem::TooBig { limit }.into());
        };
        left = rest;
        let source = Source::Zipped(Zipped {
            archive: archive.clone(),
            wayfinder: file.wayfinder,
            method: file.method,
            size: file.size,
        });
        listing.add_source(place, &path, source);
    }
    Ok(end?)
}

/// Returns the files of the directory, at most one more than may be listed, and the result of reading the directory.
fn directory(
    archive: &ZipArchive<Shared>,
    buffer: &mut [u8],
    listing: &Listing,
) -> (Vec<Listed>, Result<(), ArchiveProblem>) {
    let limits = listing.limits();
    let most = limits.files.saturating_sub(listing.files().len()) + 1;
    let mut files = Vec::new();
    let mut entries = archive.entries(buffer);
    while files.len() < most {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => return (files, Err(damaged(error))),
        };
        let kind = (entry.external_attributes() >> 16) & TYPE;
        if entry.is_dir() || kind == FOLDER {
            continue;
        }
        let name = entry.file_path();
        let name = name.as_bytes();
        let (packed, size) = (entry.compressed_size_hint(), entry.uncompressed_size_hint());
        let method = entry.compression_method();
        let problem = if kind == LINK {
            Some(ArchiveProblem::Link)
        } else if kind != 0 && kind != REGULAR {
            Some(ArchiveProblem::NotAFile)
        } else if entry.flags().is_encrypted() {
            Some(ArchiveProblem::Encrypted)
        } else if method != CompressionMethod::STORE && method != CompressionMethod::DEFLATE {
            let method = method.to_string();
            Some(ArchiveProblem::Method { method })
        } else if size > RATIO_FLOOR.max(packed.saturating_mul(limits.ratio)) {
            Some(ArchiveProblem::Ratio { ratio: limits.ratio })
        } else {
            None
        };
        let start = entry.local_header_offset();
        files.push(Listed {
            start,
            end: start
                .saturating_add(LOCAL_HEADER)
                .saturating_add(name.len() as u64)
                .saturating_add(packed),
            // A name longer than the limit on paths is rejected later, so the rest of it need not be kept.
            name: String::from_utf8_lossy(name.get(..limits.path_bytes.saturating_add(1)).unwrap_or(name)).into_owned(),
            size,
            problem,
            wayfinder: entry.wayfinder(),
            method,
        });
    }
    (files, Ok(()))
}

/// Marks the files that share bytes with another file.
fn mark_overlaps(files: &mut [Listed]) {
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|&index| files.get(index).map(|file| file.start));
    let mut end = 0;
    let mut before: Option<usize> = None;
    for index in order {
        let Some(file) = files.get_mut(index) else { continue };
        let overlaps = before.is_some() && file.start < end;
        end = end.max(file.end);
        if overlaps {
            file.problem = Some(ArchiveProblem::Overlap);
            if let Some(other) = before.and_then(|before| files.get_mut(before)) {
                other.problem = Some(ArchiveProblem::Overlap);
            }
        }
        before = Some(index);
    }
}
