//! The true glyphs of documents that have a DVI file in the dataset.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use texlens_ocr::PageGlyphs;
use texlens_tex::{Compiler, Use};

use crate::dataset::{Dataset, Page};

/// The DVI file in a document's folder.
pub(crate) const FILE: &str = "doc.dvi.gz";

/// Resolution of the page images, in dpi.
pub(crate) const DPI: f32 = 150.0;

/// Glyphs by document and page.
pub(crate) struct Truth(HashMap<String, Vec<PageGlyphs>>);

impl Truth {
    pub(crate) fn read(dataset: &Dataset) -> Result<Self> {
        let mut metrics = Metrics::open();
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

    /// Returns the glyphs of a page; `None` if its document has no DVI file.
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

/// TFM files of the engine and of the installed TeX.
struct Metrics {
    engine: Option<Compiler>,
    found: HashMap<String, Option<Vec<u8>>>,
}

impl Metrics {
    fn open() -> Self {
        let folder = std::env::var_os("TEXLENS_TEX");
        Self {
            engine: folder.and_then(|folder| Compiler::open(Path::new(&folder), &[Use::Dvi, Use::Document]).ok()),
            found: HashMap::new(),
        }
    }

    fn of(&mut self, font: &str) -> Option<Vec<u8>> {
        let engine = self.engine.as_ref();
        let find = || {
            let name = format!("{font}.tfm");
            let of = |usage| engine.and_then(|engine| engine.file(usage, &name).ok().flatten());
            of(Use::Dvi).or_else(|| of(Use::Document)).or_else(|| installed(&name))
        };
        self.found.entry(font.to_owned()).or_insert_with(find).clone()
    }
}

fn installed(name: &str) -> Option<Vec<u8>> {
    let found = Command::new("kpsewhich").arg(name).output().ok()?;
    fs::read(String::from_utf8(found.stdout).ok()?.trim()).ok()
}
