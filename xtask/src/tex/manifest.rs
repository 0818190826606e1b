//! Writes `www/tex/` for the app and the command: the compressed files, their description, and their licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::archive;
use super::files::{Pack, Packs};
use super::folders::{recipe, site};
use super::formats::Formats;
use super::licences::Licences;
use crate::command::step;
use crate::hash::sha256;

/// The name of the program in its log, and its distribution.
const ENGINE: &str = "pdfTeX 1.40.24 (TeX Live 2022/Debian)";

/// The content of `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    engine: String,
    files: BTreeMap<String, File>,
    /// The files that each use of the engine reads.
    uses: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    file: String,
    /// Length of the uncompressed content, in bytes.
    bytes: usize,
    /// Length of the compressed file, in bytes.
    compressed: usize,
    /// Hash of the uncompressed content, because a web server may send the file uncompressed.
    sha256: String,
}

/// Returns the hashes under which the engine's files are requested, by their names in the site.
pub(crate) fn hashes() -> Result<BTreeMap<String, String>> {
    let path = site().join("manifest.json");
    let text = fs::read(&path).with_context(|| path.display().to_string())?;
    let manifest: Manifest = serde_json::from_slice(&text).with_context(|| path.display().to_string())?;
    let named = |file: File| (format!("tex/{}", file.file), file.sha256);
    Ok(manifest.files.into_values().map(named).collect())
}

/// Writes everything of `www/tex/` except the source.
pub(super) fn write(site: &Path, module: &Path, formats: &Formats, packs: &Packs, licences: &Licences) -> Result<()> {
    // Nothing is written if a licence is unknown.
    let table = licences.table(formats, packs)?;
    step("compressing");
    let read = |file: &Path| fs::read(file).with_context(|| file.display().to_string());
    let contents = [
        ("pdftex.wasm", read(module)?),
        ("document.fmt", read(&formats.document.file)?),
        ("fragment.fmt", read(&formats.fragment.file)?),
        ("dvi.fmt", read(&formats.dvi.file)?),
        ("core.tar", pack(&packs.core)?),
        ("packages.tar", pack(&packs.packages)?),
        ("outlines.tar", pack(&packs.outlines)?),
        ("faces.tar", pack(&packs.faces)?),
    ];
    let mut files = BTreeMap::new();
    for (name, data) in contents {
        files.insert(name.to_owned(), write_compressed(site, name, &data)?);
    }
    let manifest = Manifest {
        engine: ENGINE.to_owned(),
        files,
        uses: uses(),
    };
    let manifest = serde_json::to_string_pretty(&manifest)? + "\n";
    fs::write(site.join("manifest.json"), manifest)?;
    fs::write(site.join("licences.tsv"), table)?;
    for copied in ["formats/preamble.tex", "SOURCES.md"] {
        let from = recipe().join(copied);
        let name = from.file_name().context("a file without a name")?;
        fs::copy(&from, site.join(name)).with_context(|| from.display().to_string())?;
    }
    Ok(())
}

fn uses() -> BTreeMap<String, Vec<String>> {
    let uses = [
        ("fragment", vec!["pdftex.wasm", "fragment.fmt", "core.tar"]),
        (
            "document",
            vec!["pdftex.wasm", "document.fmt", "core.tar", "packages.tar"],
        ),
        (
            "document_dvi",
            vec![
                "pdftex.wasm",
                "document.fmt",
                "core.tar",
                "packages.tar",
                "outlines.tar",
                "faces.tar",
            ],
        ),
        ("dvi", vec!["pdftex.wasm", "dvi.fmt", "core.tar", "outlines.tar"]),
    ];
    uses.into_iter()
        .map(|(name, files)| (name.to_owned(), files.into_iter().map(str::to_owned).collect()))
        .collect()
}

fn pack(pack: &Pack) -> Result<Vec<u8>> {
    let files = pack
        .iter()
        .map(|(name, packed)| (name.as_str(), packed.data.as_slice()));
    archive::tar(files)
}

fn write_compressed(site: &Path, name: &str, data: &[u8]) -> Result<File> {
    let file = format!("{name}.gz");
    let compressed = archive::compress(data, &site.join(&file))?;
    println!("    {name}: {} bytes, {} compressed", data.len(), compressed.len());
    Ok(File {
        file,
        bytes: data.len(),
        compressed: compressed.len(),
        sha256: sha256(data),
    })
}

/// Returns the files that differ between two folders. The source is not built, so it is skipped.
pub(super) fn differing(kept: &Path, rebuilt: &Path) -> Result<Vec<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(rebuilt)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.retain(|name| fs::read(kept.join(name)).ok() != fs::read(rebuilt.join(name)).ok());
    Ok(names.into_iter().collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const MEBIBYTE: usize = 1 << 20;

    fn manifest() -> Manifest {
        serde_json::from_slice(&fs::read(site().join("manifest.json")).unwrap()).unwrap()
    }

    fn compressed(manifest: &Manifest, usage: &str) -> BTreeSet<String> {
        manifest.uses[usage].iter().cloned().collect()
    }

    fn size(manifest: &Manifest, names: &BTreeSet<String>) -> usize {
        names.iter().map(|name| manifest.files[name].compressed).sum()
    }

    #[test]
    fn every_file_is_what_the_manifest_says() {
        for (name, file) in manifest().files {
            let found = fs::read(site().join(&file.file)).unwrap();
            assert_eq!(found.len(), file.compressed, "{name}");
            let content = archive::decompress(&found).unwrap();
            assert_eq!(content.len(), file.bytes, "{name}");
            assert_eq!(sha256(&content), file.sha256, "{name}");
        }
    }

    #[test]
    fn what_is_fetched_stays_small() {
        let manifest = manifest();
        let fragment = compressed(&manifest, "fragment");
        let document = compressed(&manifest, "document");
        assert!(size(&manifest, &fragment) <= 4 * MEBIBYTE);
        let beyond = document.difference(&fragment).cloned().collect();
        assert!(size(&manifest, &beyond) <= 5 * MEBIBYTE);
        let outlines = BTreeSet::from(["outlines.tar".to_owned()]);
        assert!(size(&manifest, &outlines) <= 3_000_000);
        let faces = BTreeSet::from(["faces.tar".to_owned()]);
        assert!(size(&manifest, &faces) <= MEBIBYTE);
    }

    #[test]
    fn every_packed_file_has_a_licence() {
        let table = fs::read_to_string(site().join("licences.tsv")).unwrap();
        let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split('\t').collect()).collect();
        for pack in ["core.tar", "packages.tar", "outlines.tar", "faces.tar"] {
            let file = fs::read(site().join(format!("{pack}.gz"))).unwrap();
            let names = archive::names(&file).unwrap();
            assert!(!names.is_empty());
            for name in names {
                let row = rows.iter().find(|row| row[0] == pack && row[1] == name);
                let licence = row.map_or("", |row| row[3]);
                assert!(!licence.is_empty(), "{pack}: {name}");
            }
        }
    }
}
