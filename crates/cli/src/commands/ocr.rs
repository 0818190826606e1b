//! `texlens ocr`: turns page images and the text of PDF files into LaTeX.

mod columns;
mod error;

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;
use texlens_columnar::FileFormat;
use texlens_dataset::PageRange;
use texlens_ocr::detect::{GrayImage, NetworkSetting, Stages, Timed, fill_unread, read_page};
use texlens_ocr::typeset::{MOST_PAGES, typeset_document};
use texlens_ocr::{PageGlyphs, ReadFrom, turn_in_words};

use super::arguments::{Assignment, assignment};
use crate::failure::Failure;
use crate::input::Folder;
use crate::output::write_whole;
use crate::pages::{Inputs, Pictures, Source, SourceError, check_targets, target};
use crate::pdf::{PdfLimits, Renderer};
use crate::runtime::{Detector, Runtime, RuntimeError};
use crate::terminal::say;
pub(crate) use columns::ColumnsError;
use error::PageError;

/// Read page images with the built-in OCR, and PDF files from their text.
///
/// Most PDF files made by TeX state the glyphs of their pages exactly, so these are read from the file and not from an
/// image. Scans, and pages whose text cannot be trusted, are read by OCR; standard error says so with the reason.
///
/// Writes one .tex for each image or PDF file to the output folder. The numbered pages of a document of a dataset, and
/// those of a PDF file, are read together. Existing files are not written again, so an interrupted run continues with the
/// document at which it stopped.
///
/// Pages that are rotated, upside down or skewed are set upright first. Unreliable output is reported on standard error
/// with the reason. For photographs and for scripts that the model does not know, no text is written. That is a result,
/// so the exit code is 0. It is 1 if a page could not be read, 2 if nothing could be started.
///
/// With a Parquet or Arrow file as the only input and --out FILE.parquet or FILE.arrow, each row is read by itself. The
/// output has the columns of the input, and the columns `text` (LaTeX) and `inference_info`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Page images (PNG, JPEG), PDF files, or datasets: folders, archives or lists, as `texlens evaluate` reads them
    #[arg(required = true, value_name = "IMAGE|PDF|DATASET")]
    inputs: Vec<PathBuf>,

    /// Folder for NAME.tex, or ID.tex for a dataset; for a table, a file that ends in .parquet or .arrow
    #[arg(long, value_name = "DIR|FILE")]
    out: PathBuf,

    /// Columns of a table: with images (default: image), and for the LaTeX (default: text), for example
    /// image=page_image,text=latex
    #[arg(long, value_name = "ROLE=COLUMN,...", value_delimiter = ',', value_parser = assignment)]
    columns: Vec<Assignment>,

    /// What pages of PDF files are read from
    #[arg(long, value_enum, value_name = "SOURCE", default_value_t = From::Auto)]
    from: From,

    /// Pages of PDF files to read, for example 1-20,35. An output file has the pages of one run: choose another folder
    /// for others
    #[arg(long, value_name = "RANGE")]
    pages: Option<PageRange>,

    /// Network that reads images
    #[arg(long, value_enum, value_name = "NETWORK", default_value_t = Network::Auto)]
    network: Network,

    /// Resolution of drawn pages of PDF files, in dots per inch
    #[arg(long, value_name = "N", default_value_t = texlens_pdf::DEFAULT_DPI, value_parser = value_parser!(u16).range(50..=600))]
    dpi: u16,

    #[command(flatten)]
    pdf: PdfLimits,

    /// Also write NAME.json: every glyph and rule with its place; for a PDF of several pages NAME.1.json and so on
    #[arg(long)]
    glyphs: bool,

    /// Read pages again that already have an output file
    #[arg(long)]
    force: bool,

    /// Also write the time for each document: one JSON line with milliseconds by stage
    #[arg(long, value_name = "FILE")]
    timings: Option<PathBuf>,

    /// Threads of the runtime; 0 lets the runtime choose
    #[arg(long, default_value_t = 0)]
    threads: usize,

    /// Path of the ONNX Runtime library
    #[arg(long, value_name = "FILE")]
    onnxruntime: Option<PathBuf>,
}

/// What pages of PDF files are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum From {
    /// The text, or the image if the text cannot be trusted
    Auto,
    /// The text, even if it cannot be trusted
    Text,
    /// The image
    Image,
}

/// The network that reads images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Network {
    /// The accurate one for formulas and other small images, the fast one for pages
    Auto,
    /// The fast one
    Fast,
    /// The accurate one: fewer errors in twice the time
    Accurate,
}

impl Network {
    const fn setting(self) -> NetworkSetting {
        match self {
            Self::Auto => NetworkSetting::Auto,
            Self::Fast => NetworkSetting::Fast,
            Self::Accurate => NetworkSetting::Accurate,
        }
    }
}

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

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(format) = FileFormat::of_name(&arguments.out.to_string_lossy()) {
        return columns::run(arguments, format);
    }
    if !arguments.columns.is_empty() {
        return Err(ColumnsError::NoTable.into());
    }
    let renderer = Renderer::new(arguments.pdf);
    let inputs = Inputs::open(&arguments.inputs, &renderer)?;
    let documents = inputs.documents()?;
    check_targets(&arguments.out, documents.iter().flatten(), arguments.glyphs)?;
    // Text of PDF files needs no runtime; whether they have any is known only when they are read.
    let needs_runtime = |source: &Source<'_>| arguments.from == From::Image || !source.is_named_pdf();
    let runtime = if documents.iter().flatten().any(needs_runtime) {
        Some(arguments.runtime()?)
    } else {
        None
    };
    let timings = match &arguments.timings {
        Some(path) => Some(File::create(path).map_err(|error| timings_failed(path, error))?),
        None => None,
    };
    let mut reader = Reader {
        arguments,
        renderer,
        runtime,
        timings,
        began: Instant::now(),
        total: documents.iter().map(Vec::len).sum(),
        seen: 0,
        kept: 0,
        failed: 0,
    };
    for document in &documents {
        let read = reader.read(document);
        if let (Some(path), Err(error)) = (&arguments.timings, read) {
            return Err(timings_failed(path, error));
        }
    }
    if reader.kept > 0 {
        let out = arguments.out.display();
        say(format_args!(
            "{} of {} are already in {out} and were not read again; --force reads them",
            reader.kept, reader.total
        ));
    }
    Ok(ExitCode::from(u8::from(inputs.is_lossy || reader.failed > 0)))
}

impl Arguments {
    fn runtime(&self) -> Result<Runtime, RuntimeError> {
        Runtime::open(self.onnxruntime.as_deref(), self.threads)
    }
}

fn timings_failed(path: &Path, error: io::Error) -> Failure {
    Failure::WriteFile {
        path: path.to_owned(),
        error,
    }
}

/// Describes what a page was read from unless that is clear, how it was turned, what is cut off, and why its text is
/// unreliable.
fn remarks(page: &PageGlyphs) -> String {
    let is_clear = page.read_from == ReadFrom::default();
    let from = (!is_clear).then(|| format!(", {}", page.read_from));
    let turned = turn_in_words(page.turn).map(|turned| format!(", {turned}"));
    let cut_off = page.cut_off.map(|cut_off| format!(". {cut_off}"));
    let doubt = page.doubt.map(|doubt| format!(". {doubt}"));
    [from, turned, cut_off, doubt].into_iter().flatten().collect()
}

/// Reads documents one after the other and counts them.
struct Reader<'a> {
    arguments: &'a Arguments,
    renderer: Renderer,
    /// Loaded with the first page image.
    runtime: Option<Runtime>,
    timings: Option<File>,
    began: Instant,
    /// Number of sources of all documents.
    total: usize,
    seen: usize,
    /// Number of sources that were read before.
    kept: usize,
    failed: usize,
}

impl Reader<'_> {
    /// Reads all sources of a document unless every one was read before, then writes those that were not. All are read
    /// because the pages of a document help to read each other. Fails only if the timings cannot be written.
    fn read(&mut self, document: &[Source<'_>]) -> io::Result<()> {
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
    fn read_glyphs(&mut self, pictures: &Pictures, number: u32) -> Result<(PageGlyphs, Stages, String), PageError> {
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
