//! `texlens ocr`: page images to LaTeX.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use texlens_ocr::PageGlyphs;
use texlens_ocr::detect::{DetectError, GrayImage, ImageError, Model, read_page};
use texlens_ocr::typeset::typeset_document;

use crate::dataset::{Dataset, MANIFEST, ManifestError};
use crate::failure::Failure;
use crate::runtime::{Runtime, RuntimeError};

/// Read page images with the built-in OCR.
///
/// Writes one .tex for each page to the output folder. The pages of a document of a dataset are read together. Pages that are there already are not
/// written again, so a stopped run goes on with the document where it was.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Page images (PNG, JPEG), or dataset folders with a manifest.jsonl
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

    /// Threads of the runtime; 0 leaves it to the runtime
    #[arg(long, default_value_t = 0)]
    threads: usize,

    /// Path of the ONNX Runtime library
    #[arg(long, value_name = "FILE")]
    onnxruntime: Option<PathBuf>,
}

/// One page to read.
struct Page {
    /// Path of the output below the output folder, without its ending.
    id: String,
    image: PathBuf,
}

/// Why one page was not read; the others go on.
#[derive(Debug, thiserror::Error)]
enum PageError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Detect(#[from] DetectError<RuntimeError>),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let documents = documents(&arguments.inputs)?;
    let (runtime, model) = Runtime::load(arguments.onnxruntime.as_deref(), arguments.threads)?;
    let mut reader = Reader {
        arguments,
        runtime,
        model,
        total: documents.iter().map(Vec::len).sum(),
        seen: 0,
        failed: 0,
    };
    for document in &documents {
        reader.read(document);
    }
    Ok(ExitCode::from(u8::from(reader.failed > 0)))
}

/// Progress goes to standard error: standard output stays free for results.
fn say(line: &str) {
    // Nothing is lost when nobody listens.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Reads documents one after the other and counts.
struct Reader<'a> {
    arguments: &'a Arguments,
    runtime: Runtime,
    model: Model,
    /// Pages of all documents.
    total: usize,
    seen: usize,
    failed: usize,
}

impl Reader<'_> {
    /// Reads the pages of a document unless all of them are there, then writes those that are not: what one page is like
    /// helps to read the others.
    fn read(&mut self, document: &[Page]) {
        let is_wanted = |page: &Page| self.arguments.force || !self.target(page).exists();
        let wanted: Vec<bool> = document.iter().map(is_wanted).collect();
        if !wanted.contains(&true) {
            self.seen += document.len();
            return;
        }
        let mut read = Vec::new();
        let mut found = Vec::new();
        for (page, wanted) in document.iter().zip(wanted) {
            let began = Instant::now();
            let result = self.glyphs(page);
            self.seen += 1;
            match result {
                Ok(glyphs) => {
                    self.tell(&format!("{} {:.2} s", page.id, began.elapsed().as_secs_f64()));
                    read.push((page, wanted));
                    found.push(glyphs);
                }
                Err(error) => self.fail(page, &error),
            }
        }
        for ((page, wanted), recognition) in read.into_iter().zip(typeset_document(&found)) {
            if wanted && let Err(error) = self.write(page, &recognition.latex) {
                self.fail(page, &error);
            }
        }
    }

    fn target(&self, page: &Page) -> PathBuf {
        self.arguments.out.join(format!("{}.tex", page.id))
    }

    fn tell(&self, line: &str) {
        say(&format!("[{}/{}] {line}", self.seen, self.total));
    }

    fn fail(&mut self, page: &Page, error: &PageError) {
        self.failed += 1;
        self.tell(&format!("{}: {error}", page.image.display()));
    }

    fn glyphs(&mut self, page: &Page) -> Result<PageGlyphs, PageError> {
        let image = GrayImage::decode(&fs::read(&page.image)?)?;
        let progress = |_, _| ControlFlow::Continue(());
        let found = pollster::block_on(read_page(&image, &self.model, &mut self.runtime, progress))?;
        let target = self.target(page);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        if self.arguments.glyphs {
            fs::write(target.with_extension("json"), serde_json::to_vec(&found)?)?;
        }
        Ok(found)
    }

    fn write(&self, page: &Page, latex: &str) -> Result<(), PageError> {
        // A run stopped here leaves no half-written page behind that the next would skip.
        let target = self.target(page);
        let unfinished = target.with_extension("tex.part");
        fs::write(&unfinished, latex)?;
        fs::rename(unfinished, target)?;
        Ok(())
    }
}

/// The pages by document: those of a dataset as its manifest says, images by themselves.
fn documents(inputs: &[PathBuf]) -> Result<Vec<Vec<Page>>, Failure> {
    let mut documents = Vec::new();
    for input in inputs {
        if input.is_dir() {
            documents.extend(dataset(input)?);
        } else {
            let id = input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let image = input.clone();
            documents.push(vec![Page { id, image }]);
        }
    }
    Ok(documents)
}

fn dataset(folder: &Path) -> Result<Vec<Vec<Page>>, Failure> {
    let mut pages = Dataset::open(folder)?.pages;
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut documents: Vec<Vec<Page>> = Vec::new();
    pages.sort_by_key(|page| page.number);
    for page in pages {
        let image = page.image.ok_or_else(|| Failure::Manifest {
            path: folder.join(MANIFEST),
            line: page.line,
            error: ManifestError::NoImage,
        })?;
        // A page that names no document is one by itself.
        let place = page
            .document
            .map_or(documents.len(), |name| *places.entry(name).or_insert(documents.len()));
        if place == documents.len() {
            documents.push(Vec::new());
        }
        if let Some(document) = documents.get_mut(place) {
            let image = folder.join(image);
            document.push(Page { id: page.id, image });
        }
    }
    Ok(documents)
}
