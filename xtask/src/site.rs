//! Builds the site: the wasm modules with their glue code, and all other files that are served.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{run, step};
use crate::module::{self, Profile, identity};
use crate::{guides, npm, offline, paths, styles};

/// ONNX Runtime Web: the plain build, and the one with WebGPU.
const RUNTIME: [&str; 6] = [
    "ort.wasm.min.mjs",
    "ort-wasm-simd-threaded.mjs",
    "ort-wasm-simd-threaded.wasm",
    "ort.webgpu.min.mjs",
    "ort-wasm-simd-threaded.asyncify.mjs",
    "ort-wasm-simd-threaded.asyncify.wasm",
];

/// Builds everything that is not up to date.
pub(crate) fn build(profile: Profile) -> Result<()> {
    npm::ensure()?;
    module::site(profile)?;
    assemble()
}

/// Makes `dist/` contain exactly the files of the site.
fn assemble() -> Result<()> {
    let mut files = BTreeMap::new();
    files.insert("index.html".into(), paths::root().join("index.html"));
    collect(&paths::root().join("www"), Path::new(""), &mut files)?;
    files.insert("guides.json".into(), guides::write()?);
    // One file loads faster than many.
    files.retain(|name, _| !name.starts_with("styles"));
    files.insert("app.css".into(), styles::join()?);
    // pdfTeX's licence requires that the changes and the build steps are distributed with it.
    for (folder, name) in [
        ("xtask/tex", "tex/source/texlens"),
        ("xtask/src/tex", "tex/source/texlens/steps"),
    ] {
        collect(&paths::root().join(folder), Path::new(name), &mut files)?;
    }
    collect(&paths::app_module(), Path::new("app"), &mut files)?;
    collect(&paths::workers_module(), Path::new("workers"), &mut files)?;
    collect(&paths::pdf_module(), Path::new("pdf"), &mut files)?;
    collect(&paths::tables_module(), Path::new("tables"), &mut files)?;
    collect(&paths::image_to_text_module(), Path::new("image-to-text"), &mut files)?;
    for name in RUNTIME {
        files.insert(
            Path::new("ort").join(name),
            paths::npm("onnxruntime-web/dist").join(name),
        );
    }
    let katex = paths::npm("katex/dist");
    files.insert("katex/katex.min.css".into(), katex.join("katex.min.css"));
    collect(&katex.join("fonts"), Path::new("katex/fonts"), &mut files)?;
    // The style sheet also names older formats, for browsers without WebAssembly.
    files.retain(|name, _| {
        name.extension()
            .is_none_or(|extension| extension != "ttf" && extension != "woff")
    });
    let models = paths::root().join("models");
    for entry in fs::read_dir(&models).with_context(|| models.display().to_string())? {
        let path = entry?.path();
        if path.is_file()
            && let Some(name) = path.file_name()
        {
            files.insert(Path::new("models").join(name), path);
        }
    }

    collect(
        &paths::root().join("crates/synthesis/data"),
        Path::new("synthesis"),
        &mut files,
    )?;

    let made = offline::files(&files)?;
    files.retain(|name, _| made.iter().all(|(made, _)| name != Path::new(made)));

    let dist = paths::dist();
    let mut changed = 0;
    for (to, from) in &files {
        changed += usize::from(update(from, &dist.join(to))?);
    }
    for (to, text) in &made {
        changed += usize::from(write(text, &dist.join(to))?);
    }
    let mut present = BTreeMap::new();
    collect(&dist, Path::new(""), &mut present)?;
    for (name, path) in present {
        if !files.contains_key(&name) && made.iter().all(|(made, _)| name != Path::new(made)) {
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
            changed += 1;
        }
    }
    step(&format!(
        "dist/ is up to date ({} files, {changed} changed)",
        files.len() + made.len()
    ));
    Ok(())
}

/// Collects all files below a folder, except for hidden ones, by their names in the site.
fn collect(folder: &Path, name: &Path, files: &mut BTreeMap<PathBuf, PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = name.join(entry.file_name());
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &name, files)?;
        } else {
            files.insert(name, entry.path());
        }
    }
    Ok(())
}

/// Copies a file if the copy differs; returns whether it did.
fn update(from: &Path, to: &Path) -> Result<bool> {
    let source = fs::metadata(from).with_context(|| from.display().to_string())?;
    if fs::metadata(to).is_ok_and(|copy| identity(&copy) == identity(&source)) {
        return Ok(false);
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    fs::File::options()
        .append(true)
        .open(to)?
        .set_modified(source.modified()?)?;
    Ok(true)
}

/// Writes a text if the file differs; returns whether it did.
fn write(text: &str, to: &Path) -> Result<bool> {
    if fs::read_to_string(to).is_ok_and(|present| present == text) {
        return Ok(false);
    }
    fs::write(to, text).with_context(|| to.display().to_string())?;
    Ok(true)
}

/// Prints and records the compressed sizes of the files that a browser fetches.
pub(crate) fn print_sizes() -> Result<()> {
    step("compressing with brotli, to measure the sizes");
    run(Command::new("node").arg("xtask/sizes.mjs"))
}
