//! Pages of PDF files as images, and the text of their pages.
//!
//! A malicious file can take any amount of time and memory, and can crash its renderer. So a process with limits, which
//! only draws and reads pages ([`serve()`]), is started as a [`Launch`] says. If that process dies or exceeds its time, one
//! page is lost, and a new process draws the next page.

mod document;
mod error;
mod frame;
mod launch;
mod limits;
mod process;
mod serve;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use texlens_ocr::PageGlyphs;
use texlens_pdf::{Limits, OpenError};

use document::Key;
pub use document::{Document, Drawn};
use error::MOST_LOSSES;
pub use error::{Lost, PdfError};
pub use launch::Launch;
pub use limits::{LimitNames, PdfLimits};
use process::Process;
pub use serve::serve;

/// Number of pages, each just within the limit, whose time all pages of a file may take together.
const SLOW_PAGES: u32 = 10;

/// Additional time for each page that was drawn.
const ORDINARY_PAGE: Duration = Duration::from_secs(2);

/// Draws pages in a process that starts with the first page and serves all files.
#[derive(Debug)]
pub struct Renderer {
    launch: Launch,
    limits: PdfLimits,
    keys: RandomState,
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    process: Option<Process>,
    /// The files so far.
    files: HashMap<Key, Record>,
}

/// The history of a file.
#[derive(Debug)]
struct Record {
    /// Number of pages.
    opened: Result<u32, PdfError>,
    tried: u32,
    lost: u32,
    spent: Duration,
}

impl Renderer {
    /// Makes a renderer without starting a process.
    #[must_use]
    pub fn new(launch: Launch, limits: PdfLimits) -> Self {
        Self {
            launch,
            limits,
            keys: RandomState::new(),
            state: RefCell::default(),
        }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// If it is too large or damaged, or the process cannot be started.
    pub fn open(&self, bytes: Vec<u8>) -> Result<Document, PdfError> {
        let limit = Limits::default().bytes;
        if bytes.len() > limit {
            return Err(PdfError::Refused(OpenError::TooBig { limit }.to_string()));
        }
        let key = (bytes.len(), self.keys.hash_one(&bytes));
        let bytes = Arc::new(bytes);
        let State { process, files } = &mut *self.state.borrow_mut();
        let opened = match files.get(&key) {
            Some(record) => record.opened.clone(),
            None => {
                let opened = self.ask(process, key, |process| process.open(key, &bytes));
                if !matches!(opened, Err(PdfError::NotStarted(_))) {
                    files.insert(key, Record::new(opened.clone()));
                }
                opened
            }
        };
        Ok(Document {
            key,
            bytes,
            pages: opened?,
        })
    }

    /// Draws a page; pages count from 1.
    ///
    /// # Errors
    /// If the page cannot be drawn within the limits.
    pub fn draw(&self, document: &Document, page: u32, dpi: u16) -> Result<Drawn, PdfError> {
        self.page(document, |process| process.draw(page, dpi))
    }

    /// Reads the text of a page; pages count from 1.
    ///
    /// # Errors
    /// If the page cannot be read within the limits.
    pub fn read(&self, document: &Document, page: u32, dpi: u16) -> Result<PageGlyphs, PdfError> {
        self.page(document, |process| process.read(page, dpi))
    }

    /// Lets the process work on a page of a file, unless the file has cost too much.
    fn page<T>(&self, document: &Document, work: impl Fn(&mut Process) -> Result<T, PdfError>) -> Result<T, PdfError> {
        let State { process, files } = &mut *self.state.borrow_mut();
        let record = files
            .entry(document.key)
            .or_insert_with(|| Record::new(Ok(document.pages)));
        record.goes_on(self.limits)?;
        let began = Instant::now();
        let done = self.ask(process, document.key, |process| {
            process.open(document.key, &document.bytes)?;
            work(process)
        });
        record.spent += began.elapsed();
        record.tried += 1;
        record.lost += u32::from(matches!(done, Err(PdfError::Lost(_))));
        done
    }

    /// Lets the process work on a file. A process that dies is replaced. If it had worked before, which may be the
    /// reason, the new one tries again.
    fn ask<T>(
        &self,
        place: &mut Option<Process>,
        key: Key,
        work: impl Fn(&mut Process) -> Result<T, PdfError>,
    ) -> Result<T, PdfError> {
        loop {
            let process = match place {
                Some(process) => process,
                None => place.insert(Process::start(&self.launch, self.limits)?),
            };
            let was_used = process.is_used(key);
            let done = work(process);
            match &done {
                Err(PdfError::Lost(Lost::Overdue { .. }) | PdfError::NotStarted(_)) => *place = None,
                Err(PdfError::Lost(_)) => {
                    *place = None;
                    if was_used {
                        continue;
                    }
                }
                _ => {}
            }
            return done;
        }
    }
}

impl Record {
    fn new(opened: Result<u32, PdfError>) -> Self {
        Self {
            opened,
            tried: 0,
            lost: 0,
            spent: Duration::ZERO,
        }
    }

    /// Decides whether to try another page.
    fn goes_on(&self, limits: PdfLimits) -> Result<(), PdfError> {
        if self.lost >= MOST_LOSSES {
            return Err(PdfError::TooManyLosses);
        }
        if self.spent > limits.time * SLOW_PAGES + ORDINARY_PAGE * self.tried {
            return Err(PdfError::TooSlow {
                spent: self.spent,
                limit: limits.names.time,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: PdfLimits = PdfLimits {
        time: Duration::from_secs(60),
        mebibytes: 1024,
        names: LimitNames {
            time: "seconds",
            memory: "memory",
        },
    };

    fn renderer() -> Renderer {
        let launch = Launch {
            program: "no-such-program".into(),
            arguments: Vec::new(),
        };
        Renderer::new(launch, LIMITS)
    }

    #[test]
    fn a_file_that_costs_too_much_is_given_up() {
        let record = |tried, lost, seconds| Record {
            opened: Ok(5000),
            tried,
            lost,
            spent: Duration::from_secs(seconds),
        };
        assert_eq!(record(0, 0, 0).goes_on(LIMITS), Ok(()));
        assert_eq!(record(5000, 2, 2500).goes_on(LIMITS), Ok(()));
        assert_eq!(record(5, 3, 9).goes_on(LIMITS), Err(PdfError::TooManyLosses));
        assert_eq!(record(10, 0, 590).goes_on(LIMITS), Ok(()));
        let slow = record(11, 0, 649).goes_on(LIMITS);
        let spent = Duration::from_secs(649);
        assert_eq!(
            slow,
            Err(PdfError::TooSlow {
                spent,
                limit: "seconds"
            })
        );
    }

    #[test]
    fn what_is_too_big_needs_no_process() {
        let opened = renderer().open(vec![0; Limits::default().bytes + 1]);
        assert!(
            matches!(&opened, Err(PdfError::Refused(why)) if why.contains("64 MB")),
            "{opened:?}"
        );
    }

    #[test]
    fn a_process_that_does_not_start_is_not_held_against_the_file() {
        let renderer = renderer();
        for _ in 0..2 {
            let opened = renderer.open(b"%PDF".to_vec());
            assert!(matches!(opened, Err(PdfError::NotStarted(_))), "{opened:?}");
        }
        assert!(renderer.state.borrow().files.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_cannot_serve_is_not_held_against_the_file() {
        for (script, said) in [
            ("echo no library >&2; exit 127", "no library"),
            ("exit 1", "exit status: 1"),
            ("echo hello", "exit status: 0"),
        ] {
            let launch = Launch {
                program: "/bin/sh".into(),
                arguments: vec!["-c".into(), script.into()],
            };
            let opened = Renderer::new(launch, LIMITS).open(b"%PDF".to_vec());
            assert!(
                matches!(&opened, Err(PdfError::NotStarted(why)) if why.contains(said)),
                "{opened:?}"
            );
        }
    }
}
