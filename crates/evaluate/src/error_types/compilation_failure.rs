//! Compilation failures.
//!
//! # Description
//! “Malformed formulas, corrupted tables, and reference errors often lead to LaTeX compilation failures, significantly
//! limiting practical usability.”
//!
//! # Rule
//! The TeX engine ran and the prediction does not compile: the engine ends with an error status in nonstop mode, or
//! without a page. The places are those of the listed errors.
//!
//! # Not judged
//! If there is no verdict of the engine.
//!
//! # Settings
//! None.
//!
//! # Limits
//! The verdict is on the prediction alone, even if the reference does not compile with the same preamble either.
//!
//! # Source
//! TexOCR, table 3.

use texlens_metrics::{Compiled, Kind, Side, Span, SpanKind};

use super::model::{ErrorTypeInfo, Judgement};
use super::rule::{Judged, not_judged};

pub(super) static INFO: ErrorTypeInfo = ErrorTypeInfo {
    id: "compilation_failure",
    name: "Compilation Failures",
    short: "Compilation",
    about: "The prediction is not LaTeX that compiles.",
    rule: "The TeX engine says that the prediction does not compile.",
    kinds: &[Kind::Formula, Kind::Page, Kind::Document],
    parameters: &[],
};

pub(super) fn judge(compiled: Option<&Compiled>) -> Judged {
    match compiled {
        None => not_judged("the TeX engine has not compiled the prediction"),
        Some(compiled) if compiled.compiles => (Judgement::NotFound, Vec::new()),
        Some(compiled) => (Judgement::Found { why: why(compiled) }, spans(compiled)),
    }
}

fn why(compiled: &Compiled) -> String {
    let mut why = match compiled.errors {
        0 => "The prediction compiles to no page".to_owned(),
        1 => "The prediction does not compile: 1 error".to_owned(),
        errors => format!("The prediction does not compile: {errors} errors"),
    };
    if compiled.fatal {
        why += ", and TeX gave up before the end";
    }
    match compiled.listed.first() {
        Some((_, message)) if compiled.errors > 1 => format!("{why}. The first: {message}"),
        Some((_, message)) => format!("{why}: {message}"),
        None => why + ".",
    }
}

fn spans(compiled: &Compiled) -> Vec<Span> {
    let span = |(range, message): &(Option<std::ops::Range<usize>>, String)| {
        Some(Span {
            side: Side::Prediction,
            range: range.clone()?,
            kind: SpanKind::Different,
            note: message.clone(),
        })
    };
    compiled.listed.iter().filter_map(span).collect()
}
