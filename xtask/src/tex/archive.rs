//! Archives that are the same on every machine.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;

use crate::command::quietly;

/// Makes a ustar archive of files in this order, without owners and times.
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

/// Returns the names of the files in a compressed archive.
#[cfg(test)]
pub(super) fn names(compressed: &[u8]) -> Result<Vec<String>> {
    tar::Archive::new(decompress(compressed)?.as_slice())
        .entries()?
        .map(|entry| Ok(entry?.path()?.to_string_lossy().into_owned()))
        .collect()
}

/// Writes a file compressed with gzip; returns the compressed bytes.
pub(super) fn compress(data: &[u8], file: &Path) -> Result<Vec<u8>> {
    // In most builds, most files are unchanged.
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

/// Returns the content of a gzip file.
pub(super) fn decompress(compressed: &[u8]) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    GzDecoder::new(compressed).read_to_end(&mut data)?;
    Ok(data)
}
