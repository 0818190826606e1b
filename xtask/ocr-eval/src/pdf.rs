//! The glyphs that PDF files state, for documents with a PDF or a DVI file. A PDF is made of a DVI file without moving
//! anything, so that its glyphs can be compared with those of the DVI file.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use texlens_ocr::PageGlyphs;
use texlens_pdf::{Document, Limits, Way};

use crate::arguments::Arguments;
use crate::dataset::{Dataset, Page, write};
use crate::producer::Producer;
use crate::truth::{DPI, FILE as DVI};

/// The PDF file in a document's folder.
const FILE: &str = "doc.pdf";

/// The name of a PDF that is being made.
const MADE: &str = "made.pdf";

/// A PDF without content, in place of PDFs that a document includes.
const BLANK_PDF: &str = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
    2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
    3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<<>>>>\nendobj\n\
    4 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n\
    xref\n0 5\n0000000000 65535 f \n0000000009 00000 n \n0000000054 00000 n \n0000000105 00000 n \n\
    0000000197 00000 n \ntrailer\n<</Size 5/Root 1 0 R>>\nstartxref\n244\n%%EOF\n";

/// The same as PostScript.
const BLANK_EPS: &str = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 72 72\n%%EndComments\nshowpage\n%%EOF\n";

/// Maximum number of missing images of a document.
const MAX_IMAGES: usize = 200;

/// Glyphs by document and page, and the time that each page took.
pub(crate) struct Pdfs(HashMap<String, Vec<(PageGlyphs, f64)>>);

impl Pdfs {
    /// Reads the documents of these pages.
    pub(crate) fn read(arguments: &Arguments, pages: &[&Page]) -> Result<Self> {
        let cache = &arguments.cache;
        let dataset = arguments.dataset.as_deref().context("no dataset is named")?;
        let mut documents = HashMap::new();
        for document in pages.chunk_by(|a, b| a.document == b.document) {
            let Some(Page { document: name, .. }) = document.first() else {
                continue;
            };
            let given = dataset.join(name).join(FILE);
            let file = if given.is_file() {
                given
            } else {
                made(arguments.pdf_by, &dataset.join(name).join(DVI), cache, name)?
            };
            let glyphs = read(name, &file).with_context(|| file.display().to_string())?;
            documents.insert(name.clone(), glyphs);
        }
        Ok(Self(documents))
    }

    /// Returns the glyphs of a page, and the seconds that they took.
    pub(crate) fn of(&self, page: &Page) -> Option<&(PageGlyphs, f64)> {
        self.0.get(&page.document)?.get(page.number.checked_sub(1)?)
    }
}

/// Reports whether the document of a page has a PDF file.
pub(crate) fn has_pdf(dataset: &Dataset, page: &Page) -> bool {
    dataset.folder.join(&page.document).join(FILE).is_file()
}

fn read(name: &str, file: &Path) -> Result<Vec<(PageGlyphs, f64)>> {
    let document = Document::open(fs::read(file)?, Limits::default())?;
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut pages = Vec::new();
    for number in 1..=document.pages() {
        let began = Instant::now();
        let reading = document.read(number, DPI as u16)?;
        let seconds = began.elapsed().as_secs_f64();
        if let Way::Image(obstacle) = reading.way {
            println!("{name} page {number}: `texlens ocr` reads its image, since {obstacle}");
        }
        for glyph in reading.unknown {
            *unknown.entry(glyph).or_default() += 1;
        }
        pages.push((reading.page, seconds));
    }
    for (glyph, pages) in unknown {
        println!("{name}: the glyph {glyph} is not known, on {pages} pages");
    }
    Ok(pages)
}

/// Makes a PDF from a DVI file, unless an earlier run has made it.
fn made(producer: Producer, dvi: &Path, cache: &Path, name: &str) -> Result<PathBuf> {
    let folder = cache.join(producer.folder()).join(name);
    let pdf = folder.join(FILE);
    if pdf.is_file() {
        return Ok(pdf);
    }
    let mut bytes = Vec::new();
    let file = File::open(dvi).with_context(|| dvi.display().to_string())?;
    GzDecoder::new(file).read_to_end(&mut bytes)?;
    if producer == Producer::Ghostscript {
        hide_specials(&mut bytes);
    }
    write(&folder.join("doc.dvi"), &bytes)?;
    let run = |program: &str, arguments: &[&str]| -> Result<()> {
        let mut command = Command::new(program);
        let output = command.args(arguments).current_dir(&folder).output();
        let output = output.with_context(|| format!("{program} is not there; on Debian: see docs/ocr-eval.md"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{program}, {name}: {}", said.trim());
        Ok(())
    };
    match producer {
        Producer::Dvipdfmx => return by_dvipdfmx(&folder, name),
        // dvips goes on without images that are not there.
        Producer::Ghostscript => {
            run("dvips", &["-q", "-T", "8.5in,11in", "-o", "doc.ps", "doc.dvi"])?;
            let output = format!("-sOutputFile={MADE}");
            run(
                "gs",
                &[
                    "-q",
                    "-dBATCH",
                    "-dNOPAUSE",
                    "-sDEVICE=pdfwrite",
                    "-sPAPERSIZE=letter",
                    &output,
                    "doc.ps",
                ],
            )?;
        }
        Producer::Cairo => {
            let before = fs::canonicalize(made(Producer::Dvipdfmx, dvi, cache, name)?)?;
            run("pdftocairo", &["-pdf", &before.to_string_lossy(), MADE])?;
        }
    }
    fs::rename(folder.join(MADE), &pdf)?;
    Ok(pdf)
}

/// Makes dvips ignore what is meant for dvipdfmx, such as images in PDF: as places in a source file.
fn hide_specials(dvi: &mut [u8]) {
    // The command with a length of one byte, its length, and the text.
    const SPECIAL: u8 = 239;
    let is_special = |window: &[u8]| matches!(window, [SPECIAL, _, b'p', b'd', b'f', b':']);
    let found: Vec<usize> = (0..dvi.len())
        .filter(|at| dvi.get(*at..at + 6).is_some_and(is_special))
        .collect();
    for at in found {
        if let Some(name) = dvi.get_mut(at + 2..at + 5) {
            name.copy_from_slice(b"src");
        }
    }
}

/// Makes a PDF from a DVI file with dvipdfmx, which needs a file in place of every image.
fn by_dvipdfmx(folder: &Path, name: &str) -> Result<PathBuf> {
    let pdf = folder.join(FILE);
    for _ in 0..MAX_IMAGES {
        let mut command = Command::new("dvipdfmx");
        command
            .args(["-q", "-p", "letter", "-o", MADE, "doc.dvi"])
            .current_dir(folder);
        let output = command
            .output()
            .context("dvipdfmx is not there; on Debian: apt-get install texlive-binaries")?;
        if output.status.success() {
            fs::rename(folder.join(MADE), &pdf)?;
            return Ok(pdf);
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let missing = said.lines().find_map(|line| line.split_once("Could not find file: "));
        let Some((_, missing)) = missing else {
            bail!("dvipdfmx, {name}: {}", said.trim());
        };
        let image = Path::new(missing.trim());
        if image
            .components()
            .any(|part| !matches!(part, std::path::Component::Normal(_)))
        {
            bail!("dvipdfmx, {name}: {}", said.trim());
        }
        let is_pdf = image
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
        let blank = if is_pdf { BLANK_PDF } else { BLANK_EPS };
        write(&folder.join(image), blank.as_bytes())?;
    }
    bail!("{name} has more than {MAX_IMAGES} images that are not there")
}
