//! The files that the service worker stores, with their hashes, in parts that the user can fetch and delete.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use glob::{MatchOptions, Pattern};
use serde::{Deserialize, Serialize};

use crate::hash::sha256;
use crate::{paths, tex};

/// The script, whose source in `www/` lacks the list of files.
const WORKER: &str = "service-worker.js";

/// A star does not match a slash.
const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// A part, as `xtask/site-parts.json` describes it.
#[derive(Debug, Deserialize, Serialize)]
struct Part {
    id: String,
    title: String,
    about: String,
    licence: String,
    source: String,
    /// Patterns in the description; names in the output.
    files: Vec<String>,
}

#[derive(Debug, Serialize)]
struct File {
    bytes: u64,
    sha256: String,
    /// The media type with which the app receives the file, whatever the server says.
    r#type: &'static str,
    /// The storage key: the name and a hash, so that another version is another file.
    key: String,
}

#[derive(Debug, Serialize)]
struct Site {
    parts: Vec<Part>,
    files: BTreeMap<String, File>,
}

/// Returns `site.json` for the page, and `service-worker.js` with the same content: a browser detects a new version by
/// the bytes of the script. `site` contains the other files of the site.
pub(crate) fn files(site: &BTreeMap<PathBuf, PathBuf>) -> Result<[(&'static str, String); 2]> {
    let description = serde_json::to_string_pretty(&describe(site)?)?;
    let script = paths::root().join("www").join(WORKER);
    let script = fs::read_to_string(&script).with_context(|| script.display().to_string())?;
    let worker = format!("const SITE = {description};\n\n{script}");
    Ok([("site.json", description), (WORKER, worker)])
}

fn describe(files: &BTreeMap<PathBuf, PathBuf>) -> Result<Site> {
    let mut parts = parts()?;
    let engine = tex::hashes()?;
    let mut kept = BTreeMap::new();
    for part in &mut parts {
        let patterns: Vec<Pattern> = part
            .files
            .iter()
            .map(|pattern| Pattern::new(pattern))
            .collect::<Result<_, _>>()?;
        part.files.clear();
        for (name, path) in files {
            if !patterns.iter().any(|pattern| pattern.matches_path_with(name, OPTIONS)) {
                continue;
            }
            let name = name.to_string_lossy().into_owned();
            let file = describe_file(&name, path, &engine)?;
            ensure!(
                kept.insert(name.clone(), file).is_none(),
                "{name} is in two parts of the site"
            );
            part.files.push(name);
        }
        ensure!(!part.files.is_empty(), "the part {} of the site has no files", part.id);
    }
    Ok(Site { parts, files: kept })
}

fn parts() -> Result<Vec<Part>> {
    let path = paths::root().join("xtask/site-parts.json");
    let text = fs::read(&path).with_context(|| path.display().to_string())?;
    serde_json::from_slice(&text).with_context(|| path.display().to_string())
}

fn describe_file(name: &str, path: &Path, engine: &BTreeMap<String, String>) -> Result<File> {
    let content = fs::read(path).with_context(|| path.display().to_string())?;
    let sha256 = sha256(&content);
    // Files of the engine are requested and stored under the hash of their unpacked content.
    let hash = engine.get(name).unwrap_or(&sha256);
    Ok(File {
        bytes: content.len() as u64,
        key: format!("{name}?{hash}"),
        r#type: media_type(name)?,
        sha256,
    })
}

/// Returns the media type of a file by its ending.
fn media_type(name: &str) -> Result<&'static str> {
    let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy());
    Ok(match ending.as_deref() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        Some("woff2") => "font/woff2",
        Some("txt" | "tex" | "md") => "text/plain; charset=utf-8",
        Some("onnx" | "bin" | "gz") => "application/octet-stream",
        _ => bail!("{name}: no media type is known for its ending"),
    })
}
