//! Measures how often formulas are matched correctly, on known pages rewritten in the styles of parsers:
//! `cargo run --release -p texlens-evaluate --example matching_truth [FOLDER]`. The folder contains pages as `.tex`
//! files, also in subfolders; the default is `pages/dev` in the folder that `TEXLENS_DATA` names. Prints the table of
//! `docs/matching.md`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../tests/truth/mod.rs"]
mod truth;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use texlens_evaluate::{Extracted, Formula, extract_segments, formula_pairs, locate_formulas};
use truth::{Case, Style, Tally, rewrite};

type Places = Vec<Option<Range<usize>>>;

/// A function that finds the positions of a case's formulas.
type Method = fn(&Case) -> Places;

const METHODS: [(&str, Method); 3] = [
    ("paper's location", by_segments),
    ("our location", by_location),
    ("matcher", by_matching),
];

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).unwrap_or_else(|| {
        let data = std::env::var_os("TEXLENS_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
        data.join("pages/dev")
    });
    let mut pages = Vec::new();
    collect(&folder, &mut pages);
    pages.sort();
    let pages: Vec<String> = pages.iter().map(|page| fs::read_to_string(page).unwrap()).collect();
    println!("{} pages in {}", pages.len(), folder.display());
    print!("{:24}{:>9}", "style", "formulas");
    for (name, _) in METHODS {
        print!(" | {name:^20}");
    }
    println!("\n{:33}{}", "", " |      P      R     F1".repeat(METHODS.len()));
    for style in Style::ALL {
        let tallies = tallies(&pages, style);
        print!("{style:24}{:>9}", tallies[0].present);
        for tally in tallies {
            print!(" | {:6.3} {:6.3} {:6.3}", tally.precision(), tally.recall(), tally.f1());
        }
        println!();
    }
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "tex") {
            pages.push(path);
        }
    }
}

fn tallies(pages: &[String], style: Style) -> [Tally; METHODS.len()] {
    let mut tallies = [Tally::default(); METHODS.len()];
    for (seed, page) in (0..).zip(pages) {
        let case = rewrite(page, style, seed);
        for (tally, (_, places)) in tallies.iter_mut().zip(METHODS) {
            tally.add(&case, &places(&case));
        }
    }
    tallies
}

/// Returns the reference's formula with the delimiters of Markdown. This is what a perfect first stage would be asked
/// to find, not what it would answer.
fn delimited(formula: &Formula) -> String {
    let delimiter = if formula.display { "$$" } else { "$" };
    format!("{delimiter}{}{delimiter}", formula.latex)
}

/// Finds formulas by the paper's second stage, with the reference's formulas as segments.
fn by_segments(case: &Case) -> Places {
    let segments: Vec<String> = case.formulas.iter().map(delimited).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let (extracted, _) = extract_segments(&segments, &case.prediction);
    let place = |extracted| match extracted {
        Extracted::Found { range, .. } => Some(range),
        Extracted::Missing | Extracted::Failed => None,
    };
    extracted.into_iter().map(place).collect()
}

fn by_location(case: &Case) -> Places {
    let formulas: Vec<&str> = case.formulas.iter().map(|formula| formula.latex.as_str()).collect();
    locate_formulas(&formulas, &case.prediction)
}

fn by_matching(case: &Case) -> Places {
    let mut places = vec![None; case.formulas.len()];
    for pair in formula_pairs(&case.reference, &case.prediction).unwrap() {
        let Some(reference) = pair.reference else { continue };
        if let Some(at) = case
            .formulas
            .iter()
            .position(|formula| formula.range == reference.range)
        {
            places[at] = pair.prediction.map(|formula| formula.range);
        }
    }
    places
}
