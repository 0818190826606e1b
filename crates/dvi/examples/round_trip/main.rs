//! The round trip of formulas. The TeX engine sets them, the typesetter reads their glyphs and writes LaTeX, and the
//! engine sets this LaTeX again.
//!
//!     cargo xtask ocr-roundtrip [FILE] [--count N] [--failures OUT]
//!
//! FILE holds one formula per line, `inline|display<TAB>LaTeX`, optionally compressed with gzip; by default it is
//! `formulas.txt.gz` in `TEXLENS_DATA`. N formulas (default 2,000) are taken from it at even distances, half of them
//! displayed. The example prints a table by construct. A formula comes back if its second setting has the same glyphs
//! and rules at the same positions. OUT receives the formulas that do not: the position of the first difference, the
//! source, and the LaTeX that was written.
#![allow(clippy::print_stdout, reason = "a command line tool speaks")]

mod compare;
mod constructs;
mod sample;
mod sheet;

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use texlens_dvi::Engine;
use texlens_ocr::typeset::typeset;

use compare::Difference;
use sample::Formula;

/// The result of a formula's round trip.
enum Outcome {
    /// The source does not compile with this preamble, or its glyphs cannot be separated from the text around it.
    Unset,
    Same,
    Different {
        written: String,
        why: String,
    },
}

struct Options {
    file: PathBuf,
    count: usize,
    failures: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options(std::env::args().skip(1))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let engine = Engine::open(&root.join("www/tex"))?;
    let formulas = sample::take(&options.file, options.count)?;
    let outcomes = outcomes(&engine, &formulas)?;
    print!("{}", constructs::table(&formulas, &outcomes));
    if let Some(path) = options.failures {
        std::fs::write(path, failures(&formulas, &outcomes)?)?;
    }
    Ok(())
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, Box<dyn Error>> {
    let data = std::env::var_os("TEXLENS_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let mut options = Options {
        file: data.join("formulas.txt.gz"),
        count: 2000,
        failures: None,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--count" => options.count = value()?.parse()?,
            "--failures" => options.failures = Some(value()?.into()),
            _ => options.file = argument.into(),
        }
    }
    Ok(options)
}

fn outcomes(engine: &Engine, formulas: &[Formula]) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let sources: Vec<String> = formulas.iter().map(Formula::paragraph).collect();
    let pages = sheet::set(engine, &sources)?;
    let written: Vec<String> = pages
        .iter()
        .map(|page| page.as_ref().map_or(String::new(), |page| typeset(page).latex))
        .collect();
    let again = sheet::set(engine, &written)?;
    let compared = pages.iter().zip(again).zip(written).map(|((page, again), written)| {
        let Some(glyphs) = page.as_ref().and_then(sheet::formula) else {
            return Outcome::Unset;
        };
        let difference = match again {
            None => Some("does not compile".to_owned()),
            Some(again) => match sheet::formula(&again) {
                None => Some("other text around it".to_owned()),
                Some(again) => compare::first_difference(&glyphs, &again).map(|Difference(why)| why),
            },
        };
        difference.map_or(Outcome::Same, |why| Outcome::Different { written, why })
    });
    Ok(compared.collect())
}

fn failures(formulas: &[Formula], outcomes: &[Outcome]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    for (formula, outcome) in formulas.iter().zip(outcomes) {
        match outcome {
            Outcome::Different { written, why } => {
                writeln!(out, "{why}\n  {}\n  {}\n", formula.latex, sheet::within(written))?;
            }
            Outcome::Unset => writeln!(out, "not set\n  {}\n", formula.latex)?,
            Outcome::Same => {}
        }
    }
    Ok(out)
}
