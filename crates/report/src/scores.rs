//! All scores of an evaluation, without its texts: JSON for programs, CSV for tables.

use csv::Writer;
use serde::Serialize;
use texlens_evaluate::{
    Comparison, ErrorFinding, Judgement, Kind, MetricValues, Provenance, SampleScores, SampleTexts, Suspicion,
    SystemScores, UnitTests,
};
use texlens_metrics::Outcome;
use texlens_vocabulary::Compilation;

use crate::ReportError;
use crate::spreadsheet::{as_text, csv};

/// Version of the JSON; increased when an older reader would misread a newer file.
pub(crate) const VERSION: u32 = 1;

pub(crate) const FORMAT: &str = "texlens-scores";

/// The scores of one level and their comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelScores {
    /// Means, intervals and differences.
    pub comparison: Comparison,
    /// One entry for each sample, with the systems in the order of the comparison.
    pub samples: Vec<SampleScores>,
}

#[derive(Serialize)]
struct Document<'a> {
    format: &'a str,
    version: u32,
    title: &'a str,
    provenance: &'a Provenance,
    levels: Vec<Level<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_tests: Option<&'a UnitTests>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    texts: &'a [SampleTexts],
}

#[derive(Serialize)]
struct Level<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    scores: Vec<Line<'a>>,
}

impl<'a> Level<'a> {
    fn of(level: &'a LevelScores) -> Self {
        let lines = level
            .lines()
            .map(|(sample, system, scores)| line(sample, system, scores));
        Self {
            comparison: &level.comparison,
            scores: lines.collect(),
        }
    }
}

/// The scores of one sample and system.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    document: &'a str,
    system: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    missing: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metrics: Option<MetricValues>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    error_types: &'a [ErrorFinding],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    suspicions: &'a [Suspicion],
    #[serde(skip_serializing_if = "Option::is_none")]
    compilation: Option<&'a Compilation>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Writes the scores as JSON.
///
/// ```json
/// {"format": "texlens-scores", "version": 1, "title": ..., "provenance": {"texlens", "created", "settings", "files", ...},
///  "levels": [{"level": "document", "samples", "documents", "resampling",
///              "systems": [{"system", "scored", "missing", "failed", "metrics": [...], "groups": [...]}],
///              "differences": [...], "problems": [...],
///              "scores": [{"id", "document", "system", "missing", "metrics": {ID: {"value": x | null, "reason", ...}},
///                           "error_types": [{"error_type", "judgement": {"state", ...}}],
///                          "compilation": {"compiles", "fatal", "pages", "error_count", "errors": [...], "limit"}}]}]}
/// ```
/// The fields are those of [`Provenance`] and [`Comparison`], and `metrics` has the form that `texlens score` writes.
/// With unit tests, the field `unit_tests` holds [`UnitTests`]: pass rates and every verdict.
/// If the reference could not be used, `error` replaces `metrics`. `problem` states why a prediction that exists counts
/// as missing. The field `texts` holds the texts, if there are any: [`add_judge`](crate::add_judge) needs them.
///
/// # Errors
/// [`ReportError::Inconsistent`] if the scores cannot be serialised.
pub fn to_json(
    title: &str,
    provenance: &Provenance,
    levels: &[LevelScores],
    unit_tests: Option<&UnitTests>,
    texts: &[SampleTexts],
) -> Result<String, ReportError> {
    let document = Document {
        format: FORMAT,
        version: VERSION,
        title,
        provenance,
        levels: levels.iter().map(Level::of).collect(),
        unit_tests,
        texts,
    };
    serde_json::to_string(&document).map_err(|error| ReportError::Inconsistent(error.to_string()))
}

fn line<'a>(sample: &'a SampleScores, system: &'a str, scores: &'a SystemScores) -> Line<'a> {
    let scored = scores.outcome.as_ref();
    Line {
        id: &sample.id,
        document: &sample.document,
        system,
        missing: scores.missing,
        error: scored.err().map(String::as_str),
        problem: scores.problem.as_deref(),
        metrics: scored.ok().map(|scored| MetricValues::of(&scored.scores, false)),
        error_types: scored.map_or(&[], |scored| &scored.error_types),
        suspicions: scored.map_or(&[], |scored| &scored.suspicions),
        compilation: scored.ok().and_then(|scored| scored.compilation.as_ref()),
    }
}

/// Writes the scores as CSV (RFC 4180), one line for each system, sample and metric:
/// `system,level,id,document,metric,value,reason`.
///
/// If a metric is undefined, the value is empty, and the reason says why. If the reference could not be used, or a
/// prediction that exists counts as missing, a line with an empty metric gives the reason. Each error type is also a
/// line: 1 with the reason, 0, or no value with the reason why it is not judged.
///
/// A unit test is a line of the level `test`: the id is that of the test, the document is the page, the metric is the type
/// of the test, the value is the share of repeats that pass, and the reason explains it.
///
/// Spreadsheets treat a cell as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a carriage return. Such a
/// text, which may come from a file's name or a prediction, gets an apostrophe before it. Numbers are unchanged.
///
/// # Errors
/// [`ReportError::Inconsistent`] if the CSV cannot be written.
pub fn to_csv(levels: &[LevelScores], unit_tests: Option<&UnitTests>) -> Result<String, ReportError> {
    csv(|writer| {
        write_csv(writer, levels)?;
        write_unit_tests(writer, unit_tests)
    })
}

fn write_csv(writer: &mut Writer<Vec<u8>>, levels: &[LevelScores]) -> Result<(), csv::Error> {
    writer.write_record(["system", "level", "id", "document", "metric", "value", "reason"])?;
    for level in levels {
        let kind = kind_name(level.comparison.level);
        for (sample, system, scores) in level.lines() {
            let start = [system, kind, &sample.id, &sample.document];
            let mut write = |end: [&str; 3]| writer.write_record(start.iter().chain(&end).map(|cell| as_text(cell)));
            if let Some(problem) = &scores.problem {
                write(["", "", problem])?;
            }
            match &scores.outcome {
                Err(error) => write(["", "", error])?,
                Ok(scored) => {
                    for score in &scored.scores {
                        match &score.outcome {
                            Outcome::Defined { value, .. } => write([&score.metric, &value.to_string(), ""])?,
                            Outcome::Undefined { reason } => write([&score.metric, "", reason])?,
                        }
                    }
                    for finding in &scored.error_types {
                        let id = finding.error_type.info().id;
                        match &finding.judgement {
                            Judgement::Found { why } => write([id, "1", why])?,
                            Judgement::NotFound => write([id, "0", ""])?,
                            Judgement::NotJudged { reason } => write([id, "", reason])?,
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

fn write_unit_tests(writer: &mut Writer<Vec<u8>>, unit_tests: Option<&UnitTests>) -> Result<(), csv::Error> {
    for system in unit_tests.iter().flat_map(|tests| &tests.systems) {
        for page in &system.pages {
            for verdict in &page.verdicts {
                let id = format!("{}:{}", verdict.file, verdict.id);
                let share = verdict.share().to_string();
                let cells = [
                    &system.system,
                    "test",
                    &id,
                    &page.sample,
                    &verdict.kind,
                    &share,
                    &verdict.reason,
                ];
                writer.write_record(cells.map(as_text))?;
            }
        }
    }
    Ok(())
}

/// Returns the name of a kind as in JSON.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Formula => "formula",
        Kind::Page => "page",
        Kind::Document => "document",
    }
}

impl LevelScores {
    /// Iterates over the samples with each of their systems.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&SampleScores, &str, &SystemScores)> {
        let names = || self.comparison.systems.iter().map(|summary| summary.system.as_str());
        self.samples.iter().flat_map(move |sample| {
            let systems = names().zip(&sample.systems);
            systems.map(move |(name, scores)| (sample, name, scores))
        })
    }
}
