//! Measures crops of single formulas: `--crops`. Each formula of a list is set alone by pdfTeX (`set`), drawn at several
//! resolutions, and read by both networks and from its true glyphs. The losses are counted by kind (`losses`): how many
//! formulas would become right if glyphs of this kind were as they truly are (`mend`), and in which structures the LaTeX
//! differs from that of the true glyphs (`structure`).

mod list;
mod losses;
mod mend;
mod set;
mod structure;

use std::path::Path;

use anyhow::{Context, Result};
use comfy_table::{Table, presets};
use texlens_evaluate::{Formula, formula_pairs};
use texlens_ocr::PageGlyphs;
use texlens_ocr::detect::Network;
use texlens_ocr::typeset::typeset;

use crate::arguments::Arguments;
use crate::column::Column;
use crate::dataset::{Dataset, clear};
use crate::detector;
use crate::formulas::{METRICS, Pair, score, styled};
use crate::table::number;
use losses::Losses;
use mend::Mend;
use set::{Crops, DPI};

pub(crate) use list::Half;

/// Reads the crops in every column at every resolution, and prints the scores and the losses.
pub(crate) fn measure(arguments: &Arguments, list: &Path) -> Result<()> {
    let folder = arguments.cache.join("crops");
    clear(&folder)?;
    let candidates = list::candidates(list, arguments.half)?;
    let crops = Crops::set(candidates, arguments, &folder)?;
    println!(
        "{} formulas, half {:?}, set in {}",
        crops.formulas.len(),
        arguments.half,
        arguments.fonts
    );
    let is_asked = |column: &Column| arguments.only.is_empty() || arguments.only.contains(column);
    let truth = Column::True;
    let of_truth: Vec<String> = crops.truth.iter().map(read).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row(["column", "dpi"].into_iter().chain(METRICS));
    let known = scored(
        arguments,
        &crops,
        of_truth.iter().enumerate(),
        &folder.join("true.jsonl"),
    )?;
    if is_asked(&truth) {
        table.add_row(row(truth, "", &known));
    }
    let mut printed = Vec::new();
    for (column, network) in [(Column::Detected, Network::Fast), (Column::Accurate, Network::Accurate)] {
        for &dpi in arguments.dpi.iter().filter(|_| is_asked(&column)) {
            let drawn = crops.draw(dpi, &folder)?;
            let found = found(arguments, network, &drawn, dpi)?;
            let path = folder.join(format!("{}-{dpi}", column.name()));
            let latex: Vec<String> = found.iter().map(read).collect();
            let readings = latex.iter().enumerate();
            let scores = scored(arguments, &crops, readings, &path.with_extension("jsonl"))?;
            table.add_row(row(column, &dpi.to_string(), &scores));
            if arguments.half == Half::Looked {
                let read = Read {
                    latex: &latex,
                    scores: &scores,
                };
                let known = Read {
                    latex: &of_truth,
                    scores: &known,
                };
                let losses = lost(arguments, &crops, &read, &known, &found, &path)?;
                printed.push(format!("\n{} at {dpi} dpi\n{}", column.name(), losses.table()));
            }
        }
    }
    println!("{table}\n{}", printed.join("\n"));
    Ok(())
}

/// The metrics of a formula; 0 where they are undefined.
type Scores = [f64; METRICS.len()];

fn row(column: Column, dpi: &str, scores: &[Scores]) -> Vec<String> {
    let mean = |metric: usize| scores.iter().map(|scores| scores[metric]).sum::<f64>() / scores.len() as f64;
    let means = (0..METRICS.len()).map(|metric| number((!scores.is_empty()).then(|| mean(metric)), 3));
    [column.name().to_owned(), dpi.to_owned()]
        .into_iter()
        .chain(means)
        .collect()
}

/// Returns the glyphs that a network finds in each image, in pixels of the true glyphs.
fn found(arguments: &Arguments, network: Network, drawn: &Path, dpi: u32) -> Result<Vec<PageGlyphs>> {
    let dataset = Dataset::open(drawn, &[])?;
    let pages: Vec<_> = dataset.pages.iter().collect();
    let kept = detector::read(arguments, network, drawn, &pages)?;
    let page = |page: &&crate::dataset::Page| {
        let glyphs: PageGlyphs = serde_json::from_str(&kept.text(page)?).with_context(|| page.id.clone())?;
        Ok(mend::scaled(&glyphs, DPI / dpi as f32))
    };
    pages.iter().map(page).collect()
}

/// What was read of each formula, and the scores.
struct Read<'r> {
    latex: &'r [String],
    scores: &'r [Scores],
}

impl Read<'_> {
    fn is_right(&self, formula: usize) -> bool {
        self.scores.get(formula).is_some_and(|[exact, ..]| *exact > 0.0)
    }
}

/// Counts the losses of the formulas that are wrong, and scores these again with the glyphs of each kind mended.
fn lost(
    arguments: &Arguments,
    crops: &Crops,
    was_read: &Read<'_>,
    known: &Read<'_>,
    found: &[PageGlyphs],
    path: &Path,
) -> Result<Losses> {
    let mut losses = Losses::new(found.len());
    let mut mended = Vec::new();
    for (formula, (found, truth)) in found.iter().zip(&crops.truth).enumerate() {
        if was_read.is_right(formula) {
            continue;
        }
        losses.wrong += 1;
        losses.of_rules += usize::from(!known.is_right(formula));
        if let (Some(truth), Some(latex)) = (known.latex.get(formula), was_read.latex.get(formula)) {
            losses.add_structures(structure::differences(truth, latex));
        }
        let mend = Mend::of(found, truth);
        losses.add_glyphs(mend.kinds());
        for kind in mend.kinds() {
            mended.push((formula, kind.clone(), read(&mend.mended(&kind))));
        }
    }
    let again = mended.iter().map(|(formula, _, latex)| (*formula, latex));
    let again = scored(arguments, crops, again, &path.with_extension("mended.jsonl"))?;
    for ((_, kind, _), [exact, ..]) in mended.into_iter().zip(again) {
        losses.add_mended(kind, exact > 0.0);
    }
    Ok(losses)
}

/// Returns the LaTeX of a page.
fn read(page: &PageGlyphs) -> String {
    typeset(page).latex
}

/// Scores readings of formulas, each with the index of its formula, in order.
fn scored<'l>(
    arguments: &Arguments,
    crops: &Crops,
    readings: impl Iterator<Item = (usize, &'l String)>,
    path: &Path,
) -> Result<Vec<Scores>> {
    let pair = |(at, (formula, latex)): (usize, (usize, &String))| {
        let reference = Formula {
            latex: crops.formulas.get(formula)?.clone(),
            display: true,
            range: 0..0,
        };
        Some(Pair {
            id: at.to_string(),
            kind: "formula",
            prediction: styled(&only_formula(latex), &reference),
            reference: styled(&reference, &reference),
        })
    };
    let pairs: Vec<Pair> = readings.enumerate().filter_map(pair).collect();
    let mut scores = vec![Scores::default(); pairs.len()];
    for scored in score(arguments, &pairs, path)? {
        if let Some(scores) = scored.id.parse::<usize>().ok().and_then(|at| scores.get_mut(at)) {
            *scores = scored.values();
        }
    }
    Ok(scores)
}

/// Returns the formulas of a text as one formula; text beside them becomes a part of it, so that it counts as wrong.
fn only_formula(latex: &str) -> Formula {
    let formulas: Vec<Formula> = formula_pairs("", latex)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|pair| pair.prediction)
        .collect();
    // What stands before, between and behind the formulas.
    let starts = formulas.iter().map(|formula| formula.range.start).chain([latex.len()]);
    let ends = [0].into_iter().chain(formulas.iter().map(|formula| formula.range.end));
    let is_text = ends
        .zip(starts)
        .filter_map(|(from, to)| latex.get(from..to))
        .any(|beside| beside.chars().any(char::is_alphanumeric));
    let all: Vec<&str> = formulas.iter().map(|formula| formula.latex.trim()).collect();
    Formula {
        latex: if is_text {
            format!("\\text{{?}} {}", all.join(" "))
        } else {
            all.join(" ")
        },
        display: true,
        range: 0..0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_beside_a_formula_counts_as_wrong() {
        assert_eq!(only_formula("\\[\nx^2\n\\]\n").latex, "x^2");
        assert_eq!(only_formula("\\begin{equation*}\nx^2\n\\end{equation*}\n").latex, "x^2");
        assert_eq!(only_formula("\\begin{equation*}\ne\n\\end{equation*}\n").latex, "e");
        assert_eq!(only_formula("$x$ $y$").latex, "x y");
        assert_eq!(only_formula("Let $x$").latex, "\\text{?} x");
        assert_eq!(only_formula("").latex, "");
    }
}
