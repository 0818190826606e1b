//! Samples from JSON lines. A line that cannot be scored gives an error in its place, and the other lines are still
//! scored.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use texlens_dataset::Encoding;
use texlens_evaluate::Kind;
use texlens_metrics::cdm::{RenderedPair, Variant};
use texlens_native::Findings;

use super::sample::{Done, Place, Scoring};
use crate::input::ReadError;
use crate::input::lines::{Lines, check_id, object_in};

/// Size in bytes from which on no more lines are read at a time.
const BYTES: usize = 16 << 20;

/// A line and its number, from 1.
pub(super) type Line = (usize, Vec<u8>);

/// A file of samples as JSON lines.
pub(super) struct LineFile {
    lines: Lines,
    number: usize,
    /// The reason why no more lines can be read, once those before it are scored.
    end: Option<ReadError>,
}

impl LineFile {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self, ReadError> {
        Ok(Self {
            lines: Lines::open(path)?,
            number: 0,
            end: None,
        })
    }

    /// Reads the next lines, at most this many. There are none at the end of the file.
    pub(super) fn next(&mut self, most: usize) -> Result<Vec<Line>, ReadError> {
        if let Some(error) = self.end.take() {
            return Err(error);
        }
        let mut lines = Vec::new();
        let mut bytes = 0;
        while lines.len() < most && bytes < BYTES {
            let line = match self.lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) if lines.is_empty() => return Err(error.into()),
                Err(error) => {
                    self.end = Some(error.into());
                    break;
                }
            };
            self.number += 1;
            bytes += line.len();
            lines.push((self.number, line));
        }
        Ok(lines)
    }
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

/// Scores a line. Returns `None` for a blank one.
pub(super) fn score((number, line): &Line, encoding: Encoding, scoring: &Scoring<'_>) -> Option<Done<Findings>> {
    let mut done = Done {
        place: Place::Line(*number),
        id: Value::Null,
        kind: None,
        outcome: Err(String::new()),
        stripped: 0,
    };
    match object_in(line, encoding) {
        Ok(None) => return None,
        Err(error) => done.outcome = Err(error),
        Ok(Some(value)) => {
            done.id = value.get("id").cloned().unwrap_or_default();
            match Sample::deserialize(value) {
                Ok(sample) => sample.score(scoring, &mut done),
                Err(error) => done.outcome = Err(error.to_string()),
            }
        }
    }
    Some(done)
}

impl Sample {
    fn score(&self, scoring: &Scoring<'_>, done: &mut Done<Findings>) {
        if let Err(error) = check_id(&done.id) {
            done.outcome = Err(error);
            return;
        }
        let kind = self.kind;
        let mut evidence = scoring.means.evidence.clone();
        evidence.glyph_boxes.clone_from(&self.glyph_boxes);
        (done.outcome, done.stripped) = match (&self.reference, &self.prediction, &self.pages) {
            (Some(reference), Some(prediction), None) => {
                let kind = kind.unwrap_or(scoring.default_kind);
                done.kind = Some(kind);
                scoring.score(kind, [reference, prediction], evidence)
            }
            (None, None, Some(pages)) if kind.unwrap_or(Kind::Document) == Kind::Document => {
                done.kind = Some(Kind::Document);
                let pages = pages
                    .iter()
                    .map(|page| [page.reference.as_str(), page.prediction.as_str()]);
                scoring.score_pages(&pages.collect::<Vec<_>>(), evidence)
            }
            (None, None, Some(_)) => (Err("only a sample of kind \"document\" has \"pages\"".to_owned()), 0),
            _ => (
                Err("it must have \"reference\" and \"prediction\", or \"pages\"".to_owned()),
                0,
            ),
        };
    }
}
