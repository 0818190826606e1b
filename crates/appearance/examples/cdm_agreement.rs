//! Compares CDM from LaTeX alone with the official tools' scores.
//!
//!     cargo run --release -p texlens-appearance --features native --example cdm_agreement -- www/tex BOXES.jsonl
//!
//! The records of the file have the formulas `ref` and `pred`, the `variant`, and the official `result`.

#![allow(clippy::print_stdout, reason = "a table for people")]

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use serde_json::Value;
use texlens_appearance::cdm;
use texlens_draw::Setter;
use texlens_metrics::cdm::{RenderedFormula, Variant, match_formulas};
use texlens_tex::{Compiler, Use};

#[derive(Parser)]
struct Arguments {
    /// The folder of the TeX engine
    engine: PathBuf,
    /// The official results
    boxes: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { engine, boxes } = Arguments::parse();
    let compiler = Compiler::open(&engine, &[Use::Dvi])?;
    let setter = Setter::new(&compiler);
    let records = std::fs::read_to_string(boxes)?;
    let records: Vec<Value> = records.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    for (variant, name) in [
        (Variant::Unimernet, "unimernet"),
        (Variant::OmniDocBench, "omnidocbench"),
    ] {
        let mine: Vec<&Value> = records
            .iter()
            .filter(|record| record["variant"] == name && record["env_limited"].is_null())
            .collect();
        let side = |key: &str| -> Result<Vec<&str>> {
            mine.iter()
                .map(|record| record[key].as_str().context("a record without a formula"))
                .collect()
        };
        let start = std::time::Instant::now();
        let both = [side("ref")?, side("pred")?].concat();
        let requests: Vec<(Variant, &str)> = both.iter().map(|formula| (variant, *formula)).collect();
        let mut rendered = cdm::boxes(&setter, &requests)?;
        let seconds = start.elapsed().as_secs_f64();
        let predictions = rendered.split_off(mine.len());
        let (mut sum, mut close) = (0.0, 0);
        for ((record, reference), prediction) in mine.iter().zip(&rendered).zip(&predictions) {
            let official = record["result"]["f1"].as_f64();
            let own = score(reference.as_ref().ok(), prediction.as_ref().ok(), variant)?;
            let difference = match (official, own) {
                (Some(official), Some(own)) => (official - own).abs(),
                (None, None) => 0.0,
                _ => 1.0,
            };
            sum += difference;
            if difference <= 0.001 {
                close += 1;
            } else {
                let reason = [reference, prediction]
                    .map(|side| side.as_ref().err().map_or(String::new(), ToString::to_string))
                    .join(" | ");
                println!(
                    "{}\t{official:?}\t{own:?}\t{}\t{}\t{reason}",
                    record["id"], record["ref"], record["pred"]
                );
            }
        }
        println!(
            "{name}: {} pairs, mean difference {:.4}, {close} within 0.001; {:.1} ms per formula",
            mine.len(),
            sum / mine.len() as f64,
            1000.0 * seconds / both.len() as f64
        );
    }
    Ok(())
}

fn score(
    reference: Option<&RenderedFormula>,
    prediction: Option<&RenderedFormula>,
    variant: Variant,
) -> Result<Option<f64>> {
    let Some(reference) = reference.filter(|reference| !reference.boxes.is_empty()) else {
        return Ok(None);
    };
    let Some(prediction) = prediction else {
        return Ok(Some(0.0));
    };
    Ok(Some(match_formulas(reference, prediction, variant)?.f1()))
}
