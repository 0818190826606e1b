//! `--dry-run`: what would be sent, and what it would cost.

use std::io::{self, Write};

use serde_json::{Value, json};
use texlens_judge::{Run, Usage};

use crate::failure::Failure;

/// Requests as lines of JSON on standard output; the sums on standard error.
pub(super) fn print(what: &str, run: &Run) -> Result<(), Failure> {
    write(what, run).map_err(Failure::Write)
}

fn write(what: &str, run: &Run) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, request) in run.preview() {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let line = json!({"call": number, "url": request.url, "headers": request.headers, "key_in": request.key.name, "body": body});
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let estimate = run.estimate();
    let mut err = io::stderr().lock();
    writeln!(
        err,
        "{what}, {} requests to {}, nothing was sent",
        estimate.calls,
        run.settings().endpoint.base()
    )?;
    let tokens = |usage: Usage| format!("{} tokens of prompts and {} of answers", usage.input, usage.output);
    let cost = |index: usize| {
        estimate.cost.map_or_else(
            || "price not known (--price IN,OUT)".to_owned(),
            |cost| cost[index].to_string(),
        )
    };
    writeln!(err, "likely: {}, {}", tokens(estimate.likely), cost(0))?;
    writeln!(
        err,
        "at most, if nothing is sent twice: {}, {}",
        tokens(estimate.at_most),
        cost(1)
    )
}
