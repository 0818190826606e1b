//! The process that draws and reads, seen from inside.

use std::io::{self, Stdout};
use std::process;
use std::sync::mpsc::{Receiver, channel};
use std::{panic, thread};

use texlens_pdf::{Document, Limits};

use super::frame::{self, Answer, Request};

/// The exit code after a panic.
pub(super) const PANICKED: i32 = 101;

/// Size of the stack, in bytes. Objects and content may be nested hundreds deep.
const STACK: usize = 64 << 20;

/// Draws and reads pages of PDF files for the process that started this one, with this many MiB of memory. Says that it is
/// ready, answers requests on standard input, and ends when the input ends, even at work.
///
/// This process must do nothing else: its memory is limited, and a panic ends it.
///
/// # Errors
/// If the memory cannot be limited, or a request cannot be read. The process must then end with the reason on standard
/// error.
pub fn serve(mebibytes: u64) -> io::Result<()> {
    limit_memory(mebibytes.saturating_mul(1 << 20))?;
    // The parent process turns the exit code into a message about the page.
    panic::set_hook(Box::new(|_| process::exit(PANICKED)));
    let (question, questions) = channel();
    let draws = thread::Builder::new().stack_size(STACK);
    draws.spawn(move || answer_all(&questions, &mut io::stdout()))?;
    frame::write(&mut io::stdout(), &Answer::Ready, &[])?;
    let mut input = io::stdin().lock();
    while let Some(asked) = frame::read(&mut input)? {
        if question.send(asked).is_err() {
            break;
        }
    }
    Ok(())
}

fn answer_all(questions: &Receiver<(Request, Vec<u8>)>, output: &mut Stdout) {
    let mut open = None;
    for (request, body) in questions {
        let (answer, picture) = answer(request, body, &mut open);
        if frame::write(output, &answer, &picture).is_err() {
            // Nobody waits for answers any more.
            process::exit(0);
        }
    }
}

fn answer(request: Request, body: Vec<u8>, open: &mut Option<Document>) -> (Answer, Vec<u8>) {
    let done = match request {
        Request::Open => {
            // Two open files would take the memory of both.
            *open = None;
            open_file(body, open).map(|pages| (Answer::Opened { pages }, Vec::new()))
        }
        Request::Draw { page, dpi } => draw(open.as_ref(), page, dpi),
        Request::Read { page, dpi } => read(open.as_ref(), page, dpi),
    };
    done.unwrap_or_else(|why| (Answer::Refused { why }, Vec::new()))
}

fn open_file(bytes: Vec<u8>, open: &mut Option<Document>) -> Result<u32, String> {
    let document = Document::open(bytes, Limits::default()).map_err(|error| error.to_string())?;
    Ok(open.insert(document).pages())
}

fn draw(open: Option<&Document>, page: u32, dpi: u16) -> Result<(Answer, Vec<u8>), String> {
    let document = open.ok_or("no file is open")?;
    let image = document.render(page, dpi).map_err(|error| error.to_string())?;
    let drawn = Answer::Drawn {
        width: image.width,
        height: image.height,
        dpi: image.dpi,
        remarks: image.remarks(dpi),
    };
    Ok((drawn, image.png))
}

fn read(open: Option<&Document>, page: u32, dpi: u16) -> Result<(Answer, Vec<u8>), String> {
    let document = open.ok_or("no file is open")?;
    let reading = document.read(page, dpi).map_err(|error| error.to_string())?;
    let glyphs = serde_json::to_vec(&reading.page).map_err(|error| error.to_string())?;
    Ok((Answer::Read, glyphs))
}

/// Limits the address space of this process, on systems that have and enforce such a limit. Also prevents core dumps.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    for (resource, limit) in [(Resource::As, bytes), (Resource::Core, 0)] {
        // A lower limit may already apply, and it cannot be raised.
        let highest = getrlimit(resource).maximum.map_or(limit, |highest| highest.min(limit));
        let limit = Rlimit {
            current: Some(highest),
            maximum: Some(highest),
        };
        setrlimit(resource, limit)?;
    }
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
fn limit_memory(_: u64) -> io::Result<()> {
    Ok(())
}
