//! Sends the requests of a run, keeps the answers, and shows the progress.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use texlens_judge::{Account, Next, Run, RunSettings};

use super::cache::Cache;
use super::error::AskingError;
use super::transport::Transport;
use crate::date;
use crate::failure::Failure;
use crate::terminal;

/// Longest time for which the driver waits without checking for Ctrl-C.
const TICK: Duration = Duration::from_millis(200);

/// Set by Ctrl-C.
static IS_CANCELLED: AtomicBool = AtomicBool::new(false);

/// The files of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionFiles<'a> {
    /// Folder that keeps answers.
    pub(crate) cache: Option<&'a Path>,
    /// Whether calls are repeated for which the cache has only invalid answers.
    pub(crate) ask_again: bool,
    /// File for every request with its answer.
    pub(crate) transcript: Option<&'a Path>,
    /// Whether the run keeps every request with its answer, too.
    pub(crate) keep_transcript: bool,
    /// Folder with the pictures that requests show.
    pub(crate) pictures: Option<&'a Path>,
}

/// A run with its network connection and its output files.
pub(crate) struct Session {
    pub(crate) run: Run,
    transport: Transport,
    cache: Option<Cache>,
    transcript: Option<Transcript>,
    start: Instant,
}

impl Session {
    /// Starts a run without calls and gives it the records of the cache.
    pub(crate) fn start(files: SessionFiles<'_>, settings: RunSettings, account: Account) -> Result<Self, Failure> {
        Self::with(files, settings, account, Transcript::create)
    }

    /// Starts a run after another one; its requests are appended to the transcript.
    pub(crate) fn follow(files: SessionFiles<'_>, settings: RunSettings, account: Account) -> Result<Self, Failure> {
        Self::with(files, settings, account, Transcript::open)
    }

    fn with(
        files: SessionFiles<'_>,
        settings: RunSettings,
        account: Account,
        transcript: impl Fn(&Path, bool) -> Result<Transcript, Failure>,
    ) -> Result<Self, Failure> {
        let transport = Transport::new(&settings.endpoint, account, files.pictures.map(Path::to_owned));
        let settings = RunSettings {
            clock_began_ms: date::milliseconds(),
            ..settings
        };
        let mut run = Run::new(settings).map_err(AskingError::Run)?;
        let mut cache = files.cache.map(Cache::open).transpose()?;
        if let Some(cache) = &mut cache {
            let records = cache.take_records().into_iter();
            run.remember(records.filter(|record| !(files.ask_again && record.is_invalid())));
        }
        // If there is a handler already, Ctrl-C ends the program; the cache has the answers so far.
        let _ = ctrlc::set_handler(|| {
            if IS_CANCELLED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        Ok(Self {
            run,
            transport,
            cache,
            transcript: files
                .transcript
                .map(|path| transcript(path, files.keep_transcript))
                .transpose()?,
            start: Instant::now(),
        })
    }

    /// Runs until everything is settled, or until Ctrl-C. A second Ctrl-C does not wait for requests in flight.
    pub(crate) fn drive(&mut self) -> Result<(), Failure> {
        let Self {
            run,
            transport,
            cache,
            transcript,
            start,
        } = self;
        let now = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let line = terminal::progress(run.progress().total, "{wide_msg}");
        let mut outcome = Ok(());
        thread::scope(|scope| {
            let (answers, inbox) = channel();
            loop {
                if IS_CANCELLED.load(Ordering::Relaxed) || outcome.is_err() {
                    run.cancel();
                }
                let wait = match run.next(now()) {
                    Next::Done => break,
                    Next::Send {
                        ticket,
                        request,
                        timeout_ms,
                    } => {
                        let (answers, transport) = (answers.clone(), &*transport);
                        scope.spawn(move || {
                            // The receiver is gone if the run has failed.
                            let _ = answers.send((ticket, transport.send(&request, timeout_ms)));
                        });
                        continue;
                    }
                    Next::WaitUntil(then) => Duration::from_millis(then.saturating_sub(now())),
                    Next::Waiting => TICK,
                };
                line.set_message(progress(run, transport.coming.load(Ordering::Relaxed)));
                let Ok((ticket, answer)) = inbox.recv_timeout(wait.min(TICK)) else {
                    continue;
                };
                let settled = run.answered(ticket, answer, now());
                let kept = match (cache.as_mut(), settled.and_then(|item| run.record(item))) {
                    (Some(cache), Some(record)) => cache.keep(record),
                    _ => Ok(()),
                };
                let written = transcript.as_mut().map_or(Ok(()), |transcript| transcript.write(run));
                outcome = std::mem::replace(&mut outcome, Ok(())).and(kept).and(written);
            }
        });
        outcome
    }
}

/// Requests with their answers, one per line.
struct Transcript {
    path: PathBuf,
    file: BufWriter<File>,
    /// Number of exchanges that were written and that the run keeps; `None` if it keeps none.
    written: Option<usize>,
}

impl Transcript {
    fn create(path: &Path, is_kept: bool) -> Result<Self, Failure> {
        Self::new(path, File::create(path), is_kept)
    }

    fn open(path: &Path, is_kept: bool) -> Result<Self, Failure> {
        Self::new(path, File::options().create(true).append(true).open(path), is_kept)
    }

    fn new(path: &Path, file: io::Result<File>, is_kept: bool) -> Result<Self, Failure> {
        let file = file.map_err(|error| Failure::WriteFile {
            path: path.to_owned(),
            error,
        })?;
        Ok(Self {
            path: path.to_owned(),
            file: BufWriter::new(file),
            written: is_kept.then_some(0),
        })
    }

    fn write(&mut self, run: &mut Run) -> Result<(), Failure> {
        self.try_write(run).map_err(|error| Failure::WriteFile {
            path: self.path.clone(),
            error,
        })
    }

    fn try_write(&mut self, run: &mut Run) -> io::Result<()> {
        let taken;
        let new = match &mut self.written {
            None => {
                taken = run.take_transcript();
                &taken
            }
            Some(written) => {
                let all = run.transcript();
                all.get(std::mem::replace(written, all.len())..).unwrap_or_default()
            }
        };
        for exchange in new {
            serde_json::to_writer(&mut self.file, exchange)?;
            self.file.write_all(b"\n")?;
        }
        self.file.flush()
    }
}

/// Describes the progress of a run in a line. `coming` is the length of answers that have not ended.
fn progress(run: &Run, coming: usize) -> String {
    let progress = run.progress();
    let mut line = format!("{} of {} calls, {}", progress.settled, progress.total, progress.spent);
    if let Some(budget) = run.settings().budget {
        line += &format!(" of {budget}");
    }
    for (count, what) in [
        (progress.from_cache, "from the cache"),
        (progress.invalid, "invalid"),
        (progress.failed, "failed"),
    ] {
        if count > 0 {
            line += &format!(", {count} {what}");
        }
    }
    if coming > 0 {
        line += &format!(", {:.1} kB of answers in progress", coming as f64 / 1e3);
    }
    line
}
