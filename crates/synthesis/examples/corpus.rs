//! Writes the formulas that texlens supplies, and the list of those that its glyph detector may have seen in training:
//!
//! ```text
//! cargo run --release -p texlens-synthesis --example corpus -- FORMULAS TEX DATA
//! ```
//!
//! `FORMULAS` is the `formulas.txt.gz` of the detector's training (`models/glyph-detector/README.md`): on each line
//! `inline` or `display`, a tab, and LaTeX, in the order of the repositories in `models/glyph-detector/SOURCES.tsv`.
//! `TEX` is the folder of the engine, `DATA` is `crates/synthesis/data`.
//!
//! Left out are formulas under the GPL and the GFDL, trivial ones, repeated ones, those that cannot stand on a page, and
//! those that the engine does not compile or whose glyphs have no outlines.

#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::collections::{BTreeSet, HashSet};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::ops::Range;
use std::path::Path;

use flate2::read::GzDecoder;
use flate2::{Compression, Crc, GzBuilder};
use texlens_draw::{MarkKind, Setter};
use texlens_latex::normalise_formula;
use texlens_synthesis::{LEAST, Trained, bare, check, complexity};
use texlens_tex::{Compiler, Source, Use};

/// Lines of the file with formulas under the GPL (specfem3d; a-notebook-series) and the GFDL (the Stacks project), from
/// 1, with some lines around them: the file does not say where a repository ends.
const LEFT_OUT: [Range<usize>; 2] = [43_800..44_161, 69_481..191_641];
/// Formulas compiled at once.
const BATCH: usize = 200;

const PREAMBLE: &str = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\
    \\usepackage{mathtools,amssymb,amsthm,mathrsfs,bm,booktabs}\n\\begin{document}\n\\hbadness=10000 \\hfuzz=\\maxdimen\n";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [formulas, tex, data] = arguments.as_slice() else {
        return Err("name the file of formulas, the folder of the engine, and the folder of the data".into());
    };
    let mut text = String::new();
    GzDecoder::new(fs::File::open(formulas)?).read_to_string(&mut text)?;
    let trained = trained(&text);
    println!("{} formulas of the training have the least complexity", trained.len());
    fs::write(Path::new(data).join("trained.bin"), trained.write())?;

    let mut known = HashSet::new();
    let mut kept: Vec<String> = Vec::new();
    let (mut read, mut unfit) = (0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, latex)) = line.split_once('\t') else {
            continue;
        };
        if LEFT_OUT.iter().any(|lines| lines.contains(&number)) {
            continue;
        }
        read += 1;
        let latex = bare(latex);
        let is_fit = check(&latex).is_ok() && complexity(&latex) >= LEAST;
        if is_fit && known.insert(normalise_formula(&latex).join("\0")) {
            kept.push(latex);
        } else {
            unfit += 1;
        }
    }
    println!("{read} formulas under licences that fit; {unfit} trivial, repeated or no formula for a page");
    let compiler = Compiler::open(Path::new(tex), &[Use::Dvi, Use::DocumentDvi])?;
    let setter = Setter::new(&compiler);
    let mut sound = Vec::new();
    for batch in kept.chunks(BATCH) {
        let texts: Vec<&str> = batch.iter().map(String::as_str).collect();
        sound.extend(compiled(&setter, &texts)?.into_iter().map(str::to_owned));
    }
    println!(
        "{} do not compile or cannot be drawn; {} are left",
        kept.len() - sound.len(),
        sound.len()
    );
    let unseen = sound.iter().filter(|latex| !trained.contains(latex)).count();
    println!("{unseen} of them are not of the training");
    let file = fs::File::create(Path::new(data).join("formulas.bin"))?;
    let mut encoder = GzBuilder::new().mtime(0).write(file, Compression::best());
    for latex in &sound {
        writeln!(encoder, "{latex}")?;
    }
    encoder.finish()?;
    Ok(())
}

/// Returns the formulas that `make_data.py` may have drawn for training: those that are short enough, and whose line is
/// not of the twentieth that was set aside.
fn trained(text: &str) -> Trained {
    let lines = text.lines().filter_map(|line| {
        let (kind, latex) = line.split_once('\t')?;
        let most = if kind == "inline" { 80 } else { 220 };
        let mut crc = Crc::new();
        crc.update(line.as_bytes());
        let is_drawn = latex.chars().count() < most && !crc.sum().is_multiple_of(20);
        let is_used = complexity(latex) >= LEAST;
        (is_drawn && is_used).then(|| bare(latex))
    });
    let lines: Vec<String> = lines.collect();
    Trained::of(lines.iter().map(String::as_str))
}

/// Returns the formulas that compile, in a line and displayed, and whose glyphs all have outlines.
fn compiled<'t>(setter: &Setter<'_>, texts: &[&'t str]) -> Result<Vec<&'t str>, Box<dyn Error>> {
    let mut document = PREAMBLE.to_owned();
    let first = document.matches('\n').count() as u32 + 1;
    for (index, latex) in texts.iter().enumerate() {
        write!(document, "\\special{{texlens:f{index}}}${latex}$ \\[{latex}\\]\n\n")?;
    }
    document.push_str("\\special{texlens:f}\n\\end{document}\n");
    let (set, _) = setter.logged(&Source::document(&document))?;
    let mut faulty = BTreeSet::new();
    for error in &set.compilation.errors {
        if let Some(line) = error.line.and_then(|line| line.checked_sub(first)) {
            faulty.insert(line as usize / 2);
        }
    }
    for page in &set.pages {
        let mut current = None;
        let mut notes = page.notes.iter().peekable();
        for (index, mark) in page.marks.iter().take(page.glyphs).enumerate() {
            while let Some(note) = notes.next_if(|note| note.glyphs <= index) {
                current = note.text.trim_start_matches('f').parse::<usize>().ok();
            }
            if matches!(&mark.kind, MarkKind::Glyph { font, code, .. }
                if font.as_ref().is_none_or(|font| font.glyph(*code).is_none()))
            {
                faulty.extend(current);
            }
        }
    }
    let is_known = set.compilation.error_count == set.compilation.errors.len() && !set.compilation.fatal;
    if set.compilation.compiles || (is_known && !faulty.is_empty()) {
        let sound = texts.iter().enumerate().filter(|(index, _)| !faulty.contains(index));
        let sound: Vec<&str> = sound.map(|(_, latex)| *latex).collect();
        // An error can take the formulas behind it along.
        return match set.compilation.compiles {
            true => Ok(sound),
            false => compiled(setter, &sound),
        };
    }
    match texts {
        [] | [_] => Ok(Vec::new()),
        _ => {
            let (left, right) = texts.split_at(texts.len() / 2);
            let mut sound = compiled(setter, left)?;
            sound.extend(compiled(setter, right)?);
            Ok(sound)
        }
    }
}
