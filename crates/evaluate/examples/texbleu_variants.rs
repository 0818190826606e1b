//! Compares the variants of TeXBLEU that the paper's table II names, and BLEU, on rewritten and damaged formulas. Writes
//! the table of `docs/texbleu.md`:
//!
//! ```text
//! cargo run --release -p texlens-evaluate --example texbleu_variants [TOKENIZER]
//! ```
//!
//! TOKENIZER is the `tokenizer.json` of TeXBLEU's authors; without it, its rows are left out.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use texlens_evaluate::{Confidence, Kind, Parsed, Scorer, Text};
use texlens_metrics::suite::texbleu::{self, variant};
use texlens_metrics::texbleu::{LoadedTokeniser, TexbleuModel, TokeniserChoice};
use texlens_metrics::{Evidence, Settings, Side};
use texlens_stats::{pearson, spearman};

#[path = "../../metrics/tests/invariance/mod.rs"]
#[expect(dead_code, reason = "the kinds of the cases are not shown here")]
mod invariance;

use invariance::{Case, cases, formulas};

/// The number of cases, each with a rewritten and a damaged formula.
const COUNT: usize = 1000;

/// The seed of the cases: that of `docs/formula-metrics.md`.
const SEED: u64 = 3;

fn main() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/texbleu.bin");
    let mut evidence = Evidence::default();
    evidence.texbleu = Some(Arc::new(TexbleuModel::parse(&fs::read(model).unwrap()).unwrap()));
    let published = env::args()
        .nth(1)
        .map(|path| Arc::new(LoadedTokeniser::parse(&fs::read(path).unwrap()).unwrap()));
    evidence.tokeniser.clone_from(&published);
    let cases = cases(formulas::formulas(SEED), COUNT, SEED);

    println!("| tokens | vectors | positions | id | success | Pearson | Spearman |");
    println!("| --- | --- | --- | --- | ---: | ---: | ---: |");
    let row = |cells: [&str; 4], id: &str, settings: &Settings| {
        let measured = Measured::of(id, settings, &evidence, &cases);
        println!("| {} | {measured} |", cells.join(" | "));
    };
    row(["words", "", "", "`bleu`"], "bleu", &Settings::default());
    let file = published
        .as_ref()
        .map(|tokeniser| TokeniserChoice::File(tokeniser.sum()));
    for tokeniser in TokeniserChoice::BUNDLED.into_iter().chain(file) {
        let tokens = match tokeniser {
            TokeniserChoice::File(_) => "published",
            TokeniserChoice::Texlens => "texlens",
            TokeniserChoice::Characters => "characters",
        };
        for vectors in ["texlens", "none"] {
            for position in ["none", "index", "relative"] {
                let mut settings = Settings::default();
                settings.set_to(&texbleu::TOKENISER, tokeniser);
                settings.set(texbleu::VECTORS.name, vectors).unwrap();
                settings.set(texbleu::POSITION.name, position).unwrap();
                let id = variant(&settings).unwrap_or_else(|| "texbleu".to_owned());
                let id = match (&published, id.split_once("sha256:")) {
                    (Some(_), Some((before, digits))) => {
                        format!("`{before}sha256:{}…{}`", &digits[..8], &digits[64..])
                    }
                    _ => format!("`{id}`"),
                };
                row([tokens, vectors, position, &id], "texbleu", &settings);
            }
        }
    }
    if published.is_some() {
        row(
            ["published", "none", "prefix of each token", "`texbleu_old`"],
            "texbleu_old",
            &Settings::default(),
        );
    }
}

/// How well a metric tells rewritten from damaged formulas.
struct Measured {
    /// The share of cases in which the rewritten formula has the better value.
    success: f64,
    /// Correlations of the value with 1 for a rewritten and 0 for a damaged formula.
    pearson: f64,
    spearman: f64,
}

impl Measured {
    fn of(id: &str, settings: &Settings, evidence: &Evidence, cases: &[Case]) -> Self {
        let only = [id.to_owned()];
        let scorer = Scorer::only(Kind::Formula, settings, &only)
            .unwrap()
            .with_evidence(evidence.clone());
        let value = |reference: &str, prediction: &str| {
            let (reference, prediction) = (Text::from(reference), Text::from(prediction));
            let reference = Parsed::of(Side::Reference, &reference).unwrap();
            let prediction = Parsed::of(Side::Prediction, &prediction).unwrap();
            let scores = scorer.score(&reference, &prediction);
            scores.iter().find(|score| score.metric == id).unwrap().value().unwrap()
        };
        let (mut values, mut labels, mut right) = (Vec::new(), Vec::new(), 0);
        for case in cases {
            let rewritten = value(&case.reference, &case.rewritten);
            let damaged = value(&case.reference, &case.damaged);
            right += usize::from(rewritten > damaged);
            values.extend([rewritten, damaged]);
            labels.extend([1.0, 0.0]);
        }
        let confidence = Confidence::default();
        Self {
            success: right as f64 / cases.len() as f64,
            pearson: pearson::estimate(&values, &labels, confidence).unwrap().value,
            spearman: spearman::estimate(&values, &labels, confidence).unwrap().value,
        }
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.1} % | {:.2} | {:.2}",
            100.0 * self.success,
            self.pearson,
            self.spearman
        )
    }
}
