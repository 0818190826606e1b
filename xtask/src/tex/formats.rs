//! Formats: LaTeX, and LaTeX with the preamble, as memory dumps of the engine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::engine::{self, Job};
use super::folders::recipe;
use crate::command::step;

/// The option that keeps bytes unchanged, as in every LaTeX format of TeX Live.
const CHARACTERS: &str = "-translate-file=cp227.tcx";

/// A dumped format.
pub(super) struct Format {
    pub(super) file: PathBuf,
    /// The files that it was made from, by name.
    pub(super) read: BTreeMap<String, PathBuf>,
}

/// The formats.
pub(super) struct Formats {
    /// Bare LaTeX.
    pub(super) document: Format,
    /// LaTeX with the preamble.
    pub(super) fragment: Format,
    /// LaTeX with the preamble, for DVI output.
    pub(super) dvi: Format,
}

/// Dumps the formats; the others are based on bare LaTeX.
pub(super) fn dump(module: &Path, work: &Path) -> Result<Formats> {
    step("dumping the formats document, fragment and dvi");
    let own = |names: &[&str]| -> BTreeMap<String, PathBuf> {
        let path = |name: &&str| (name.to_string(), recipe().join("formats").join(name));
        names.iter().map(path).collect()
    };
    let sources = own(&["document.ini", "language.dat", "no-patterns.tex"]);
    let document = run(module, work, "document", &["-etex", "*document.ini"], sources)?;
    let preloaded = |name: &str| {
        let source = format!("{name}.ini");
        let mut files = own(&["preamble.tex", &source]);
        files.insert("document.fmt".to_owned(), document.file.clone());
        run(module, work, name, &["&document", &source], files)
    };
    Ok(Formats {
        fragment: preloaded("fragment")?,
        dvi: preloaded("dvi")?,
        document,
    })
}

fn run(module: &Path, work: &Path, name: &str, start: &[&str], files: BTreeMap<String, PathBuf>) -> Result<Format> {
    let file = work.join(format!("{name}.fmt"));
    let job_name = format!("-jobname={name}");
    let options = [
        "-ini",
        "-interaction=nonstopmode",
        "-halt-on-error",
        &job_name,
        CHARACTERS,
    ];
    let job = Job {
        arguments: options
            .iter()
            .chain(start)
            .map(|&argument| argument.to_owned())
            .collect(),
        files,
        keep: BTreeMap::from([(format!("{name}.fmt"), file.clone())]),
        ..Job::default()
    };
    let outcomes = engine::run(module, &[job])?;
    let outcome = outcomes.into_iter().next().context("no outcome")?;
    if outcome.status != 0 {
        bail!("the format {name} was not dumped:\n{}", outcome.log);
    }
    Ok(Format {
        file,
        read: outcome.read,
    })
}
