//! Many samples from a file of JSON lines. A line that cannot be scored gives an error object in its place, and the
//! other lines are still scored.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::Value;
use texlens_evaluate::{Kind, MAX_BYTES, Text};
use texlens_metrics::cdm::{RenderedPair, Variant};

use super::arguments::Arguments;
use super::output::{Failed, Scored};
use super::scoring::{Findings, Means};
use crate::failure::Failure;
use crate::input::{self, ReadError, utf8};

/// Maximum length of a line, in bytes: two texts of maximum length with every character escaped.
const MAX_LINE: u64 = 12 * MAX_BYTES as u64 + 4096;

/// Scores every line. The exit code is 1 if a line could not be scored.
pub(crate) fn run(
    path: &Path,
    arguments: &Arguments,
    means: &Means,
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let unreadable = |error: ReadError| Failure::Read {
        path: path.to_owned(),
        error,
    };
    let mut reader = open(path).map_err(unreadable)?;
    let mut code = ExitCode::SUCCESS;
    for number in 1.. {
        let Some(line) = read_line(&mut reader).map_err(|error| unreadable(error.into()))? else {
            break;
        };
        let written = match score_line(&line, arguments, means) {
            Ok(None) => Ok(()),
            Ok(Some((id, findings))) => Scored::new(id, findings, arguments.spans).write(arguments.format, out),
            Err(BadLine { id, error }) => {
                code = ExitCode::from(1);
                Failed {
                    id,
                    line: number,
                    error,
                }
                .write(arguments.format, out)
            }
        };
        written.map_err(Failure::Write)?;
    }
    Ok(code)
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, ReadError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::new(input::open(path)?)))
}

/// Reads the next line without its end, and cuts it off after [`MAX_LINE`] and one byte. Returns `None` at the end of
/// the file.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if reader.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[derive(Deserialize)]
struct Sample {
    kind: Option<Kind>,
    reference: Option<String>,
    prediction: Option<String>,
    pages: Option<Vec<Page>>,
    /// Boxes of a formula that was typeset elsewhere, for character detection matching.
    #[serde(default)]
    glyph_boxes: BTreeMap<Variant, RenderedPair>,
}

#[derive(Deserialize)]
struct Page {
    reference: String,
    prediction: String,
}

/// The reason why a line could not be scored.
struct BadLine {
    /// Null if the id could not be read.
    id: Value,
    error: String,
}

impl From<String> for BadLine {
    fn from(error: String) -> Self {
        Self { id: Value::Null, error }
    }
}

/// Scores one line. Returns `None` for a blank line.
fn score_line(line: &[u8], arguments: &Arguments, means: &Means) -> Result<Option<(Value, Findings)>, BadLine> {
    if line.len() as u64 > MAX_LINE {
        return Err(format!("the line is longer than {MAX_LINE} bytes").into());
    }
    let line = utf8(line).map_err(|error| format!("the line {error}"))?;
    // Some editors begin a file with a byte order mark.
    let line = line.trim_start_matches('\u{feff}');
    if line.trim().is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {}", at(&error)))?;
    if !value.is_object() {
        return Err("it must be a JSON object".to_owned().into());
    }
    let id = value.get("id").cloned().unwrap_or_default();
    let findings = Sample::deserialize(value)
        .map_err(|error| error.to_string())
        .and_then(|sample| sample.score(&id, arguments.kind.into(), means));
    match findings {
        Ok(findings) => Ok(Some((id, findings))),
        Err(error) => Err(BadLine { id, error }),
    }
}

/// Returns the message of an error with its column. The line number is omitted, since each line is parsed separately.
fn at(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

impl Sample {
    fn score(&self, id: &Value, default_kind: Kind, means: &Means) -> Result<Findings, String> {
        let Self {
            kind,
            reference,
            prediction,
            pages,
            glyph_boxes,
        } = self;
        if !matches!(id, Value::String(_) | Value::Number(_)) {
            return Err("\"id\" is missing or neither text nor a number".to_owned());
        }
        let mut evidence = means.evidence.clone();
        evidence.glyph_boxes.clone_from(glyph_boxes);
        let findings = match (reference, prediction, pages) {
            (Some(reference), Some(prediction), None) => {
                let (reference, prediction) = (Text::from(reference), Text::from(prediction));
                means.score(kind.unwrap_or(default_kind), &reference, &prediction, evidence)
            }
            (None, None, Some(pages)) if kind.unwrap_or(Kind::Document) == Kind::Document => {
                let reference = Text::document(pages.iter().map(|page| page.reference.as_str()));
                let prediction = Text::document(pages.iter().map(|page| page.prediction.as_str()));
                means.score(Kind::Document, &reference, &prediction, evidence)
            }
            (None, None, Some(_)) => return Err("only a sample of kind \"document\" has \"pages\"".to_owned()),
            _ => return Err("it must have \"reference\" and \"prediction\", or \"pages\"".to_owned()),
        };
        findings.map_err(|error| error.to_string())
    }
}
