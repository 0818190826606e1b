//! Scores many samples: some are read, scored by all threads and written, then the next ones. So memory does not grow
//! with the input, and the output has its order.

use std::path::Path;
use std::process::ExitCode;

use indicatif::ProgressBar;
use serde_json::Value;
use texlens_columnar::{BadPart, MAGIC_BYTES, is_table, is_table_name};
use texlens_evaluate::{list_settings, parallel};
use texlens_native::Findings;

use super::arguments::Arguments;
use super::error::ScoreError;
use super::lines::{self, Line, LineFile};
use super::rows::{RowFile, Rows};
use super::sample::{Done, Place, Scoring};
use super::scoring::Means;
use super::sink::{Described, Form, Ids, Sink, Written};
use crate::answers::Answers;
use crate::commands::arguments::threads;
use crate::failure::Failure;
use crate::input::{self, ReadError};
use crate::output::would_replace;
use crate::terminal;

/// Number of samples for each thread that are scored before the next ones are read: few, so that scores come soon, and
/// several, so that a slow one keeps only few waiting.
const SAMPLES_A_THREAD: usize = 16;

/// Scores every sample. The exit code is 1 if one could not be scored.
pub(super) fn run(path: &Path, arguments: &Arguments, means: &Means, answers: &Answers) -> Result<ExitCode, Failure> {
    check_out(path, arguments)?;
    let mut source = Source::open(path, arguments)?;
    let described = Described {
        settings: list_settings(&means.settings)
            .into_iter()
            .chain(answers.setting())
            .collect(),
        ..source.described()
    };
    let mut sink = Sink::open(arguments, &described)?;
    let scoring = Scoring {
        means,
        rule: answers.rule(),
        default_kind: arguments.kind.into(),
    };
    let progress = progress(&source, arguments);
    let threads = threads(arguments.jobs);
    let encoding = arguments.texts.encoding();
    let form = sink.form.clone();
    let mut code = ExitCode::SUCCESS;
    let mut write = |done: Vec<Done<Written>>| {
        for done in &done {
            (0..done.stripped).for_each(|_| answers.note(|| done.id.to_string()));
            if done.outcome.is_err() {
                code = ExitCode::from(1);
            }
        }
        sink.write(done)
    };
    let written = |done: Done<Findings>| {
        progress.inc(1);
        done.written(&form)
    };
    let most = threads.get().saturating_mul(SAMPLES_A_THREAD);
    while let Some(samples) = source.next(path, most)? {
        match samples {
            Samples::Lines(lines) => {
                let score = |line: &Line| lines::score(line, encoding, &scoring).map(written);
                write(parallel::map(&lines, threads, score).into_iter().flatten().collect())?;
            }
            Samples::Rows(rows) => {
                for rows in rows.rows(encoding).chunks(most) {
                    write(parallel::map(rows, threads, |row| {
                        written(row.score(encoding, &scoring))
                    }))?;
                }
            }
            Samples::Bad(bad) => write(vec![lost(&bad)])?,
        }
    }
    progress.finish_and_clear();
    sink.finish()?;
    Ok(code)
}

/// Samples that are scored at a time.
enum Samples {
    Lines(Vec<Line>),
    Rows(Rows),
    /// Rows that cannot be read.
    Bad(BadPart),
}

/// Where samples come from.
enum Source {
    Lines(LineFile),
    Rows(Box<RowFile>),
}

impl Source {
    /// Opens a file. Its first bytes or its name tell its format; `-` is standard input, which has lines.
    fn open(path: &Path, arguments: &Arguments) -> Result<Self, Failure> {
        if is_table_file(path) {
            return RowFile::open(path, &arguments.columns).map(|file| Self::Rows(Box::new(file)));
        }
        if !arguments.columns.is_empty() {
            return Err(ScoreError::Lines(path.to_owned()).into());
        }
        LineFile::open(path)
            .map(Self::Lines)
            .map_err(|error| unreadable(path, error))
    }

    /// Returns what is known of the samples. Lines have ids and kinds of any form.
    fn described(&self) -> Described {
        let settings = Vec::new();
        match self {
            Self::Lines(_) => Described {
                ids: Some(Ids::Texts),
                has_kinds: true,
                columns: Vec::new(),
                settings,
            },
            Self::Rows(file) => Described {
                ids: file.ids(),
                has_kinds: file.has_kinds(),
                columns: file.named.clone(),
                settings,
            },
        }
    }

    /// Returns the next samples: at most this many lines, or rows as the file has them together.
    fn next(&mut self, path: &Path, most: usize) -> Result<Option<Samples>, Failure> {
        match self {
            Self::Lines(file) => {
                let lines = file.next(most).map_err(|error| unreadable(path, error))?;
                Ok((!lines.is_empty()).then_some(Samples::Lines(lines)))
            }
            Self::Rows(file) => Ok(file.next().map(|rows| rows.map_or_else(Samples::Bad, Samples::Rows))),
        }
    }

    fn rows(&self) -> Option<u64> {
        match self {
            Self::Lines(_) => None,
            Self::Rows(file) => file.rows(),
        }
    }
}

fn unreadable(path: &Path, error: ReadError) -> Failure {
    Failure::Read {
        path: path.to_owned(),
        error,
    }
}

/// Reports whether a file is a table. A file that cannot be opened is reported later.
fn is_table_file(path: &Path) -> bool {
    if path == Path::new("-") {
        return false;
    }
    is_table_name(&path.to_string_lossy()) || input::head(path, MAGIC_BYTES).is_ok_and(|head| is_table(&head))
}

/// Checks that the output does not replace the input.
fn check_out(path: &Path, arguments: &Arguments) -> Result<(), ScoreError> {
    match &arguments.out {
        Some(out) if would_replace(out, path) => Err(ScoreError::SameFile(path.to_owned())),
        _ => Ok(()),
    }
}

/// Returns the line that shows the progress, unless the scores are shown themselves.
fn progress(source: &Source, arguments: &Arguments) -> ProgressBar {
    if arguments.out.is_none() {
        return ProgressBar::hidden();
    }
    match source.rows().and_then(|rows| usize::try_from(rows).ok()) {
        Some(rows) => terminal::progress(rows, "{pos} of {len} rows, {per_sec}, {eta} left"),
        None => terminal::progress(0, "{pos} rows, {per_sec}"),
    }
}

/// Returns the error row of rows that cannot be read.
fn lost(bad: &BadPart) -> Done<Written> {
    Done {
        place: Place::Row(bad.first_row),
        id: Value::Null,
        kind: None,
        outcome: Err(bad.to_string()),
        stripped: 0,
    }
}

impl Done<Findings> {
    /// Converts the findings into what is written.
    fn written(self, form: &Form) -> Done<Written> {
        let outcome = self.outcome.map(|findings| form.of(&self.id, findings));
        Done {
            place: self.place,
            id: self.id,
            kind: self.kind,
            outcome,
            stripped: self.stripped,
        }
    }
}
