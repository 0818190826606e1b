//! Measures the time of the engine and of the instant check, for `cargo xtask bench tex`.
//!
//! Reads texts, one JSON string per line, and answers each with a JSON line of milliseconds. The first line of the
//! output states how long it took to load the engine.
#![allow(clippy::print_stdout, reason = "it answers on its output")]

use std::hint::black_box;
use std::io::{BufRead, stdin};
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde_json::json;
use texlens_latex::check;
use texlens_tex::{Compiler, Source, Use};

fn main() -> Result<()> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/tex"));
    let (opened, compiler) = timed(|| Compiler::open(folder, &[Use::Fragment]));
    let compiler = compiler?;
    println!("{}", json!({ "opened": opened }));
    for line in stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let (milliseconds, compilation) = timed(|| compiler.compile(&Source::fragment(&text)));
        let (check, _) = timed(|| black_box(check(black_box(&text))));
        let compiles = compilation?.compiles;
        println!(
            "{}",
            json!({ "milliseconds": milliseconds, "compiles": compiles, "check": check })
        );
    }
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64() * 1e3, result)
}
