//! Sends what a run wants to be sent, keeps what comes back, and tells how far it is.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use texlens_judge::{Next, Run};

use super::TICK;
use super::cache::Cache;
use super::transport::Transport;
use crate::failure::Failure;

/// Set by Ctrl-C.
static IS_CANCELLED: AtomicBool = AtomicBool::new(false);

/// Runs until everything is settled, or until Ctrl-C; a second Ctrl-C does not wait for what is on its way.
pub(super) fn drive(
    run: &mut Run,
    transport: &Transport,
    mut cache: Option<&mut Cache>,
    transcript: Option<&Path>,
) -> Result<(), Failure> {
    // There may be a handler already; then Ctrl-C ends the program, and the cache has what was answered.
    let _ = ctrlc::set_handler(|| {
        if IS_CANCELLED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let mut transcript = transcript.map(Transcript::create).transpose()?;
    let start = Instant::now();
    let now = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut line = Line::new();
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
                    let answers = answers.clone();
                    scope.spawn(move || {
                        // Nobody listens any more if the run has failed.
                        let _ = answers.send((ticket, transport.send(&request, timeout_ms)));
                    });
                    continue;
                }
                Next::WaitUntil(then) => Duration::from_millis(then.saturating_sub(now())),
                Next::Waiting => TICK,
            };
            line.tell(run);
            let Some((ticket, answer)) = inbox.recv_timeout(wait.min(TICK)).ok() else {
                continue;
            };
            let settled = run.answered(ticket, answer, now());
            let record = settled.and_then(|item| run.record(item)).cloned();
            let kept = match (&mut cache, &record) {
                (Some(cache), Some(record)) => cache.keep(record),
                _ => Ok(()),
            };
            let written = transcript.as_mut().map_or(Ok(()), |transcript| transcript.write(run));
            outcome = std::mem::replace(&mut outcome, Ok(())).and(kept).and(written);
        }
    });
    line.clear();
    outcome
}

/// Requests with their answers, one a line.
struct Transcript {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Transcript {
    fn create(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::WriteFile {
            path: path.to_owned(),
            error,
        })?;
        Ok(Self {
            path: path.to_owned(),
            file: BufWriter::new(file),
        })
    }

    fn write(&mut self, run: &mut Run) -> Result<(), Failure> {
        self.try_write(run).map_err(|error| Failure::WriteFile {
            path: self.path.clone(),
            error,
        })
    }

    fn try_write(&mut self, run: &mut Run) -> io::Result<()> {
        for exchange in run.take_transcript() {
            serde_json::to_writer(&mut self.file, &exchange)?;
            self.file.write_all(b"\n")?;
        }
        self.file.flush()
    }
}

/// A line on standard error that is written anew; nothing where that is no terminal.
struct Line {
    is_shown: bool,
}

impl Line {
    fn new() -> Self {
        Self {
            is_shown: io::stderr().is_terminal(),
        }
    }

    fn tell(&mut self, run: &Run) {
        if !self.is_shown {
            return;
        }
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
        // Nothing is lost when nobody listens.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }

    fn clear(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
