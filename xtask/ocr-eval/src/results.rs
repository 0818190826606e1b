//! The history of the results: models/RESULTS.md.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::column::Column;
use crate::reader::Measured;
use crate::scores::{METRICS, Scores};
use crate::table::number;

const FILE: &str = "models/RESULTS.md";

const HEAD: &str = "\
# What the OCR reaches, by date

`cargo xtask ocr-eval --row TEXT` appends here: a row for each column of a run, also when a change did not help. Only documents
whose true glyphs are known count (their DVI file is there), so that all columns read the same pages.

- *column*: `true` typesets the glyphs of the DVI file, `detected` those that the fast network finds in the page image, `accurate` those
  of the accurate network; `tesseract` is the command's text, put through the same rules for headings, citations and references.
- *Overall* to *ta*: scores over whole documents as `texlens evaluate` computes them; in brackets the 95 % interval over documents.
- *compile*: share of pages that compile on their own. *in figures*: characters of the output that were read inside figures.
- *s a page*: from the image to LaTeX on one thread; *ms*: the typesetter alone. Times are of different machines.

";

/// Appends a row for each column.
pub(crate) fn append(text: &str, pages: usize, measured: &[Measured], scores: &Scores) -> Result<()> {
    let path = Path::new(FILE);
    let is_new = !path.exists();
    let mut file = OpenOptions::new().create(true).append(true).open(path).context(FILE)?;
    if is_new {
        file.write_all((HEAD.to_owned() + &header()).as_bytes()).context(FILE)?;
    }
    let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let date = date.get(..10).unwrap_or(&date);
    for column in measured {
        let row = row(date, text, pages, column, scores);
        file.write_all(row.as_bytes()).context(FILE)?;
    }
    let length = fs::metadata(path).context(FILE)?.len();
    println!("{FILE} has {length} bytes");
    Ok(())
}

/// The heading of the column that names the metric of the column `fa`.
const READING: &str = "fa read as";

fn header() -> String {
    let names = [
        "date",
        "change",
        "column",
        "pages",
        "Overall",
        "structural",
        "usability",
        "fidelity",
    ];
    let more = [READING, "compile", "in figures", "s a page", "ms"];
    let cells: Vec<&str> = names.into_iter().chain(METRICS).chain(more).collect();
    let rule = vec!["---"; cells.len()];
    line(&cells) + &line(&rule)
}

fn row(date: &str, text: &str, pages: usize, measured: &Measured, scores: &Scores) -> String {
    let column = measured.column;
    let mut cells = vec![
        date.to_owned(),
        text.replace('|', "/"),
        column.name().to_owned(),
        pages.to_string(),
    ];
    cells.push(overall(column, scores));
    let groups = ["structural", "usability", "fidelity"];
    cells.extend(groups.map(|id| number(scores.group(column, id).map(|(value, _)| value), 3)));
    cells.extend(METRICS.map(|id| number(scores.metric(column, id), 3)));
    // In earlier rows, the column `fa` contains `fa_equivalent`.
    cells.push("fa".to_owned());
    cells.push(number(scores.compiling_pages(column), 3));
    cells.push(measured.characters_in_figures());
    cells.push(number(measured.page_seconds(), 2));
    cells.push(number(measured.typesetting_ms(), 2));
    line(&cells)
}

fn overall(column: Column, scores: &Scores) -> String {
    match scores.group(column, "overall") {
        Some((value, Some(interval))) => format!("{value:.3} [{:.3}, {:.3}]", interval.low, interval.high),
        Some((value, None)) => format!("{value:.3}"),
        None => "-".to_owned(),
    }
}

fn line<S: AsRef<str>>(cells: &[S]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}
