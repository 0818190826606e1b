//! The true glyphs of documents whose DVI file lies in the dataset.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use texlens_ocr::PageGlyphs;

use crate::dataset::{Dataset, Page};

/// The DVI file in a document's folder.
const FILE: &str = "doc.dvi.gz";

/// Resolution of the page images.
const DPI: f32 = 150.0;

/// Glyphs by document and page.
pub(crate) struct Truth(HashMap<String, Vec<PageGlyphs>>);

impl Truth {
    pub(crate) fn read(dataset: &Dataset) -> Result<Self> {
        let mut metrics = Metrics::default();
        let mut documents = HashMap::new();
        for document in dataset.documents() {
            let path = dataset.folder.join(document).join(FILE);
            if path.is_file() {
                let pages = read(&path, &mut metrics).with_context(|| path.display().to_string())?;
                documents.insert(document.to_owned(), pages);
            }
        }
        Ok(Self(documents))
    }

    /// None if its document has no DVI file.
    pub(crate) fn of(&self, page: &Page) -> Option<&PageGlyphs> {
        self.0.get(&page.document)?.get(page.number.checked_sub(1)?)
    }
}

fn read(path: &Path, metrics: &mut Metrics) -> Result<Vec<PageGlyphs>> {
    let mut dvi = Vec::new();
    GzDecoder::new(File::open(path)?).read_to_end(&mut dvi)?;
    let document = texlens_dvi::read(&dvi, |font| metrics.of(font), DPI)?;
    for (font, count) in &document.unknown {
        println!(
            "{}: {count} glyphs of {font} are left out: the font is not known",
            path.display()
        );
    }
    Ok(document.pages)
}

/// TFM files of the TeX that is installed.
#[derive(Default)]
struct Metrics(HashMap<String, Option<Vec<u8>>>);

impl Metrics {
    fn of(&mut self, font: &str) -> Option<Vec<u8>> {
        self.0.entry(font.to_owned()).or_insert_with(|| find(font)).clone()
    }
}

fn find(font: &str) -> Option<Vec<u8>> {
    let found = Command::new("kpsewhich").arg(format!("{font}.tfm")).output().ok()?;
    fs::read(String::from_utf8(found.stdout).ok()?.trim()).ok()
}
