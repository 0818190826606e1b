//! Reads documents one after the other, page by page.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use texlens_native::{DocumentPages, PageReader, Pictures, Renderer, join_pages};
use texlens_ocr::detect::Stages;
use texlens_ocr::{PageGlyphs, Recognition};

use super::arguments::Arguments;
use super::by::{By, Page, read_text};
use super::error::OcrError;
use crate::input::Folder;
use crate::output::write_whole;
use crate::pages::{Source, SourceError, target};
use crate::terminal::say;

/// `Ok` if a page was read, else the reason.
type Outcome = Result<(), String>;

/// The pages of a document, without those that were not read.
struct Found {
    pages: DocumentPages<Recognition>,
    /// The texts of a model. A run has either these or glyphs.
    texts: Vec<String>,
    stages: Stages,
}

impl Found {
    /// Begins a document. The places of what is read are kept only if they are needed: those of a long document would take
    /// gigabytes.
    fn new(keeps_places: bool) -> Self {
        Self {
            pages: match keeps_places {
                true => DocumentPages::new(|_, recognition| Recognition {
                    origins: Vec::new(),
                    ..recognition
                }),
                false => DocumentPages::new(|_, recognition| of_text(recognition.latex)),
            },
            texts: Vec::new(),
            stages: Stages::default(),
        }
    }

    /// Returns what was read of every page, and the time for each stage.
    fn typeset(self) -> (Vec<Recognition>, Stages) {
        let (mut written, typesetting) = self.pages.finish();
        written.extend(self.texts.into_iter().map(of_text));
        let stages = Stages {
            typesetting,
            ..self.stages
        };
        (written, stages)
    }
}

fn of_text(latex: String) -> Recognition {
    Recognition {
        latex,
        ..Recognition::default()
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

/// Reads documents one after the other and counts them.
pub(super) struct Reader<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) renderer: Renderer,
    pub(super) by: By,
    pub(super) timings: Option<File>,
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
        let mut found = Found::new(matches!(self.by, By::Both { .. }));
        let outcomes: Vec<Vec<(u32, Outcome)>> = document
            .iter()
            .map(|source| self.read_source(source, &mut found))
            .collect();
        let (read, stages) = found.typeset();
        let began = Instant::now();
        let written = self.with_formulas(document, &outcomes, read);
        let stages = stages.plus(Stages {
            network: began.elapsed().as_secs_f64() * 1e3,
            ..Stages::default()
        });
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
        match self.read_one(pictures, number) {
            Ok(page) => {
                if let Err(error) = self.write_glyphs(page.glyphs(), &json) {
                    return Err(self.fail(&format!("{}{of}", source.path()), &error));
                }
                let seconds = began.elapsed().as_secs_f64();
                self.tell(&format!("{}{of} {seconds:.2} s{}", source.id, page.in_words()));
                found.stages = found.stages.plus(page.stages());
                match page {
                    Page::Glyphs(read) => found.pages.push(read.glyphs),
                    Page::Text(read) => found.texts.push(format!("{}\n", read.text)),
                }
                Ok(())
            }
            Err(error) => Err(self.fail(&format!("{}{of}", source.path()), &error)),
        }
    }

    /// Reads the page with this number, from 1.
    pub(super) fn read_one(&mut self, pictures: &Pictures, number: u32) -> Result<Page, OcrError> {
        let images = match &mut self.by {
            By::Model(model) => return read_text(model, self.arguments, pictures, number, &self.renderer),
            By::Networks(images) | By::Both { images, .. } => images,
        };
        let reader = PageReader {
            renderer: &self.renderer,
            source: self.arguments.from.source(),
            dpi: self.arguments.dpi,
        };
        let network = self.arguments.network.setting();
        let read = reader.read::<OcrError>(pictures, number, |picture| {
            Ok(images.read(picture, network, || ControlFlow::Continue(()))?)
        });
        Ok(Page::Glyphs(Box::new(read?)))
    }

    /// Returns the LaTeX of the pages of a document, with the formulas that a model reads, if it reads those.
    fn with_formulas(
        &mut self,
        document: &[Source<'_>],
        outcomes: &[Vec<(u32, Outcome)>],
        read: Vec<Recognition>,
    ) -> Vec<String> {
        if !matches!(self.by, By::Both { .. }) {
            return read.into_iter().map(|page| page.latex).collect();
        }
        let mut read = read.into_iter();
        let mut written = Vec::new();
        for (source, outcomes) in document.iter().zip(outcomes) {
            let numbers = outcomes.iter().filter(|(_, outcome)| outcome.is_ok());
            let mut opened = None;
            for ((number, _), page) in numbers.zip(read.by_ref()) {
                let pictures = opened.get_or_insert_with(|| source.open(&self.renderer));
                let formulas = match pictures {
                    Ok(pictures) => self.formulas(pictures, *number, &page),
                    Err(error) => Err(OcrError::Formulas(error.to_string())),
                };
                let of = match outcomes.len() {
                    1 => String::new(),
                    count => format!(" page {number} of {count}"),
                };
                written.push(match formulas {
                    Ok((latex, what)) => {
                        self.tell(&format!("{}{of}: {what}", source.id));
                        latex
                    }
                    Err(error) => {
                        self.fail(&format!("{}{of}", source.path()), &error);
                        page.latex
                    }
                });
            }
        }
        written
    }

    /// Reads the formulas of a page with the model. Returns the LaTeX of the page, and what became of them in words.
    fn formulas(&mut self, pictures: &Pictures, number: u32, page: &Recognition) -> Result<(String, String), OcrError> {
        let By::Both { model, which, .. } = &mut self.by else {
            return Ok((page.latex.clone(), String::new()));
        };
        let drawn = pictures.get(number, self.arguments.dpi, &self.renderer)?;
        let reading = model.read_formulas(&drawn.bytes, (page, *which), self.arguments.settings());
        let reading = reading.map_err(Box::new)?;
        let kept = match reading.kept {
            _ if reading.is_turned => {
                "; the page was turned upright, so they stay as the built-in OCR has them".to_owned()
            }
            0 => String::new(),
            kept => format!(", {kept} left as they were because the model did not end them"),
        };
        let what = format!("formulas read by the model: {}{kept}", reading.formulas);
        Ok((reading.text, what))
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

    /// Writes the glyphs of a page to `json` if they are requested. A model finds none.
    fn write_glyphs(&self, page: Option<&PageGlyphs>, json: &Path) -> Result<(), OcrError> {
        if let Some(folder) = json.parent() {
            fs::create_dir_all(folder)?;
            // A link in the output folder may lead out of it.
            Folder::new(&self.arguments.out)?.resolve(folder)?;
        }
        if let (true, Some(page)) = (self.arguments.glyphs, page) {
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
