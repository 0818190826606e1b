//! Many samples from a file of JSON lines. A line that cannot be scored gives an error object in its place, and the
//! other lines are still scored.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::Value;
use texlens_dataset::Syntax;
use texlens_evaluate::{Kind, Text};
use texlens_metrics::cdm::{RenderedPair, Variant};

use super::arguments::Arguments;
use super::output::{Failed, Scored};
use super::scoring::{Findings, Means};
use crate::failure::Failure;
use crate::input::ReadError;
use crate::input::lines::{Lines, check_id, object_in};

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
    let mut lines = Lines::open(path).map_err(unreadable)?;
    let mut code = ExitCode::SUCCESS;
    for number in 1.. {
        let Some(line) = lines.next().map_err(|error| unreadable(error.into()))? else {
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
    let Some(value) = object_in(line, arguments.texts.encoding())? else {
        return Ok(None);
    };
    let id = value.get("id").cloned().unwrap_or_default();
    let findings = Sample::deserialize(value)
        .map_err(|error| error.to_string())
        .and_then(|sample| sample.score(&id, arguments.kind.into(), means));
    match findings {
        Ok(findings) => Ok(Some((id, findings))),
        Err(error) => Err(BadLine { id, error }),
    }
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
        check_id(id)?;
        let read = |text| means.answers.read(text, Syntax::Auto, || id.to_string());
        let mut evidence = means.evidence.clone();
        evidence.glyph_boxes.clone_from(glyph_boxes);
        let findings = match (reference, prediction, pages) {
            (Some(reference), Some(prediction), None) => {
                let (reference, prediction) = (read(reference), read(prediction));
                let (reference, prediction) = (Text::from(&*reference), Text::from(&*prediction));
                means.score(kind.unwrap_or(default_kind), &reference, &prediction, evidence)
            }
            (None, None, Some(pages)) if kind.unwrap_or(Kind::Document) == Kind::Document => {
                let references: Vec<Cow<'_, str>> = pages.iter().map(|page| read(&page.reference)).collect();
                let predictions: Vec<Cow<'_, str>> = pages.iter().map(|page| read(&page.prediction)).collect();
                let reference = Text::document(references.iter().map(|page| &**page));
                let prediction = Text::document(predictions.iter().map(|page| &**page));
                means.score(Kind::Document, &reference, &prediction, evidence)
            }
            (None, None, Some(_)) => return Err("only a sample of kind \"document\" has \"pages\"".to_owned()),
            _ => return Err("it must have \"reference\" and \"prediction\", or \"pages\"".to_owned()),
        };
        findings.map_err(|error| error.to_string())
    }
}
