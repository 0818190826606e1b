//! Reads documents one after the other, page by page.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use texlens_ocr::detect::{GrayImage, Stages, Timed, fill_unread, read_page};
use texlens_ocr::typeset::{MOST_PAGES, typeset_document};
use texlens_ocr::{PageGlyphs, ReadFrom, turn_in_words};

use super::arguments::{Arguments, From};
use super::error::PageError;
use crate::input::Folder;
use crate::output::write_whole;
use crate::pages::{Pictures, Source, SourceError, target};
use crate::pdf::Renderer;
use crate::runtime::{Detector, Runtime};
use crate::terminal::say;

/// `Ok` if a page was read, else the reason.
type Outcome = Result<(), String>;

/// The pages of a document, without those that were not read.
#[derive(Default)]
struct Found {
    /// The glyphs of the pages that are not yet typeset.
    pages: Vec<PageGlyphs>,
    /// The LaTeX of the others.
    written: Vec<String>,
    stages: Stages,
}

impl Found {
    /// Typesets the pages whose glyphs are there.
    fn typeset(&mut self) {
        let began = Instant::now();
        let pages = std::mem::take(&mut self.pages);
        let recognitions = typeset_document(&pages);
        self.written
            .extend(recognitions.into_iter().map(|recognition| recognition.latex));
        self.stages.typesetting += milliseconds_since(began);
    }
}

/// The time for one document.
#[derive(Serialize)]
struct Timing<'a> {
    /// The id of the document's first source.
    document: &'a str,
    pages: usize,
    milliseconds: Stages,
}

/// Describes what a page was read from unless that is clear, how it was turned, what is cut off, and why its text is
/// unreliable.
pub(super) fn remarks(page: &PageGlyphs) -> String {
    let is_clear = page.read_from == ReadFrom::default();
    let from = (!is_clear).then(|| format!(", {}", page.read_from));
    let turned = turn_in_words(page.turn).map(|turned| format!(", {turned}"));
    let cut_off = page.cut_off.map(|cut_off| format!(". {cut_off}"));
    let doubt = page.doubt.map(|doubt| format!(". {doubt}"));
    [from, turned, cut_off, doubt].into_iter().flatten().collect()
}

/// Reads documents one after the other and counts them.
pub(super) struct Reader<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) renderer: Renderer,
    /// Loaded with the first page image.
    pub(super) runtime: Option<Runtime>,
    pub(super) timings: Option<File>,
    pub(super) began: Instant,
    /// Number of sources of all documents.
    pub(super) total: usize,
    pub(super) seen: usize,
    /// Number of sources that were read before.
    pub(super) kept: usize,
    pub(super) failed: usize,
}

impl Reader<'_> {
    /// Reads all sources of a document unless every one was read before, then writes those that were not. All are read
    /// because the pages of a document help to read each other. Fails only if the timings cannot be written.
    pub(super) fn read(&mut self, document: &[Source<'_>]) -> io::Result<()> {
        let is_wanted = |source: &Source<'_>| self.arguments.force || !self.target(source).exists();
        let wanted: Vec<bool> = document.iter().map(is_wanted).collect();
        if !wanted.contains(&true) {
            self.seen += document.len();
            self.kept += document.len();
            return Ok(());
        }
        let mut found = Found::default();
        let outcomes: Vec<Vec<(u32, Outcome)>> = document
            .iter()
            .map(|source| self.read_source(source, &mut found))
            .collect();
        found.typeset();
        if let Some(first) = document.first() {
            self.record(&first.id, &found)?;
        }
        let mut written = found.written.into_iter();
        for ((source, outcomes), wanted) in document.iter().zip(outcomes).zip(wanted) {
            let latex = joined(&outcomes, &mut written);
            if wanted
                && outcomes.iter().any(|(_, outcome)| outcome.is_ok())
                && let Err(error) = self.write(source, &latex)
            {
                self.fail(&source.path(), &error);
            }
        }
        Ok(())
    }

    /// Reads the pages of a source separately: a page that cannot be read does not prevent the others. Returns the
    /// number of each page with its outcome.
    fn read_source(&mut self, source: &Source<'_>, found: &mut Found) -> Vec<(u32, Outcome)> {
        self.seen += 1;
        match source.open(&self.renderer) {
            Ok(pictures) => {
                let all = pictures.count();
                // An image, or a page that a list names, is read in any case.
                let range = self.arguments.pages.as_ref().filter(|_| pictures.is_file());
                let numbers = match range.map_or_else(|| Ok((1..=all).collect()), |range| range.of(all)) {
                    Ok(numbers) => numbers,
                    Err(error) => return vec![(1, Err(self.fail(&source.path(), &SourceError::from(error).into())))],
                };
                let read = |number| (number, self.read_page(source, &pictures, number, found));
                Vec::into_iter(numbers).map(read).collect()
            }
            Err(error) => vec![(1, Err(self.fail(&source.path(), &error.into())))],
        }
    }

    fn read_page(&mut self, source: &Source<'_>, pictures: &Pictures, number: u32, found: &mut Found) -> Outcome {
        let began = Instant::now();
        let (of, ending) = match pictures.count() {
            1 => (String::new(), "json".to_owned()),
            count => (format!(" page {number} of {count}"), format!("{number}.json")),
        };
        let json = self.target(source).with_extension(ending);
        match self.read_glyphs(pictures, number) {
            Ok((page, stages, remark)) => {
                if let Err(error) = self.write_glyphs(&page, &json) {
                    return Err(self.fail(&format!("{}{of}", source.path()), &error));
                }
                let seconds = began.elapsed().as_secs_f64();
                self.tell(&format!("{}{of} {seconds:.2} s{remark}{}", source.id, remarks(&page)));
                found.stages = found.stages.plus(stages);
                found.pages.push(page);
                if found.pages.len() >= MOST_PAGES {
                    found.typeset();
                }
                Ok(())
            }
            Err(error) => Err(self.fail(&format!("{}{of}", source.path()), &error)),
        }
    }

    /// Returns the glyphs of a page, the time for them, and remarks for the user.
    pub(super) fn read_glyphs(
        &mut self,
        pictures: &Pictures,
        number: u32,
    ) -> Result<(PageGlyphs, Stages, String), PageError> {
        let Arguments { from, dpi, .. } = *self.arguments;
        let mut because = None;
        if let Some(pdf) = pictures.pdf(number).filter(|_| from != From::Image) {
            let began = self.milliseconds();
            match pdf.text(dpi, &self.renderer) {
                Ok(page) if from == From::Text || page.read_from.although().is_none() => {
                    let stages = Stages {
                        image: self.milliseconds() - began,
                        ..Stages::default()
                    };
                    if page.unread.is_empty() {
                        return Ok((page, stages, String::new()));
                    }
                    return self.complete(page, stages, pictures, number);
                }
                Ok(page) => because = page.read_from.although().map(str::to_owned),
                // Files that the renderer does not survive would cost it a second time; `--from image` asks for that.
                Err(error) => return Err(error.into()),
            }
        }
        let drawn = pictures.get(number, dpi, &self.renderer)?;
        let (page, stages) = self.detect(&drawn.bytes)?;
        let page = PageGlyphs {
            read_from: ReadFrom::Image { because },
            ..page
        };
        Ok((page, stages, drawn.remark))
    }

    /// Reads glyphs of a PDF page from its image if the file does not state their meaning. If the image cannot be read,
    /// they stay unread, and the remark says so.
    fn complete(
        &mut self,
        page: PageGlyphs,
        stages: Stages,
        pictures: &Pictures,
        number: u32,
    ) -> Result<(PageGlyphs, Stages, String), PageError> {
        let drawn = pictures.get(number, self.arguments.dpi, &self.renderer)?;
        Ok(match self.detect(&drawn.bytes) {
            Ok((found, of_image)) => (fill_unread(page, &found), stages.plus(of_image), String::new()),
            Err(error) => (page, stages, format!(", the image was not read: {error}")),
        })
    }

    fn milliseconds(&self) -> f64 {
        milliseconds_since(self.began)
    }

    /// Writes the time for a document, if timings are requested and a page was read.
    fn record(&mut self, document: &str, found: &Found) -> io::Result<()> {
        let (Some(timings), false) = (&mut self.timings, found.written.is_empty()) else {
            return Ok(());
        };
        let timing = Timing {
            document,
            pages: found.written.len(),
            milliseconds: found.stages,
        };
        writeln!(timings, "{}", serde_json::to_string(&timing)?)
    }

    fn target(&self, source: &Source<'_>) -> PathBuf {
        target(&self.arguments.out, source)
    }

    fn tell(&self, line: &str) {
        say(format_args!("[{}/{}] {line}", self.seen, self.total));
    }

    /// Counts a page that was not read, and returns the reason.
    fn fail(&mut self, path: &str, error: &PageError) -> String {
        self.failed += 1;
        self.tell(&format!("{path}: {error}"));
        error.to_string()
    }

    /// Finds the glyphs of an image.
    fn detect(&mut self, picture: &[u8]) -> Result<(PageGlyphs, Stages), PageError> {
        let began = self.milliseconds();
        let image = GrayImage::decode(picture)?;
        let decoding = self.milliseconds() - began;
        let start = self.began;
        let runtime = match &mut self.runtime {
            Some(runtime) => runtime,
            None => self.runtime.insert(self.arguments.runtime()?),
        };
        let network = self.arguments.network.setting().network(image.pixels.len(), false);
        let Detector { model, backend } = runtime.detector(network)?;
        let mut timed = Timed::new(backend, || milliseconds_since(start));
        let progress = |_, _| ControlFlow::Continue(());
        let found = pollster::block_on(read_page(&image, model, &mut timed, progress))?;
        let stages = Stages {
            image: decoding,
            ..timed.stages()
        };
        Ok((found, stages))
    }

    /// Writes the glyphs of a page to `json` if they are requested.
    fn write_glyphs(&self, page: &PageGlyphs, json: &Path) -> Result<(), PageError> {
        if let Some(folder) = json.parent() {
            fs::create_dir_all(folder)?;
            // A link in the output folder may lead out of it.
            Folder::new(&self.arguments.out)?.resolve(folder)?;
        }
        if self.arguments.glyphs {
            write_whole(json, &serde_json::to_vec(page)?)?;
        }
        Ok(())
    }

    fn write(&self, source: &Source<'_>, latex: &str) -> Result<(), PageError> {
        // The next run skips existing files, so an incomplete file must not exist.
        Ok(write_whole(&self.target(source), latex.as_bytes())?)
    }
}

fn milliseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Returns the LaTeX of the pages of a source, with a comment in place of each page that was not read.
fn joined(outcomes: &[(u32, Outcome)], written: &mut impl Iterator<Item = String>) -> String {
    let mut pages = Vec::with_capacity(outcomes.len());
    for (number, outcome) in outcomes {
        pages.push(match outcome {
            Ok(()) => written.next().unwrap_or_default(),
            Err(why) => format!("% Page {number} could not be read: {}\n", why.replace('\n', " ")),
        });
    }
    pages.join("\n")
}
