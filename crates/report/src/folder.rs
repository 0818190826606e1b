//! The report as files of a folder, for static hosts: a first page with tables and list, a page for each sample, images, style, script and
//! fonts as files. Nothing is asked of another origin, and each page's policy forbids it.

use std::vec;

use texlens_evaluate::Evaluation;

use crate::assets::Classes;
use crate::formula::Renderer;
use crate::{Assets, MAX_BYTES, ReportError, envelope, page, validate};

/// The file of the folder that holds the evaluation, by which it is opened again.
pub const DATA: &str = "evaluation.json";

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFile {
    /// Path in the folder, with `/`; made of texlens' own names and numbers only.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Writes a report file by file; it is an iterator over them, and ends after an error. Data above [`MAX_BYTES`] are left out: such a
/// report can be looked at, but not be opened again.
#[derive(Debug)]
pub struct FolderWriter<'e> {
    evaluation: &'e Evaluation,
    assets: &'e Assets,
    renderer: Renderer,
    classes: Classes,
    next: usize,
    /// What is to be given before the next sample; the rest once all samples are.
    waiting: vec::IntoIter<FolderFile>,
    is_finished: bool,
}

impl<'e> FolderWriter<'e> {
    /// Begins a report.
    ///
    /// # Errors
    /// [`ReportError::Inconsistent`] as for [`to_html`](crate::to_html).
    pub fn new(evaluation: &'e Evaluation, assets: &'e Assets) -> Result<Self, ReportError> {
        validate::evaluation(evaluation).map_err(ReportError::Inconsistent)?;
        Ok(Self {
            evaluation,
            assets,
            renderer: page::renderer(assets),
            classes: Classes::default(),
            next: 0,
            waiting: Vec::new().into_iter(),
            is_finished: false,
        })
    }

    /// Samples that are written.
    #[must_use]
    pub fn done(&self) -> usize {
        self.next
    }

    /// The page of the next sample, and its image.
    fn sample(&mut self) -> Option<FolderFile> {
        let index = self.next;
        let sample = self.evaluation.samples.get(index)?;
        self.next += 1;
        let page = page::sample_page(index, sample, self.evaluation, &self.renderer);
        self.classes.add(&page);
        let image = sample.image.as_ref().map(|image| FolderFile {
            path: page::image_file(index, &image.media_type),
            bytes: image.bytes.clone(),
        });
        self.waiting = Vec::from_iter(image).into_iter();
        Some(text(page::sample_file(index), page))
    }
}

/// What all pages share, and the first page. `classes` are those that occur in the samples' pages.
pub(crate) fn shared_files(
    evaluation: &Evaluation,
    assets: &Assets,
    classes: &mut Classes,
) -> Result<Vec<FolderFile>, ReportError> {
    let index = page::index(evaluation);
    classes.add(&index);
    let (katex, fonts) = assets.linked_css(classes)?;
    let mut files = vec![
        text("style.css".to_owned(), katex + page::STYLE),
        text("report.js".to_owned(), page::SCRIPT.to_owned()),
    ];
    files.extend(fonts.into_iter().map(|(name, bytes)| FolderFile {
        path: format!("fonts/{name}"),
        bytes: bytes.to_vec(),
    }));
    let data = envelope::json(evaluation)?;
    if data.len() <= MAX_BYTES {
        files.push(text(DATA.to_owned(), data));
    }
    // The first page comes last: where it is, everything is.
    files.push(text("index.html".to_owned(), index));
    Ok(files)
}

fn text(path: String, text: String) -> FolderFile {
    FolderFile {
        path,
        bytes: text.into_bytes(),
    }
}

/// Reads the evaluation back from the folder that [`FolderWriter`] wrote: from the text of [`DATA`], and from images, which `file` gives by
/// their paths in the folder.
///
/// Nothing is trusted, as in [`from_html`](crate::from_html).
///
/// # Errors
/// Those of [`from_html`](crate::from_html).
pub fn from_folder(data: &str, mut file: impl FnMut(&str) -> Option<Vec<u8>>) -> Result<Evaluation, ReportError> {
    let mut bytes = data.len();
    let within_limit = |bytes: usize| {
        if bytes > MAX_BYTES {
            return Err(ReportError::TooLarge { bytes });
        }
        Ok(())
    };
    within_limit(bytes)?;
    let evaluation = envelope::read_json(data, |index, media_type| {
        let image = file(&page::image_file(index, media_type)).filter(|_| bytes <= MAX_BYTES)?;
        bytes += image.len();
        Some(image)
    });
    within_limit(bytes)?;
    let evaluation = evaluation?;
    validate::evaluation(&evaluation).map_err(|detail| ReportError::Damaged { detail })?;
    Ok(evaluation)
}

impl Iterator for FolderWriter<'_> {
    type Item = Result<FolderFile, ReportError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(file) = self.waiting.next() {
            return Some(Ok(file));
        }
        if self.is_finished {
            return None;
        }
        if let Some(page) = self.sample() {
            return Some(Ok(page));
        }
        self.is_finished = true;
        match shared_files(self.evaluation, self.assets, &mut self.classes) {
            Ok(files) => self.waiting = files.into_iter(),
            Err(error) => return Some(Err(error)),
        }
        self.waiting.next().map(Ok)
    }
}
