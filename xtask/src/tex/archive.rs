//! Archives and hashes that are the same on every machine.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;

use crate::command::quietly;

/// A ustar archive of files, in this order, with no owner and no time.
pub(super) fn tar<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, data) in files {
        let mut header = tar::Header::new_ustar();
        header.set_path(name).with_context(|| name.to_owned())?;
        header.set_size(data.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        archive.append(&header, data)?;
    }
    Ok(archive.into_inner()?)
}

/// The names of the files in a compressed archive.
#[cfg(test)]
pub(super) fn names(compressed: &[u8]) -> Result<Vec<String>> {
    tar::Archive::new(decompress(compressed)?.as_slice())
        .entries()?
        .map(|entry| Ok(entry?.path()?.to_string_lossy().into_owned()))
        .collect()
}

/// Writes a file compressed with gzip; returns what was written.
pub(super) fn compress(data: &[u8], file: &Path) -> Result<Vec<u8>> {
    // Most files of most builds are what they were.
    if let Ok(present) = fs::read(file)
        && decompress(&present).is_ok_and(|present| present == data)
    {
        return Ok(present);
    }
    let uncompressed = file.with_extension("");
    fs::write(&uncompressed, data).with_context(|| uncompressed.display().to_string())?;
    quietly(
        Command::new("gzip")
            .args(["--force", "--best", "--no-name"])
            .arg(&uncompressed),
    )?;
    fs::read(file).with_context(|| file.display().to_string())
}

/// What a gzip file holds.
pub(super) fn decompress(compressed: &[u8]) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    GzDecoder::new(compressed).read_to_end(&mut data)?;
    Ok(data)
}
