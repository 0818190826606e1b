//! Lists the metrics: every file of `src/suite` becomes a module and an entry of the registry, so that a new metric is
//! a new file and nothing else.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join("src/suite");
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();

    let mut modules = String::new();
    let mut entries = String::new();
    for path in &files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        modules += &format!("#[path = {path:?}]\npub mod {stem};\n");
        entries += &format!("    {stem}::METRIC,\n");
    }
    let count = files.len();
    let suite = format!(
        "{modules}\n/// Every metric, by file name.\npub(crate) static METRICS: [&dyn crate::Metric; {count}] = [\n{entries}];\n"
    );
    fs::write(Path::new(&out).join("suite.rs"), suite)
}
