//! `texlens ocr`: page images to LaTeX.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use texlens_ocr::detect::{DetectError, GrayImage, ImageError, Model, read_page};
use texlens_ocr::typeset::typeset;

use crate::dataset::{Dataset, MANIFEST, ManifestError};
use crate::failure::Failure;
use crate::runtime::{Runtime, RuntimeError};

/// Read page images with the built-in OCR.
///
/// Writes one .tex for each page to the output folder; pages that are there already are skipped, so a stopped run goes on
/// where it was.
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
    let pages = pages(&arguments.inputs)?;
    let (mut runtime, model) = Runtime::load(arguments.onnxruntime.as_deref(), arguments.threads)?;
    let mut failed = 0;
    for (number, page) in pages.iter().enumerate() {
        let target = arguments.out.join(format!("{}.tex", page.id));
        if target.exists() && !arguments.force {
            continue;
        }
        let began = Instant::now();
        match read(page, &target, arguments.glyphs, &mut runtime, &model) {
            Ok(()) => say(&format!(
                "[{}/{}] {} {:.2} s",
                number + 1,
                pages.len(),
                page.id,
                began.elapsed().as_secs_f64()
            )),
            Err(error) => {
                failed += 1;
                say(&format!(
                    "[{}/{}] {}: {error}",
                    number + 1,
                    pages.len(),
                    page.image.display()
                ));
            }
        }
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
}

/// Progress goes to standard error: standard output stays free for results.
fn say(line: &str) {
    // Nothing is lost when nobody listens.
    let _ = writeln!(io::stderr(), "{line}");
}

fn read(page: &Page, target: &Path, glyphs: bool, runtime: &mut Runtime, model: &Model) -> Result<(), PageError> {
    let image = GrayImage::decode(&fs::read(&page.image)?)?;
    let found = pollster::block_on(read_page(&image, model, runtime, |_, _| ControlFlow::Continue(())))?;
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    if glyphs {
        fs::write(target.with_extension("json"), serde_json::to_vec(&found)?)?;
    }
    // A run stopped here leaves no half-written page behind that the next would skip.
    let unfinished = target.with_extension("tex.part");
    fs::write(&unfinished, typeset(&found).latex)?;
    fs::rename(unfinished, target)?;
    Ok(())
}

fn pages(inputs: &[PathBuf]) -> Result<Vec<Page>, Failure> {
    let mut pages = Vec::new();
    for input in inputs {
        if input.is_dir() {
            pages.extend(dataset(input)?);
        } else {
            let id = input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            pages.push(Page {
                id,
                image: input.clone(),
            });
        }
    }
    Ok(pages)
}

fn dataset(folder: &Path) -> Result<Vec<Page>, Failure> {
    let dataset = Dataset::open(folder)?;
    dataset
        .pages
        .into_iter()
        .map(|page| match page.image {
            Some(image) => Ok(Page {
                id: page.id,
                image: folder.join(image),
            }),
            None => Err(Failure::Manifest {
                path: folder.join(MANIFEST),
                line: page.line,
                error: ManifestError::NoImage,
            }),
        })
        .collect()
}
