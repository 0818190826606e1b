//! The style sheets: joins those of the app into the one that the site serves, and checks the colours and custom
//! properties of all.

mod colours;
mod sheet;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::command::step;
use crate::paths;
use sheet::Sheet;

/// Imports the other sheets of the app, each into a layer.
const ENTRY: &str = "www/styles/app.css";
/// Defines colours, sizes and type for all.
const TOKENS: &str = "crates/report/src/style/tokens.css";
/// The sheet that only reports have.
const REPORT: &str = "crates/report/src/style/report.css";
/// Sheets of others, which are not checked.
const PACKAGES: &str = "node_modules";

/// Joins the sheets of the app, and returns where the result is.
pub(crate) fn join() -> Result<PathBuf> {
    let css = joined(&imports()?, read)?;
    let path = paths::target().join("styles/app.css");
    if fs::read_to_string(&path).is_ok_and(|present| present == css) {
        return Ok(path);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, css).with_context(|| path.display().to_string())?;
    Ok(path)
}

/// Fails with every colour outside of the tokens, every custom property that is not defined or not used, and every
/// sheet that is not imported.
pub(crate) fn check() -> Result<()> {
    step("checking the style sheets");
    let imports = imports()?;
    let mut faults = unimported(&imports)?;
    let own = imports.iter().map(|import| import.path.as_str());
    let own = own.filter(|path| !path.starts_with(PACKAGES)).chain([REPORT]);
    let sheets: Vec<(&str, Sheet)> = own
        .map(|path| Ok((path, Sheet::of(&read(path)?))))
        .collect::<Result<_>>()?;
    faults.extend(faults_of(&sheets));
    ensure!(
        faults.is_empty(),
        "the style sheets have faults:\n{}",
        faults.join("\n")
    );
    Ok(())
}

/// A line of [`ENTRY`].
#[derive(Debug, PartialEq, Eq)]
struct Import {
    /// From the project's folder on.
    path: String,
    layer: String,
}

fn imports() -> Result<Vec<Import>> {
    let folder = Path::new(ENTRY).parent().unwrap_or(Path::new(""));
    parse_imports(&read(ENTRY)?, folder)
}

/// Reads lines such as `@import "scores.css" layer(scores);`.
fn parse_imports(entry: &str, folder: &Path) -> Result<Vec<Import>> {
    let entry = sheet::without_comments(entry);
    let lines = entry.lines().map(str::trim).filter(|line| !line.is_empty());
    let import = |line: &str| {
        let (path, layer) = (line.strip_prefix("@import \"")?.strip_suffix(");")?).split_once("\" layer(")?;
        let path = paths::normal(&folder.join(path)).to_string_lossy().replace('\\', "/");
        let layer = layer.to_owned();
        Some(Import { path, layer })
    };
    lines
        .map(|line| {
            import(line).with_context(|| format!("{ENTRY}: not of the form `@import \"FILE\" layer(NAME);`: {line}"))
        })
        .collect()
}

/// Writes what a browser would make of the imports: each sheet as a layer, in the same order.
fn joined(imports: &[Import], read: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut css = String::new();
    for Import { path, layer } in imports {
        let text = read(path)?;
        ensure!(!text.contains("@import"), "{path}: only {ENTRY} imports sheets");
        // The addresses in KaTeX's sheet are relative to its folder.
        let text = text.replace("url(fonts/", "url(katex/fonts/");
        css.push_str(&format!("@layer {layer} {{\n{}}}\n", served(&text)));
    }
    Ok(css)
}

/// Returns a sheet without comments, indentation and blank lines, which the first paint would wait for.
fn served(css: &str) -> String {
    let plain = sheet::without_comments(css);
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the sheets of the app that no import or more than one names, and layers that are not called like their
/// sheet.
fn unimported(imports: &[Import]) -> Result<Vec<String>> {
    let folder = paths::root().join(ENTRY);
    let folder = folder.parent().unwrap_or(&folder);
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = paths::shown(&entry?.path()).replace('\\', "/");
        let count = imports.iter().filter(|import| import.path == path).count();
        if path != ENTRY && count != 1 {
            faults.push(format!("{path}: {ENTRY} imports it {count} times instead of once"));
        }
    }
    let named = |import: &&Import| {
        let name = Path::new(&import.path).file_name().map(|name| name.to_string_lossy());
        let stem = name.as_deref().and_then(|name| name.split('.').next());
        stem == Some(&import.layer)
    };
    let misnamed = imports.iter().filter(|import| !named(import));
    faults.extend(misnamed.map(|import| format!("{ENTRY}: call the layer of {} like the file", import.path)));
    Ok(faults)
}

fn faults_of(sheets: &[(&str, Sheet)]) -> Vec<String> {
    let no_tokens = Sheet::default();
    let tokens = sheets.iter().find(|(path, _)| *path == TOKENS);
    let tokens = tokens.map_or(&no_tokens, |(_, sheet)| sheet);
    let mut faults = Vec::new();
    for (path, sheet) in sheets {
        let is_defined = |name: &str| sheet.defined.contains_key(name) || tokens.defined.contains_key(name);
        let undefined = sheet.used.iter().filter(|(name, _)| !is_defined(name));
        faults.extend(
            undefined.map(|(name, line)| format!("{path}:{line}: {name} is defined neither here nor in {TOKENS}")),
        );
        if *path != TOKENS {
            let unexplained = sheet.colours.iter().filter(|colour| !colour.is_explained);
            faults.extend(unexplained.map(|colour| {
                let (line, colour) = (colour.line, &colour.text);
                format!(
                    "{path}:{line}: {colour}: define the colour in {TOKENS}, or say in a comment on its line why not"
                )
            }));
        }
    }
    let used: BTreeSet<&String> = sheets.iter().flat_map(|(_, sheet)| sheet.used.keys()).collect();
    let unused = tokens.defined.iter().filter(|(name, _)| !used.contains(name));
    faults.extend(unused.map(|(name, line)| format!("{TOKENS}:{line}: no sheet uses {name}")));
    faults
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(paths::root().join(path)).with_context(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = "www/styles";

    #[test]
    fn sheets_become_layers_in_the_order_of_their_imports() {
        let entry = "/* First this:\n@import \"no.css\" layer(no); */\n@import \"../../crates/tokens.css\" layer(tokens);\n\n\
            @import \"scores.css\" layer(scores);\n";
        let imports = parse_imports(entry, Path::new(FOLDER)).unwrap();
        let paths: Vec<&str> = imports.iter().map(|import| import.path.as_str()).collect();
        assert_eq!(paths, ["crates/tokens.css", "www/styles/scores.css"]);
        let sheet = |path: &str| {
            Ok(format!(
                "/* A rule\n   of {path}. */\n.a::after {{\n  content: \"{path}\";\n\n}}\n"
            ))
        };
        let css = joined(&imports, sheet).unwrap();
        let rule = |path: &str| format!(".a::after {{\ncontent: \"{path}\";\n}}");
        let expected = [("tokens", "crates/tokens.css"), ("scores", "www/styles/scores.css")]
            .map(|(layer, path)| format!("@layer {layer} {{\n{}\n}}\n", rule(path)));
        assert_eq!(css, expected.concat());
    }

    #[test]
    fn fonts_are_found_from_the_site_and_imports_are_not_nested() {
        let imports = parse_imports("@import \"k.css\" layer(k);", Path::new(FOLDER)).unwrap();
        let css = joined(&imports, |_| Ok("@font-face{src:url(fonts/A.woff2)}".to_owned())).unwrap();
        assert!(css.contains("url(katex/fonts/A.woff2)"), "{css}");
        let error = joined(&imports, |_| Ok("@import \"b.css\";".to_owned()))
            .unwrap_err()
            .to_string();
        assert!(error.contains("www/styles/k.css"), "{error}");
    }

    #[test]
    fn an_entry_has_nothing_but_imports_with_layers() {
        for line in ["@import \"a.css\";", "a { color: red }", "@layer a, b;"] {
            let error = parse_imports(line, Path::new(FOLDER)).unwrap_err().to_string();
            assert!(error.contains(line), "{error}");
        }
    }

    #[test]
    fn faults_say_where_they_are_and_what_to_do() {
        let tokens = ":root {\n  --ink: #000;\n  --idle: 1px;\n}";
        let other = "a {\n  --own: 2px;\n  margin: var(--own) var(--gone);\n  color: var(--ink);\n  fill: red;\n  \
            stroke: blue; /* as in print */\n}";
        let sheets = [(TOKENS, Sheet::of(tokens)), ("a.css", Sheet::of(other))];
        assert_eq!(
            faults_of(&sheets),
            [
                format!("a.css:3: --gone is defined neither here nor in {TOKENS}"),
                format!("a.css:5: red: define the colour in {TOKENS}, or say in a comment on its line why not"),
                format!("{TOKENS}:3: no sheet uses --idle"),
            ]
        );
    }
}
