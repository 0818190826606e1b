//! `--dry-run`: prints the requests and their cost without sending them.

use std::io::{self, Write};

use serde_json::{Value, json};
use texlens_judge::{Estimate, Run, Usage};

use crate::failure::Failure;
use crate::terminal::{self, Form, say};

/// Prints the requests as JSON lines to standard output, and the totals to standard error.
pub(crate) fn print(what: &str, run: &Run) -> Result<(), Failure> {
    write(what, run).map_err(Failure::Write)
}

/// Returns the number of requests, up to the maximum with corrections.
fn requests(estimate: &Estimate) -> String {
    match (estimate.calls, estimate.most_requests) {
        (0, _) => "no requests".to_owned(),
        (1, 1) => "1 request".to_owned(),
        (least, most) if least == most => format!("{least} requests"),
        (least, most) => format!("{least} to {most} requests"),
    }
}

fn write(what: &str, run: &Run) -> io::Result<()> {
    let mut out = terminal::output(Form::Json);
    for (number, request) in run.preview() {
        let body: Value = serde_json::from_str(&request.body.to_string()).unwrap_or_default();
        let line = json!({"call": number, "url": request.url, "headers": request.headers, "key_in": request.key.name, "body": body});
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    print_cost(what, run);
    say("nothing was sent");
    Ok(())
}

/// Prints the number of requests that are open, with their tokens and cost, to standard error.
pub(crate) fn print_cost(what: &str, run: &Run) {
    let estimate = run.estimate();
    let endpoint = &run.settings().endpoint;
    say(format_args!(
        "{what}, {} to {} at {}",
        requests(&estimate),
        endpoint.model(),
        endpoint.base()
    ));
    let tokens = |usage: Usage| format!("{} tokens of prompts and {} of answers", usage.input, usage.output);
    let cost = |index: usize| {
        estimate.cost.map_or_else(
            || "price not known (--help lists the options for prices)".to_owned(),
            |cost| cost[index].to_string(),
        )
    };
    say(format_args!("likely: {}, {}", tokens(estimate.likely), cost(0)));
    say(format_args!(
        "at most, if no answer has to be corrected: {}, {}",
        tokens(estimate.at_most),
        cost(1)
    ));
}
