//! Compares CDM from LaTeX alone with the official tools' scores, and shows for each case that differs what differs.
//!
//!     cargo run --release -p texlens-appearance --features native --example cdm_agreement -- www/tex BOXES.jsonl
//!
//! The records of the file have the formulas `ref` and `pred`, the `variant`, the official boxes `ref_render` and
//! `pred_render`, the official `result`, and `f1_over_12_other_seeds`: the lowest and the highest score with other
//! seeds.

#![allow(clippy::print_stdout, reason = "a table for people")]

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use serde_json::Value;
use texlens_appearance::cdm::{self, Unrendered};
use texlens_draw::Setter;
use texlens_metrics::cdm::{RenderedFormula, Rules, Samples, Variant, match_formulas};
use texlens_tex::{Compiler, Use};

#[derive(Parser)]
struct Arguments {
    /// The folder of the TeX engine
    engine: PathBuf,
    /// The official results
    boxes: PathBuf,
}

/// Scores that differ by less are equal, since they have three decimals.
const EQUAL: f64 = 0.001;

fn main() -> Result<()> {
    let Arguments { engine, boxes } = Arguments::parse();
    let compiler = Compiler::open(&engine, &[Use::Dvi])?;
    let setter = Setter::new(&compiler);
    let records = std::fs::read_to_string(boxes)?;
    let records: Vec<Value> = records.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    println!(
        "id\tofficial\town\town with all samples\tall seeds\tofficial with all samples\treference\tprediction\tformulas"
    );
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
        let mut agreement = Agreement::default();
        for ((record, reference), prediction) in mine.iter().zip(&rendered).zip(&predictions) {
            let case = Case::of(record, variant, [reference, prediction])?;
            agreement.add(&case);
            if !is_equal(case.official, case.own) {
                println!("{}", case.line(record, [reference, prediction]));
            }
        }
        println!("{name}: {}", agreement.line());
        println!("{:.1} ms per formula", 1000.0 * seconds / both.len() as f64);
    }
    Ok(())
}

/// The scores of a pair of formulas; `None` if the reference has no boxes.
struct Case {
    official: Option<f64>,
    own: Option<f64>,
    /// The score of the own boxes with all samples.
    own_exhaustive: Option<f64>,
    /// The score of the official boxes with all samples.
    exhaustive: Option<f64>,
    /// The lowest and the highest score of the official boxes over all seeds.
    seeds: Option<[f64; 2]>,
}

impl Case {
    fn of(
        record: &Value,
        variant: Variant,
        [reference, prediction]: [&Result<RenderedFormula, Unrendered>; 2],
    ) -> Result<Self> {
        let official = record["result"]["f1"].as_f64();
        let seeded = Rules::from(variant);
        let exhaustive = Rules {
            samples: Samples::Exhaustive,
            ..seeded
        };
        let [reference, prediction] = [reference.as_ref().ok(), prediction.as_ref().ok()];
        let [official_reference, official_prediction] = ["ref_render", "pred_render"].map(|key| boxes_of(&record[key]));
        let ends = record["f1_over_12_other_seeds"].as_array();
        let ends = ends.into_iter().flatten().filter_map(Value::as_f64).chain(official);
        Ok(Self {
            official,
            own: score(reference, prediction, seeded)?,
            own_exhaustive: score(reference, prediction, exhaustive)?,
            exhaustive: score(official_reference.as_ref(), official_prediction.as_ref(), exhaustive)?,
            seeds: ends.fold(None, |ends: Option<[f64; 2]>, value| {
                Some(ends.map_or([value; 2], |[low, high]| [low.min(value), high.max(value)]))
            }),
        })
    }

    fn line(&self, record: &Value, sides: [&Result<RenderedFormula, Unrendered>; 2]) -> String {
        let number = |value: Option<f64>| value.map_or("none".to_owned(), |value| value.to_string());
        let seeds = self
            .seeds
            .map_or("none".to_owned(), |[low, high]| format!("{low} to {high}"));
        let [reference, prediction] = [(sides[0], "ref_render"), (sides[1], "pred_render")]
            .map(|(own, key)| difference(own, boxes_of(&record[key]).as_ref()));
        format!(
            "{}\t{}\t{}\t{}\t{seeds}\t{}\t{reference}\t{prediction}\t{} | {}",
            record["id"].as_str().unwrap_or_default(),
            number(self.official),
            number(self.own),
            number(self.own_exhaustive),
            number(self.exhaustive),
            record["ref"],
            record["pred"]
        )
    }
}

/// How many pairs agree.
#[derive(Default)]
struct Agreement {
    pairs: usize,
    sum: f64,
    equal: usize,
    /// Pairs whose official score depends on the seed.
    seeded: usize,
    /// Of these, pairs whose score with all samples is the official one, another one of a seed's, or above all of them.
    same: usize,
    within: usize,
    above: usize,
    /// Pairs whose official score depends on no seed, and those of them whose score with all samples differs.
    settled: usize,
    changed: usize,
    /// Pairs that are perfect by the official score, and those of them that all samples find perfect, and others that
    /// only all samples find perfect.
    perfect: usize,
    still_perfect: usize,
    newly_perfect: usize,
}

impl Agreement {
    fn add(&mut self, case: &Case) {
        self.pairs += 1;
        self.sum += match (case.official, case.own) {
            (Some(official), Some(own)) => (official - own).abs(),
            (None, None) => 0.0,
            _ => 1.0,
        };
        self.equal += usize::from(is_equal(case.official, case.own));
        let (Some(exhaustive), Some(official), Some([low, high])) = (case.exhaustive, case.official, case.seeds) else {
            return;
        };
        if low < high {
            self.seeded += 1;
            self.same += usize::from(exhaustive == official);
            self.within += usize::from(exhaustive != official && (low..=high).contains(&exhaustive));
            self.above += usize::from(exhaustive > high);
        } else {
            self.settled += 1;
            self.changed += usize::from(exhaustive != official);
        }
        self.perfect += usize::from(official == 1.0);
        self.still_perfect += usize::from(official == 1.0 && exhaustive == 1.0);
        self.newly_perfect += usize::from(official != 1.0 && exhaustive == 1.0);
    }

    fn line(&self) -> String {
        format!(
            "{} pairs, mean difference {:.4}, {} within {EQUAL}. On the official boxes, {} depend on the seed: with all \
             samples, {} have the official score, {} another within the range over seeds, {} a higher one, {} a lower \
             one; of {} that depend on no seed, {} change. {} are perfect, {} of them with all samples, and {} others.",
            self.pairs,
            self.sum / self.pairs as f64,
            self.equal,
            self.seeded,
            self.same,
            self.within,
            self.above,
            self.seeded - self.same - self.within - self.above,
            self.settled,
            self.changed,
            self.perfect,
            self.still_perfect,
            self.newly_perfect,
        )
    }
}

fn is_equal(official: Option<f64>, own: Option<f64>) -> bool {
    match (official, own) {
        (Some(official), Some(own)) => (official - own).abs() <= EQUAL,
        (None, None) => true,
        _ => false,
    }
}

/// Returns the official boxes of a side, if there are any.
fn boxes_of(side: &Value) -> Option<RenderedFormula> {
    serde_json::from_value(side.clone())
        .ok()
        .filter(|formula: &RenderedFormula| !formula.boxes.is_empty())
}

/// Says how the boxes of a side differ from the official ones.
fn difference(own: &Result<RenderedFormula, Unrendered>, official: Option<&RenderedFormula>) -> String {
    let (own, official) = match (own, official) {
        (Ok(own), Some(official)) => (own, official),
        (Err(error), Some(_)) => return format!("none here: {error}"),
        (Ok(_), None) => return "none officially".to_owned(),
        (Err(_), None) => return "none".to_owned(),
    };
    let names =
        |formula: &RenderedFormula| -> Vec<String> { formula.boxes.iter().map(|token| token.token.clone()).collect() };
    let (own_names, official_names) = (names(own), names(official));
    if own_names != official_names {
        let only = |a: &[String], b: &[String]| -> String {
            let mut rest = b.to_vec();
            let only = a
                .iter()
                .filter(|name| match rest.iter().position(|other| other == *name) {
                    Some(at) => {
                        rest.remove(at);
                        false
                    }
                    None => true,
                });
            only.cloned().collect::<Vec<_>>().join(" ")
        };
        return format!(
            "only here: {:?}, only officially: {:?}",
            only(&own_names, &official_names),
            only(&official_names, &own_names)
        );
    }
    let edges = own.boxes.iter().zip(&official.boxes).flat_map(|(own, official)| {
        let edges = own.bbox.into_iter().zip(official.bbox);
        edges.map(|(own, official)| (own - official).abs())
    });
    format!("boxes differ by up to {} pixels", edges.fold(0.0, f64::max))
}

fn score(
    reference: Option<&RenderedFormula>,
    prediction: Option<&RenderedFormula>,
    rules: Rules,
) -> Result<Option<f64>> {
    let Some(reference) = reference.filter(|reference| !reference.boxes.is_empty()) else {
        return Ok(None);
    };
    let Some(prediction) = prediction else {
        return Ok(Some(0.0));
    };
    Ok(Some(match_formulas(reference, prediction, rules)?.f1()))
}
