//! The files that the engine reads in addition to its formats, in two packs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::engine::{self, Job};
use super::folders::recipe;
use super::formats::Formats;
use crate::command::step;

/// The folder to which the patterns of `core.txt` and `packages.txt` are relative.
const SHARE: &str = "/usr/share";
/// The map from fonts to outlines. The engine embeds no outline, but stretches only fonts that it knows to have one. It
/// replaces the map of TeX Live, which depends on the fonts of the machine.
const FONT_MAP: &str = "pdftex.map";

/// The option of the engine that verdicts on documents are given with.
const PDF: &str = "-draftmode";
/// The options that documents are compiled and drawn with. Packages read other drivers for each.
const OUTPUTS: [&str; 2] = [PDF, "-output-format=dvi"];

/// A file of a pack.
pub(super) struct Packed {
    pub(super) data: Vec<u8>,
    /// The path that the file was read from.
    pub(super) origin: PathBuf,
}

pub(super) type Pack = BTreeMap<String, Packed>;

/// The packs.
pub(super) struct Packs {
    /// Files that texts with the preamble may read.
    pub(super) core: Pack,
    /// Additional files that documents with their own preamble read.
    pub(super) packages: Pack,
    /// The outlines of fonts of texts with the preamble.
    pub(super) outlines: Pack,
    /// The outlines of further fonts of documents with their own preamble.
    pub(super) faces: Pack,
}

/// Collects the files of `core.txt`, and the files that documents with the packages of `packages.txt` read.
pub(super) fn collect(module: &Path, formats: &Formats) -> Result<Packs> {
    step("finding the files that documents read");
    let mut core = Pack::new();
    for pattern in lines("core.txt")? {
        insert_matching(&mut core, &pattern)?;
    }
    let mut packages = Pack::new();
    let list = lines("packages.txt")?;
    for pattern in list.iter().filter_map(|line| line.strip_prefix("files ")) {
        insert_matching(&mut packages, pattern)?;
    }
    let mut names = Vec::new();
    let mut jobs = Vec::new();
    for line in list {
        match line.split_once(' ') {
            Some(("files", _)) => {}
            Some((kind @ ("package" | "class" | "font"), what)) => {
                let encodings: &[&str] = if kind == "font" { &["OT1", "T1"] } else { &["T1"] };
                for encoding in encodings {
                    for output in OUTPUTS {
                        jobs.push(sample(&formats.document.file, kind, what, encoding, output)?);
                        names.push((line.clone(), output));
                    }
                }
            }
            _ => bail!("packages.txt: neither files nor package, font or class: {line}"),
        }
    }
    let mut failed = Vec::new();
    for ((name, output), outcome) in names.iter().zip(engine::run(module, &jobs)?) {
        // The verdict on a document is that of its run for PDF, so that a package may be for PDF only.
        let error = outcome.log.lines().find(|line| line.starts_with('!'));
        if let Some(error) = error.filter(|_| *output == PDF) {
            failed.push(format!("{name}: {error}"));
        }
        for origin in outcome.read.values() {
            insert(&mut packages, origin)?;
        }
    }
    if !failed.is_empty() {
        bail!("samples that do not compile:\n{}", failed.join("\n"));
    }
    let map = Packed {
        data: font_map(&core, &packages).into_bytes(),
        origin: recipe().join(FONT_MAP),
    };
    core.insert(FONT_MAP.to_owned(), map);
    packages.retain(|name, _| !core.contains_key(name));
    Ok(Packs {
        core,
        packages,
        outlines: Pack::new(),
        faces: Pack::new(),
    })
}

/// Returns the lines of a list without comments and empty lines.
pub(super) fn lines(list: &str) -> Result<Vec<String>> {
    let file = recipe().join(list);
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lines = text.lines().map(str::trim);
    Ok(lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect())
}

/// Returns a job for a document with a package or class, made from `sample.tex`.
///
/// `what` is `name` or `[options]{name}`. After a space, further lines for the preamble may follow.
fn sample(document: &Path, kind: &str, what: &str, encoding: &str, output: &str) -> Result<Job> {
    let (name, extra) = what.split_once(' ').unwrap_or((what, ""));
    let name = if name.ends_with('}') {
        name.to_owned()
    } else {
        format!("{{{name}}}")
    };
    let (class, package) = match kind {
        "class" => (name, String::new()),
        _ => (
            "{article}".to_owned(),
            format!("\\usepackage{{amssymb}}\\usepackage{name}"),
        ),
    };
    let file = recipe().join("sample.tex");
    let words = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let text = words
        .replace("@class@", &class)
        .replace("@encoding@", encoding)
        .replace("@package@", &package)
        .replace("@extra@", extra);
    Ok(Job {
        arguments: ["-interaction=nonstopmode", output, "-fmt=document", "sample.tex"]
            .map(str::to_owned)
            .to_vec(),
        files: BTreeMap::from([("document.fmt".to_owned(), document.to_path_buf())]),
        texts: BTreeMap::from([("sample.tex".to_owned(), text)]),
        keep: BTreeMap::new(),
    })
}

/// Returns a map with an outline for every font of the packs, by the font's name.
fn font_map(core: &Pack, packages: &Pack) -> String {
    let fonts: BTreeSet<&str> = core
        .keys()
        .chain(packages.keys())
        .filter_map(|name| name.strip_suffix(".tfm"))
        .collect();
    fonts
        .iter()
        .map(|font| format!("{font} {font} <{font}.pfb\n"))
        .collect()
}

fn insert_matching(pack: &mut Pack, pattern: &str) -> Result<()> {
    let found = glob::glob(&format!("{SHARE}/{pattern}")).with_context(|| pattern.to_owned())?;
    let found = found.collect::<Result<Vec<_>, _>>()?;
    if found.is_empty() {
        bail!("no file is like {SHARE}/{pattern}");
    }
    found.iter().try_for_each(|origin| insert(pack, origin))
}

fn insert(pack: &mut Pack, origin: &Path) -> Result<()> {
    let name = origin.file_name().context("a file without a name")?;
    let name = name.to_str().context("a name that is not UTF-8")?;
    let data = fs::read(origin).with_context(|| origin.display().to_string())?;
    if let Some(present) = pack.get(name)
        && present.data != data
    {
        bail!("{} and {} differ", present.origin.display(), origin.display());
    }
    pack.insert(
        name.to_owned(),
        Packed {
            data,
            origin: origin.to_path_buf(),
        },
    );
    Ok(())
}
