//! `texlens ocr`: page images to LaTeX.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use texlens_dataset::{Picture, ReadError, Sample, holds_files};
use texlens_ocr::detect::{DetectError, GrayImage, ImageError, Model, Stages, Timed, read_page};
use texlens_ocr::typeset::typeset_document;
use texlens_ocr::{PageGlyphs, turn_in_words};

use crate::brought::Brought;
use crate::failure::Failure;
use crate::runtime::{Runtime, RuntimeError};

/// Read page images with the built-in OCR.
///
/// Writes one .tex for each page to the output folder. The pages of a document of a dataset are read together. Pages that are there already are not
/// written again, so a stopped run goes on with the document where it was.
///
/// Pages that lie on their side, upside down or askew are set upright first. What is not to be trusted is said on standard error with the reason; of a
/// photograph or in a script that the model does not know nothing is written. That is a result: the exit status is 0. It is 1 if
/// a page could not be read at all, 2 if nothing could be begun.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Page images (PNG, JPEG), or datasets: folders, archives or lists, as `texlens evaluate` reads them
    #[arg(required = true, value_name = "IMAGE|DATASET")]
    inputs: Vec<PathBuf>,

    /// Folder for NAME.tex, or ID.tex for a dataset
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Also write NAME.json: every glyph and rule with its place
    #[arg(long)]
    glyphs: bool,

    /// Read pages again that are there already
    #[arg(long)]
    force: bool,

    /// Also write what each document took: a JSON line with milliseconds by stage
    #[arg(long, value_name = "FILE")]
    timings: Option<PathBuf>,

    /// Threads of the runtime; 0 leaves it to the runtime
    #[arg(long, default_value_t = 0)]
    threads: usize,

    /// Path of the ONNX Runtime library
    #[arg(long, value_name = "FILE")]
    onnxruntime: Option<PathBuf>,
}

/// One page to read.
struct Page<'b> {
    /// Path of the output below the output folder, without its ending.
    id: String,
    image: Image<'b>,
}

/// Where a picture is.
enum Image<'b> {
    File(&'b Path),
    Brought(&'b Brought, Picture),
}

impl Image<'_> {
    fn bytes(&self) -> Result<Vec<u8>, PageError> {
        match self {
            Self::File(path) => Ok(fs::read(path)?),
            Self::Brought(brought, picture) => Ok(brought.listing.picture(picture)?),
        }
    }

    fn path(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Brought(brought, picture) => brought.plan.path(picture.file).to_owned(),
        }
    }
}

/// Why one page was not read; the others go on.
#[derive(Debug, thiserror::Error)]
enum PageError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Detect(#[from] DetectError<RuntimeError>),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// What one document took.
#[derive(Serialize)]
struct Timing<'a> {
    /// The id of its first page.
    document: &'a str,
    pages: usize,
    milliseconds: Stages,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let is_dataset = |input: &&PathBuf| input.is_dir() || holds_files(&input.to_string_lossy());
    let (datasets, images): (Vec<&PathBuf>, Vec<&PathBuf>) = arguments.inputs.iter().partition(is_dataset);
    let brought = datasets
        .iter()
        .map(|dataset| Brought::open(dataset, &[]))
        .collect::<Result<Vec<_>, _>>()?;
    let mut is_lossy = false;
    for dataset in &brought {
        is_lossy |= dataset.tell();
    }
    let documents: Vec<Vec<Page<'_>>> = images
        .iter()
        .map(|path| vec![single(path)])
        .chain(brought.iter().flat_map(pages))
        .collect();
    if documents.is_empty() {
        return Ok(ExitCode::from(2));
    }
    let (runtime, model) = Runtime::load(arguments.onnxruntime.as_deref(), arguments.threads)?;
    let timings = match &arguments.timings {
        Some(path) => Some(File::create(path).map_err(|error| timings_failed(path, error))?),
        None => None,
    };
    let mut reader = Reader {
        arguments,
        runtime,
        model,
        timings,
        began: Instant::now(),
        total: documents.iter().map(Vec::len).sum(),
        seen: 0,
        failed: 0,
    };
    for document in &documents {
        let read = reader.read(document);
        if let (Some(path), Err(error)) = (&arguments.timings, read) {
            return Err(timings_failed(path, error));
        }
    }
    Ok(ExitCode::from(u8::from(is_lossy || reader.failed > 0)))
}

fn timings_failed(path: &Path, error: io::Error) -> Failure {
    Failure::WriteFile {
        path: path.to_owned(),
        error,
    }
}

/// Progress goes to standard error: standard output stays free for results.
fn say(line: &str) {
    // Nothing is lost when nobody listens.
    let _ = writeln!(io::stderr(), "{line}");
}

/// How a page was turned to be read, and why its reading is not to be trusted.
fn remarks(page: &PageGlyphs) -> String {
    let turned = turn_in_words(page.turn).map(|turned| format!(", {turned}"));
    let doubt = page.doubt.map(|doubt| format!(". {doubt}"));
    format!("{}{}", turned.unwrap_or_default(), doubt.unwrap_or_default())
}

/// Reads documents one after the other and counts.
struct Reader<'a> {
    arguments: &'a Arguments,
    runtime: Runtime,
    model: Model,
    timings: Option<File>,
    began: Instant,
    /// Pages of all documents.
    total: usize,
    seen: usize,
    failed: usize,
}

impl Reader<'_> {
    /// Reads the pages of a document unless all of them are there, then writes those that are not: what one page is like
    /// helps to read the others. Fails only where the timings cannot be written.
    fn read(&mut self, document: &[Page<'_>]) -> io::Result<()> {
        let is_wanted = |page: &Page<'_>| self.arguments.force || !self.target(page).exists();
        let wanted: Vec<bool> = document.iter().map(is_wanted).collect();
        if !wanted.contains(&true) {
            self.seen += document.len();
            return Ok(());
        }
        let mut stages = Stages::default();
        let mut read = Vec::new();
        let mut found = Vec::new();
        for (page, wanted) in document.iter().zip(wanted) {
            let began = Instant::now();
            let result = self.glyphs(page);
            self.seen += 1;
            match result {
                Ok((glyphs, taken)) => {
                    let seconds = began.elapsed().as_secs_f64();
                    self.tell(&format!("{} {seconds:.2} s{}", page.id, remarks(&glyphs)));
                    stages = stages.plus(taken);
                    read.push((page, wanted));
                    found.push(glyphs);
                }
                Err(error) => self.fail(page, &error),
            }
        }
        let began = self.milliseconds();
        let recognitions = typeset_document(&found);
        stages.typesetting = self.milliseconds() - began;
        self.record(&read, stages)?;
        for ((page, wanted), recognition) in read.into_iter().zip(recognitions) {
            if wanted && let Err(error) = self.write(page, &recognition.latex) {
                self.fail(page, &error);
            }
        }
        Ok(())
    }

    fn milliseconds(&self) -> f64 {
        milliseconds_since(self.began)
    }

    /// Writes down what a document took, where that is wanted and any of its pages were read.
    fn record(&mut self, read: &[(&Page<'_>, bool)], milliseconds: Stages) -> io::Result<()> {
        let (Some(timings), Some((first, _))) = (&mut self.timings, read.first()) else {
            return Ok(());
        };
        let timing = Timing {
            document: &first.id,
            pages: read.len(),
            milliseconds,
        };
        writeln!(timings, "{}", serde_json::to_string(&timing)?)
    }

    fn target(&self, page: &Page<'_>) -> PathBuf {
        self.arguments.out.join(format!("{}.tex", page.id))
    }

    fn tell(&self, line: &str) {
        say(&format!("[{}/{}] {line}", self.seen, self.total));
    }

    fn fail(&mut self, page: &Page<'_>, error: &PageError) {
        self.failed += 1;
        self.tell(&format!("{}: {error}", page.image.path()));
    }

    fn glyphs(&mut self, page: &Page<'_>) -> Result<(PageGlyphs, Stages), PageError> {
        let file = page.image.bytes()?;
        let began = self.milliseconds();
        let image = GrayImage::decode(&file)?;
        let decoding = self.milliseconds() - began;
        let start = self.began;
        let mut timed = Timed::new(&mut self.runtime, || milliseconds_since(start));
        let progress = |_, _| ControlFlow::Continue(());
        let found = pollster::block_on(read_page(&image, &self.model, &mut timed, progress))?;
        let stages = Stages {
            image: decoding,
            ..timed.stages()
        };
        let target = self.target(page);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        if self.arguments.glyphs {
            fs::write(target.with_extension("json"), serde_json::to_vec(&found)?)?;
        }
        Ok((found, stages))
    }

    fn write(&self, page: &Page<'_>, latex: &str) -> Result<(), PageError> {
        // A run stopped here leaves no half-written page behind that the next would skip.
        let target = self.target(page);
        let unfinished = target.with_extension("tex.part");
        fs::write(&unfinished, latex)?;
        fs::rename(unfinished, target)?;
        Ok(())
    }
}

fn milliseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// An image by itself.
fn single(path: &Path) -> Page<'_> {
    Page {
        id: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        image: Image::File(path),
    }
}

/// The pages of a dataset that have an image, by document and in order.
fn pages(brought: &Brought) -> Vec<Vec<Page<'_>>> {
    let mut samples: Vec<&Sample> = brought.plan.samples.iter().collect();
    samples.sort_by_key(|sample| sample.page);
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut documents: Vec<Vec<Page<'_>>> = Vec::new();
    for sample in samples {
        let Some(picture) = &sample.image else {
            say(&format!("{}: there is no image to be read", sample.id));
            continue;
        };
        let page = Page {
            id: sample.id.clone(),
            image: Image::Brought(brought, picture.clone()),
        };
        // A page that names no document is one by itself.
        let place = match &sample.document {
            Some(name) => *places.entry(name).or_insert(documents.len()),
            None => documents.len(),
        };
        match documents.get_mut(place) {
            Some(document) => document.push(page),
            None => documents.push(vec![page]),
        }
    }
    documents
}
