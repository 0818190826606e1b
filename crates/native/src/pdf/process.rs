//! The caller's side of the process that draws and reads.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use texlens_ocr::PageGlyphs;
use texlens_pdf::Limits;

use super::document::{Drawn, Key};
use super::error::{Lost, PdfError};
use super::frame::{self, Answer, Request};
use super::launch::Launch;
use super::limits::PdfLimits;
use super::serve::PANICKED;

/// Maximum number of bytes that are kept of the process's standard error.
const MAX_SAID: u64 = 4 << 10;

/// A request with its body.
type Question = (Request, Arc<Vec<u8>>);
/// An answer with its body; `None` if the process has ended.
type Answered = io::Result<Option<(Answer, Vec<u8>)>>;

/// A process that draws. Dropping it ends the process, even at work.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    questions: SyncSender<Question>,
    answers: Receiver<Answered>,
    /// The process's output to standard error.
    said: Option<JoinHandle<Vec<u8>>>,
    limits: PdfLimits,
    /// The open file and its number of pages.
    open: Option<(Key, u32)>,
    /// Number of questions that the process has answered.
    answered: u32,
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its exit status no longer matters.
        let _ = self.end();
    }
}

impl Process {
    /// Starts a process with these limits, and waits until it can serve.
    pub(super) fn start(launch: &Launch, limits: PdfLimits) -> Result<Self, PdfError> {
        let not_started = |why: String| PdfError::NotStarted(why);
        let mut process = Self::spawn(launch, limits).map_err(|error| not_started(error.to_string()))?;
        match process.answers.recv_timeout(limits.time) {
            Ok(Ok(Some((Answer::Ready, _)))) => Ok(process),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = limits.time.as_secs();
                Err(not_started(format!("it was not ready after {seconds} s")))
            }
            // It is another program, or it cannot serve. Before the first request, no file is the reason.
            Ok(_) | Err(RecvTimeoutError::Disconnected) => {
                let (status, said) = process.last_words();
                let said = printable(said.trim());
                Err(not_started(if said.is_empty() { how(status) } else { said }))
            }
        }
    }

    fn spawn(launch: &Launch, limits: PdfLimits) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .arg(limits.mebibytes.to_string())
            // The process must not know any keys. On Windows, it needs the variable `SystemRoot`.
            .env_clear()
            .envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (questions, asked) = sync_channel(1);
        let (answer, answers) = sync_channel(1);
        let mut process = Self {
            child,
            questions,
            answers,
            said: None,
            limits,
            open: None,
            answered: 0,
        };
        // Pipes have no time limit, so threads wait for them and end with the process.
        thread::Builder::new().spawn(move || converse(input, output, &asked, &answer))?;
        process.said = Some(thread::Builder::new().spawn(move || listen(errors))?);
        Ok(process)
    }

    /// Reports whether the process has done more than open this file.
    pub(super) fn is_used(&self, key: Key) -> bool {
        let is_open = self.open.is_some_and(|(open, _)| open == key);
        self.answered > u32::from(is_open)
    }

    /// Opens a file, unless it is already open. Returns the number of its pages.
    pub(super) fn open(&mut self, key: Key, bytes: &Arc<Vec<u8>>) -> Result<u32, PdfError> {
        if let Some((open, pages)) = self.open
            && open == key
        {
            return Ok(pages);
        }
        self.open = None;
        match self.ask((Request::Open, Arc::clone(bytes)))? {
            (Answer::Opened { pages }, _) if (1..=Limits::default().pages).contains(&(pages as usize)) => {
                self.open = Some((key, pages));
                Ok(pages)
            }
            (Answer::Refused { why }, _) => Err(refused(&why)),
            _ => Err(self.lost()),
        }
    }

    /// Draws a page of the open file.
    pub(super) fn draw(&mut self, page: u32, dpi: u16) -> Result<Drawn, PdfError> {
        match self.ask((Request::Draw { page, dpi }, Arc::default()))? {
            (
                Answer::Drawn {
                    width,
                    height,
                    dpi,
                    remarks,
                },
                png,
            ) => Ok(Drawn {
                png,
                width,
                height,
                dpi,
                remarks: remarks.iter().map(|remark| printable(remark)).collect(),
            }),
            (Answer::Refused { why }, _) => Err(refused(&why)),
            (Answer::Ready | Answer::Opened { .. } | Answer::Read, _) => Err(self.lost()),
        }
    }

    /// Reads the text of a page of the open file.
    pub(super) fn read(&mut self, page: u32, dpi: u16) -> Result<PageGlyphs, PdfError> {
        match self.ask((Request::Read { page, dpi }, Arc::default()))? {
            (Answer::Read, glyphs) => match serde_json::from_slice::<PageGlyphs>(&glyphs) {
                Ok(page) => Ok(PageGlyphs {
                    read_from: page.read_from.map(printable),
                    ..page
                }),
                Err(_) => Err(self.lost()),
            },
            (Answer::Refused { why }, _) => Err(refused(&why)),
            (Answer::Ready | Answer::Opened { .. } | Answer::Drawn { .. }, _) => Err(self.lost()),
        }
    }

    fn ask(&mut self, question: Question) -> Result<(Answer, Vec<u8>), PdfError> {
        // If the question cannot be sent, no answer comes either.
        let _ = self.questions.send(question);
        let answer = match self.answers.recv_timeout(self.limits.time) {
            Ok(Ok(Some(answer))) => answer,
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return Err(self.lost()),
            Err(RecvTimeoutError::Timeout) => return Err(self.overdue().into()),
        };
        self.answered = self.answered.saturating_add(1);
        Ok(answer)
    }

    fn overdue(&self) -> Lost {
        Lost::Overdue {
            after: self.limits.time,
            limit: self.limits.names.time,
        }
    }

    /// Returns the reason why the process has ended. Ends it first if it gave a wrong answer.
    fn lost(&mut self) -> PdfError {
        let (status, said) = self.last_words();
        why(status, &said, self.limits)
    }

    /// Ends the process. Returns its status, and the beginning of its output to standard error.
    fn last_words(&mut self) -> (io::Result<ExitStatus>, String) {
        let status = self.end();
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        (status, String::from_utf8_lossy(&said).into_owned())
    }

    fn end(&mut self) -> io::Result<ExitStatus> {
        // A process that has already ended keeps its own status.
        let _ = self.child.kill();
        self.child.wait()
    }
}

/// Returns what the process says first, then sends questions and returns answers, until one end is closed.
fn converse(mut input: ChildStdin, mut output: ChildStdout, asked: &Receiver<Question>, answer: &SyncSender<Answered>) {
    if answer.send(frame::read(&mut output)).is_err() {
        return;
    }
    for (request, body) in asked {
        let answered = frame::write(&mut input, &request, &body).and_then(|()| frame::read(&mut output));
        if answer.send(answered).is_err() {
            return;
        }
    }
}

/// Reads all output, so that the process never blocks, and keeps its beginning.
fn listen(mut errors: ChildStderr) -> Vec<u8> {
    let mut said = Vec::new();
    // Unreadable output is not needed.
    let _ = errors.by_ref().take(MAX_SAID).read_to_end(&mut said);
    let _ = io::copy(&mut errors, &mut io::sink());
    said
}

fn refused(why: &str) -> PdfError {
    PdfError::Refused(printable(why))
}

/// Returns a text of the process as one line without control characters, since the process is not trusted.
fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Derives the error of a page from the end of the process. Rust's runtime states the reason of an abort only in words.
fn why(status: io::Result<ExitStatus>, said: &str, limits: PdfLimits) -> PdfError {
    let code = status.as_ref().ok().and_then(ExitStatus::code);
    if said.contains("memory allocation of") {
        return Lost::Memory {
            mebibytes: limits.mebibytes,
            limit: limits.names.memory,
        }
        .into();
    }
    if code == Some(PANICKED) || said.contains("overflowed its stack") {
        return Lost::Panicked.into();
    }
    Lost::Died { how: how(status) }.into()
}

/// Says how a process has ended.
fn how(status: io::Result<ExitStatus>) -> String {
    status.map_or_else(|error| error.to_string(), |status| status.to_string())
}
