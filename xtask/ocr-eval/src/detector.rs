//! The glyphs that a bundled network finds: `texlens ocr --glyphs`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use texlens_ocr::detect::Network;

use crate::arguments::Arguments;
use crate::dataset::Page;
use crate::kept::Kept;

/// The networks, their manifests with the thresholds, and the code and the tables around it. Cached results are valid only for
/// these versions.
const MODELS: [&str; 4] = [
    "models/glyph-detector.onnx",
    "models/glyph-detector.json",
    "models/glyph-detector-accurate.onnx",
    "models/glyph-detector-accurate.json",
];
const CODE: [&str; 2] = ["crates/ocr/src/detect", "crates/ocr/data"];

/// Runs a network on all pages of a dataset that are not cached.
pub(crate) fn read(arguments: &Arguments, network: Network, dataset: &Path, pages: &[&Page]) -> Result<Kept> {
    let Arguments { texlens, cache, .. } = arguments;
    let mut kept = Kept::open(cache.join(format!("{}-{}", network.name(), version()?)), "json")?;
    if pages.iter().all(|page| kept.has(page)) {
        return Ok(kept);
    }
    let mut command = Command::new(texlens);
    command
        .arg("ocr")
        .arg(dataset)
        .args(["--glyphs", "--network", network.name(), "--threads", "1", "--out"])
        .arg(kept.folder())
        .stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| texlens.display().to_string())?;
    for line in child
        .stderr
        .take()
        .into_iter()
        .flat_map(|errors| BufReader::new(errors).lines())
    {
        let line = line?;
        println!("{line}");
        if let Some((id, seconds)) = progress(&line) {
            kept.add(id, seconds)?;
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("texlens ocr: {status}");
    }
    Ok(kept)
}

/// Returns the page and the seconds in a line such as `[3/10] tides/003 2.41 s`.
fn progress(line: &str) -> Option<(&str, f64)> {
    let (_, rest) = line.strip_suffix(" s")?.split_once("] ")?;
    let (id, seconds) = rest.rsplit_once(' ')?;
    Some((id, seconds.parse().ok()?))
}

/// Returns the first characters of a hash over the model and the detector's code.
fn version() -> Result<String> {
    let mut files: Vec<PathBuf> = MODELS.map(PathBuf::from).into();
    for folder in CODE {
        files.extend(files_in(Path::new(folder))?);
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        hash.update(fs::read(&file).with_context(|| file.display().to_string())?);
    }
    Ok(hex::encode(&hash.finalize()[..6]))
}

/// Returns the files in a folder and its subfolders.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut files_in(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_from_what_the_command_says() {
        assert_eq!(progress("[3/10] tides/a b 2.41 s"), Some(("tides/a b", 2.41)));
        assert_eq!(progress("[3/10] tides/003.png: the file is empty"), None);
    }
}
