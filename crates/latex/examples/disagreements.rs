//! Lists the texts on which the instant check and the engine disagree: `cargo run --release -p texlens-latex --example
//! disagreements FILE.jsonl [KEEP]`.
//!
//! Each line of the file is a text with the engine's verdict, `{"id", "latex", "compiles", "errors": [...]}`. `KEEP`
//! omits every third case in the order of the ids, so that these cases can be examined last.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use serde_json::Value;
use texlens_latex::{Diagnostic, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let keep = arguments.next().is_some();
    let mut cases: Vec<Value> = std::fs::read_to_string(file)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    cases.sort_by_key(|case| case["id"].as_str().unwrap_or_default().to_owned());
    let [mut right_pass, mut right_fail, mut misses, mut alarms] = [0_usize; 4];
    let (mut bytes, start) = (0, Instant::now());
    for (index, case) in cases.iter().enumerate() {
        let Some(latex) = case["latex"].as_str() else {
            continue;
        };
        if keep && index % 3 == 2 {
            continue;
        }
        bytes += latex.len();
        let found = check(latex);
        match (case["compiles"].as_bool().unwrap_or_default(), found.first()) {
            (true, None) => right_pass += 1,
            (false, Some(_)) => right_fail += 1,
            (true, Some(first)) => {
                alarms += 1;
                println!("ALARM {} {}", case["id"], described(first, latex));
            }
            (false, None) => {
                misses += 1;
                let errors = case.get("errors").or_else(|| case.get("all_errors"));
                let first = errors.and_then(|errors| errors.get(0));
                println!("MISS  {} {}", case["id"], first.unwrap_or(&Value::Null));
            }
        }
    }
    let all = right_pass + right_fail + misses + alarms;
    let right = (right_pass + right_fail) as f64 / all.max(1) as f64;
    println!("{all} texts, {bytes} bytes, {:?}", start.elapsed());
    println!("compile: {right_pass} right, {alarms} false alarms; fail: {right_fail} right, {misses} missed");
    println!("verdicts right: {right:.4}");
    Ok(())
}

/// Returns a diagnostic with its line and an excerpt of the text at its position.
fn described(diagnostic: &Diagnostic, latex: &str) -> String {
    let at = diagnostic.range.as_ref().map_or(0, |range| range.start);
    let line = latex.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let excerpt: String = latex.get(at..).unwrap_or_default().chars().take(60).collect();
    format!("{} (line {line}: {excerpt:?})", diagnostic.message)
}
