//! `texlens ocr`: turns page images and the text of PDF files into LaTeX.

mod error;

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;
use texlens_dataset::PageRange;
use texlens_native::{
    DocumentPages, ImageReader, PageReader, PageSource, Pictures, Places, ReadPage, Renderer, join_pages,
};
use texlens_ocr::PageGlyphs;
use texlens_ocr::detect::{NetworkSetting, Stages};

use crate::failure::Failure;
use crate::input::Folder;
use crate::output::write_whole;
use crate::pages::{Inputs, Source, SourceError, check_targets, target};
use crate::pdf::PdfArguments;
use crate::terminal::say;
use error::OcrError;

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
#[derive(Args)]
pub(crate) struct Arguments {
    /// Page images (PNG, JPEG), PDF files, or datasets: folders, archives or lists, as `texlens evaluate` reads them
    #[arg(required = true, value_name = "IMAGE|PDF|DATASET")]
    inputs: Vec<PathBuf>,

    /// Folder for NAME.tex, or ID.tex for a dataset
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

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
    pdf: PdfArguments,

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

impl From {
    const fn source(self) -> PageSource {
        match self {
            Self::Auto => PageSource::Auto,
            Self::Text => PageSource::Text,
            Self::Image => PageSource::Image,
        }
    }
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
struct Found {
    pages: DocumentPages<String>,
    stages: Stages,
}

impl Found {
    fn new() -> Self {
        Self {
            // The glyphs of a long document would take gigabytes.
            pages: DocumentPages::new(|_, recognition| recognition.latex),
            stages: Stages::default(),
        }
    }

    /// Returns the LaTeX of every page, and the time for each stage.
    fn typeset(self) -> (Vec<String>, Stages) {
        let (written, typesetting) = self.pages.finish();
        let stages = Stages {
            typesetting,
            ..self.stages
        };
        (written, stages)
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
    let renderer = arguments.pdf.renderer();
    let inputs = Inputs::open(&arguments.inputs, &renderer)?;
    let documents = inputs.documents()?;
    check_targets(&arguments.out, documents.iter().flatten(), arguments.glyphs)?;
    // Text of PDF files needs no runtime; whether they have any is known only when they are read.
    let needs_runtime = |source: &Source<'_>| arguments.from == From::Image || !source.is_named_pdf();
    let mut images = ImageReader::new(
        Places::beside_program(),
        arguments.onnxruntime.clone(),
        arguments.threads,
    );
    if documents.iter().flatten().any(needs_runtime) {
        images.load()?;
    }
    let timings = match &arguments.timings {
        Some(path) => Some(File::create(path).map_err(|error| timings_failed(path, error))?),
        None => None,
    };
    let mut reader = Reader {
        arguments,
        renderer,
        images,
        timings,
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

fn timings_failed(path: &Path, error: io::Error) -> Failure {
    Failure::WriteFile {
        path: path.to_owned(),
        error,
    }
}

/// Reads documents one after the other and counts them.
struct Reader<'a> {
    arguments: &'a Arguments,
    renderer: Renderer,
    images: ImageReader,
    timings: Option<File>,
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
        let mut found = Found::new();
        let outcomes: Vec<Vec<(u32, Outcome)>> = document
            .iter()
            .map(|source| self.read_source(source, &mut found))
            .collect();
        let (written, stages) = found.typeset();
        if let Some(first) = document.first() {
            self.record(&first.id, written.len(), stages)?;
        }
        let mut written = written.into_iter();
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
            Ok(read) => {
                if let Err(error) = self.write_glyphs(&read.glyphs, &json) {
                    return Err(self.fail(&format!("{}{of}", source.path()), &error));
                }
                let seconds = began.elapsed().as_secs_f64();
                self.tell(&format!("{}{of} {seconds:.2} s{}", source.id, read.in_words()));
                found.stages = found.stages.plus(read.stages);
                found.pages.push(read.glyphs);
                Ok(())
            }
            Err(error) => Err(self.fail(&format!("{}{of}", source.path()), &error)),
        }
    }

    fn read_glyphs(&mut self, pictures: &Pictures, number: u32) -> Result<ReadPage, OcrError> {
        let reader = PageReader {
            renderer: &self.renderer,
            source: self.arguments.from.source(),
            dpi: self.arguments.dpi,
        };
        let network = self.arguments.network.setting();
        reader.read(pictures, number, |picture| {
            Ok(self.images.read(picture, network, || ControlFlow::Continue(()))?)
        })
    }

    /// Writes the time for a document, if timings are requested and a page was read.
    fn record(&mut self, document: &str, pages: usize, milliseconds: Stages) -> io::Result<()> {
        let (Some(timings), true) = (&mut self.timings, pages > 0) else {
            return Ok(());
        };
        let timing = Timing {
            document,
            pages,
            milliseconds,
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
    fn fail(&mut self, path: &str, error: &OcrError) -> String {
        self.failed += 1;
        self.tell(&format!("{path}: {error}"));
        error.to_string()
    }

    /// Writes the glyphs of a page to `json` if they are requested.
    fn write_glyphs(&self, page: &PageGlyphs, json: &Path) -> Result<(), OcrError> {
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

    fn write(&self, source: &Source<'_>, latex: &str) -> Result<(), OcrError> {
        // The next run skips existing files, so an incomplete file must not exist.
        Ok(write_whole(&self.target(source), latex.as_bytes())?)
    }
}

/// Returns the LaTeX of the pages of a source.
fn joined(outcomes: &[(u32, Outcome)], written: &mut impl Iterator<Item = String>) -> String {
    let pages: Vec<(u32, Result<String, &str>)> = outcomes
        .iter()
        .map(|(number, outcome)| {
            let page = outcome.as_ref().map(|()| written.next().unwrap_or_default());
            (*number, page.map_err(String::as_str))
        })
        .collect();
    join_pages(pages.iter().map(|(number, page)| {
        let page = page.as_ref().map(String::as_str);
        (*number, page.map_err(|why| *why))
    }))
}
