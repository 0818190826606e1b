//! `texlens read`: asks a vision model to read pages.

mod arguments;
mod error;
mod files;
mod pages;
mod shown;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;

use texlens_judge::{Endpoint, Picture, RunSettings};
use texlens_readers::{Asked, CORRECTIONS, ReadOutcome, ReaderCalls, ReaderRun, Reading, Totals};

use crate::asking::{READER_KEY, Session, SessionFiles, account, budget, endpoint, price, print_cost, print_preview};
use crate::date;
use crate::failure::Failure;
use crate::pages::{Inputs, Source};
use crate::terminal::{self, Form, say};
pub(crate) use arguments::Arguments;
pub(crate) use error::ReaderError;
use files::RunFolder;
use pages::show;
use shown::Shown;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let settings = settings(arguments)?;
    let account = account(&settings.endpoint, READER_KEY)?;
    let renderer = arguments.pdf.renderer();
    let inputs = Inputs::open(&arguments.inputs, &renderer)?;
    let documents = inputs.documents()?;
    let run = ReaderRun::new(asked(arguments, &settings.endpoint, &documents)?);
    let folder = RunFolder::open(&arguments.out, &run, documents.iter().flatten())?;
    let shown = show(&documents, arguments, &renderer, &folder)?;
    if shown.units.is_empty() {
        return Err(ReaderError::NoPicture.into());
    }
    let mut session = Session::start(folder.session(arguments), settings, account)?;
    let mut calls = ReaderCalls::default();
    for (unit, pictures) in shown.units.iter().zip(&shown.pictures) {
        let Asked { prompt, chosen, .. } = &run.asked;
        calls.add(&mut session.run, (unit, pictures), prompt, *chosen);
    }
    say(shown_in_words(&shown));
    if arguments.dry_run {
        print_preview("model that reads", &session.run)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_cost("model that reads", &session.run);
    // From now on, the folder belongs to this run.
    folder.begin(&run)?;
    session.drive()?;
    let readings = calls.readings(&session.run, &shown.units);
    let totals = Totals::of(&session.run, &readings);
    tell(arguments, &totals, &readings, &session).map_err(Failure::Write)?;
    let is_whole = totals.outcomes.keys().all(|outcome| outcome.is_prediction());
    let has_any = totals.outcomes.keys().any(|outcome| outcome.is_prediction());
    folder.write(run.ended(date::now(), totals), &readings, &shown, &documents)?;
    Ok(match (is_whole && shown.failed == 0 && !inputs.is_lossy, has_any) {
        (true, _) => ExitCode::SUCCESS,
        (false, true) => ExitCode::from(1),
        (false, false) => ExitCode::from(2),
    })
}

fn settings(arguments: &Arguments) -> Result<RunSettings, Failure> {
    let endpoint = endpoint(
        arguments.provider.into(),
        arguments.endpoint.as_deref(),
        &arguments.model,
    )?;
    let given = ("--price", arguments.price.as_deref());
    let price = price(given, arguments.prices.as_deref(), &endpoint)?;
    Ok(RunSettings {
        price,
        budget: budget(arguments.budget)?,
        concurrency: arguments.concurrency,
        timeout_ms: arguments.timeout * 1_000,
        corrections: CORRECTIONS,
        is_streamed: !arguments.no_stream,
        keep_transcript: arguments.transcript().is_some(),
        ..RunSettings::new(endpoint)
    })
}

/// Returns what is asked.
fn asked(arguments: &Arguments, endpoint: &Endpoint, documents: &[Vec<Source<'_>>]) -> Result<Asked, Failure> {
    let sources = documents.iter().flatten().map(|source| source.id.as_str());
    let range = arguments.pages.as_ref().map(ToString::to_string);
    Ok(Asked {
        endpoint: endpoint.clone(),
        prompt: arguments.prompt()?,
        chosen: arguments.chosen(),
        granularity: arguments.granularity.into(),
        pages_per_request: arguments.pages_per_request,
        dpi: BTreeSet::from([arguments.dpi]),
        longest_side: arguments.longest_side,
        pages: Asked::pages_of(sources.chain(range.as_deref())),
    })
}

/// Says how many pictures there are, and how large they are.
fn shown_in_words(shown: &Shown) -> String {
    let pictures = || shown.pictures.iter().flatten();
    let bytes: u64 = pictures().map(|picture| picture.bytes).sum();
    let size = |picture: &Picture| format!("{} x {}", picture.width, picture.height);
    let area = |picture: &&Picture| u64::from(picture.width) * u64::from(picture.height);
    let [least, most] = [pictures().min_by_key(area), pictures().max_by_key(area)].map(|found| found.map(size));
    let sizes = match (least, most) {
        (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
        (least, _) => least.unwrap_or_default(),
    };
    let count = match pictures().count() {
        1 => "1 picture".to_owned(),
        count => format!("{count} pictures"),
    };
    format!("{count} of {sizes} pixels, {:.1} MB", bytes as f64 / 1e6)
}

/// Prints what came of the run and what it has cost.
fn tell(arguments: &Arguments, totals: &Totals, readings: &[Reading], session: &Session) -> io::Result<()> {
    let mut out = terminal::output(Form::Text);
    for outcome in ReadOutcome::ALL {
        let count = totals.count(outcome);
        if count == 0 {
            continue;
        }
        write!(out, "{}: {count}", outcome.name().replace('_', " "))?;
        // The reasons are usually the same; readings.jsonl has all of them.
        let first = readings.iter().find(|reading| reading.outcome == outcome);
        match first.filter(|reading| !reading.reason.is_empty()) {
            Some(reading) => writeln!(out, " ({}: {})", reading.pages.join(", "), reading.reason)?,
            None => writeln!(out)?,
        }
    }
    let progress = session.run.progress();
    write!(out, "{} requests, paid now {}", progress.sent, progress.spent)?;
    match progress.from_cache {
        0 => writeln!(out)?,
        known => writeln!(out, "; {known} answers were known from earlier runs")?,
    }
    if let Some(stopped) = session.run.stopped() {
        writeln!(out, "The run ended early: {stopped}. The same command asks the rest.")?;
    }
    writeln!(out, "Written to {}", arguments.out.display())?;
    out.flush()
}

impl RunFolder {
    /// Returns the files of the session. A dry run writes none, but knows what an earlier run has asked.
    fn session<'f>(&'f self, arguments: &'f Arguments) -> SessionFiles<'f> {
        SessionFiles {
            cache: Some(self.cache()).filter(|cache| !arguments.dry_run || cache.exists()),
            ask_again: false,
            transcript: arguments.transcript(),
            keep_transcript: false,
            pictures: Some(self.pictures()),
        }
    }
}
