//! Generates the list of metrics. Every file in a folder of `src/suite` becomes a module and an entry of the registry,
//! so a new metric is one new file. The folders are for people only: modules are named after files.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let suite = Path::new(&root).join("src/suite");
    println!("cargo::rerun-if-changed={}", suite.display());

    let mut files = Vec::new();
    for folder in entries(&suite)? {
        files.extend(entries(&folder)?);
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));

    let mut modules = String::new();
    let mut entries = String::new();
    let mut infos = String::new();
    let mut documentation = String::new();
    for path in &files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        modules += &format!("#[path = {path:?}]\npub mod {stem};\n");
        entries += &format!("    {stem}::METRIC,\n");
        infos += &format!("    &{stem}::INFO,\n");
        documentation += &format!(
            "    ({stem:?}, {:?}),\n",
            module_documentation(&fs::read_to_string(path)?)
        );
    }
    let count = files.len();
    let suite = format!(
        "{modules}\n/// Every metric, by file name.\npub(crate) static METRICS: [&dyn crate::Metric; {count}] = [\n{entries}];\n\n\
         /// The description of every metric, by file name. Whoever needs descriptions only does not link the metrics.\n\
         pub(crate) static INFOS: [&crate::Info; {count}] = [\n{infos}];\n\n\
         /// The documentation of each metric's file, by file name.\n\
         pub(crate) static DOCUMENTATION: [(&str, &str); {count}] = [\n{documentation}];\n"
    );
    fs::write(Path::new(&out).join("suite.rs"), suite)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Returns the text of the leading `//!` lines.
fn module_documentation(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
        .collect()
}
