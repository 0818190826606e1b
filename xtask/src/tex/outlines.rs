//! The outlines of the fonts of `outlines.txt` and `faces.txt`, for drawing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use glob::Pattern;

use super::files::{Pack, Packed, lines};
use super::folders::empty;
use crate::command::{output, step};

/// The map of pdfTeX from the fonts to their Type 1 files.
const MAP: &str = "pdftex.map";
/// The ending of a file of outlines.
const OUTLINES: &str = "outlines";

/// A font of the map.
struct Font {
    type1: String,
    encoding: Option<String>,
}

/// Converts the Type 1 files of the fonts of a list that have metrics in the pack.
pub(super) fn collect(pack: &Pack, list: &str, work: &Path) -> Result<Pack> {
    step("converting the outlines of the fonts");
    let patterns: Vec<Pattern> = lines(list)?
        .iter()
        .map(|pattern| Pattern::new(pattern).with_context(|| pattern.clone()))
        .collect::<Result<_>>()?;
    let map = find(MAP)?;
    let map = fs::read_to_string(&map).with_context(|| map.display().to_string())?;
    let map = parse(&map);
    let mut origins = BTreeMap::new();
    let mut input = String::new();
    for name in pack.keys().filter_map(|name| name.strip_suffix(".tfm")) {
        // Fonts of which only bitmaps exist cannot be drawn.
        let Some(font) = map
            .get(name)
            .filter(|_| patterns.iter().any(|pattern| pattern.matches(name)))
        else {
            continue;
        };
        let type1 = find(&font.type1)?;
        write!(input, "{name}\t{}", type1.display())?;
        if let Some(encoding) = &font.encoding {
            write!(input, "\t{}", find(encoding)?.display())?;
        }
        input.push('\n');
        origins.insert(format!("{name}.{OUTLINES}"), type1);
    }
    let folder = work.join(OUTLINES);
    empty(&folder)?;
    convert(&input, &folder)?;
    origins
        .into_iter()
        .map(|(name, origin)| {
            let data = fs::read(folder.join(&name)).with_context(|| name.clone())?;
            Ok((name, Packed { data, origin }))
        })
        .collect()
}

/// Returns the Type 1 file and the encoding of each font.
fn parse(map: &str) -> BTreeMap<&str, Font> {
    let entries = map.lines().filter(|line| !line.starts_with('%'));
    entries
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next()?;
            // `ecrm1000 SFRM1000 " T1Encoding ReEncodeFont " <cm-super-t1.enc <sfrm1000.pfb`
            let file = |ending: &str| {
                let mut words = line.split_whitespace();
                let word = words.find(|word| word.starts_with('<') && word.ends_with(ending))?;
                Some(word.trim_start_matches(['<', '[']).to_owned())
            };
            let is_changed = line.contains("SlantFont") || line.contains("ExtendFont");
            let type1 = file(".pfb").filter(|_| !is_changed)?;
            let encoding = file(".enc");
            Some((name, Font { type1, encoding }))
        })
        .collect()
}

fn find(name: &str) -> Result<PathBuf> {
    let path = output(Command::new("kpsewhich").args(["-progname=pdflatex", name]));
    let path = path.with_context(|| format!("TeX Live has no {name}"))?;
    let path = path.trim();
    ensure!(!path.is_empty(), "TeX Live has no {name}");
    Ok(PathBuf::from(path))
}

fn convert(input: &str, folder: &Path) -> Result<()> {
    let example = "run --release --quiet --package texlens-draw --example outlines --";
    let mut process = Command::new("cargo")
        .args(example.split(' '))
        .arg(folder)
        .stdin(Stdio::piped())
        .spawn()?;
    process
        .stdin
        .take()
        .context("no input to write to")?
        .write_all(input.as_bytes())?;
    let status = process.wait()?;
    if !status.success() {
        bail!("the example `outlines` of texlens-draw: {status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_gives_files_and_encodings() {
        let map = "% comment <a.pfb\ncmr10 CMR10 <cmr10.pfb\nslanted X \".167 SlantFont\" <x.pfb\n\
                   ecrm1000 SFRM1000 \" T1Encoding ReEncodeFont \" <cm-super-t1.enc <sfrm1000.pfb\nptmr8r Times-Roman\n";
        let fonts = parse(map);
        assert_eq!(fonts.keys().copied().collect::<Vec<_>>(), ["cmr10", "ecrm1000"]);
        assert_eq!(
            (fonts["cmr10"].type1.as_str(), &fonts["cmr10"].encoding),
            ("cmr10.pfb", &None)
        );
        assert_eq!(fonts["ecrm1000"].type1, "sfrm1000.pfb");
        assert_eq!(fonts["ecrm1000"].encoding.as_deref(), Some("cm-super-t1.enc"));
    }
}
