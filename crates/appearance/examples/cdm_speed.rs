//! Measures how long CDM from LaTeX alone takes, for `cargo xtask bench cdm`.
//!
//! Scores formulas of a generator against damaged ones, and draws them, in one thread. Writes one JSON object: the pairs,
//! the different formulas, the seconds to load the engine, the seconds of each round of scores and of drawings, and the
//! coloured LaTeX of the formulas for other tools.

#![allow(clippy::print_stdout, reason = "it answers on its output")]

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use serde_json::json;
use texlens_appearance::{cdm, drawings, tokenise};
use texlens_draw::Setter;
use texlens_metrics::cdm::{Variant, match_formulas, normalise, tokens};
use texlens_tex::{Compiler, Use};

#[allow(dead_code, clippy::unwrap_used, reason = "a part of the tests of the metrics")]
#[path = "../../metrics/tests/invariance/mod.rs"]
mod invariance;

/// The seed of the formulas.
const SEED: u64 = 3;

#[derive(Parser)]
struct Arguments {
    /// Number of pairs of formulas
    #[arg(long, default_value_t = 50)]
    pairs: usize,
    /// Number of rounds; each sets all formulas anew
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

fn main() -> Result<()> {
    let Arguments { pairs, rounds } = Arguments::parse();
    let cases = invariance::cases(invariance::formulas::formulas(SEED), pairs, SEED);
    let formulas: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| [case.reference.as_str(), case.damaged.as_str()])
        .collect();
    let coloured: Vec<String> = formulas.iter().filter_map(|formula| coloured(formula)).collect();

    let start = Instant::now();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex");
    let compiler = Compiler::open(&folder, &[Use::Dvi])?;
    let opened = start.elapsed().as_secs_f64();
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        let requests: Vec<(Variant, &str)> = (cases.iter())
            .flat_map(|case| [&case.reference, &case.damaged])
            .map(|formula| (Variant::Unimernet, formula.as_str()))
            .collect();
        let boxes = cdm::boxes(&Setter::new(&compiler), &requests)?;
        for sides in boxes.chunks_exact(2) {
            if let [Ok(reference), Ok(prediction)] = sides {
                std::hint::black_box(match_formulas(reference, prediction, Variant::Unimernet)?.f1());
            }
        }
        times.push(start.elapsed().as_secs_f64());
    }
    let formulas: Vec<&str> = formulas.into_iter().collect();
    let mut drawn = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        for set in drawings(&Setter::new(&compiler), &formulas)? {
            let page = set.pages.first();
            std::hint::black_box(page.and_then(|page| Some(page.to_svg(page.bounds()?, "g"))));
        }
        drawn.push(start.elapsed().as_secs_f64());
    }
    println!(
        "{}",
        json!({ "pairs": cases.iter().map(|case| [&case.reference, &case.damaged]).collect::<Vec<_>>(),
            "formulas": formulas, "opened": opened, "rounds": times, "drawn": drawn, "coloured": coloured })
    );
    Ok(())
}

/// Returns the formula with its tokens in their colours, as the official tool sets it.
fn coloured(formula: &str) -> Option<String> {
    let tokenised = tokenise(formula, Variant::Unimernet);
    let normalised = normalise(&tokenised.tokens, Variant::Unimernet).ok()?;
    Some(tokens(&normalised).ok()?.coloured)
}
