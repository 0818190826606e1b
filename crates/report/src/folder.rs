//! The report as a folder of files for static hosts: an index page with tables and the list of samples, a page for each
//! sample, and images, style sheet, script and fonts. The pages make no request to another origin, and their policy
//! forbids it.

use std::vec;

use texlens_evaluate::Evaluation;

use crate::assets::Classes;
use crate::formula::Renderer;
use crate::page::Arrangement;
use crate::{Assets, MAX_BYTES, ReportError, envelope, page, style, validate};

/// The file of the folder that stores the evaluation, so that the report can be opened again.
pub const DATA: &str = "evaluation.json";

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFile {
    /// Path in the folder, with `/`; consists only of texlens' own names and numbers.
    pub path: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Writes a report file by file. The writer is an iterator over the files, and ends after an error. Data above
/// [`MAX_BYTES`] are left out: such a report can be viewed, but not be opened again.
#[derive(Debug)]
pub struct FolderWriter<'e> {
    evaluation: &'e Evaluation,
    assets: &'e Assets,
    renderer: Renderer,
    arrangement: Arrangement<'e>,
    classes: Classes,
    next: usize,
    /// Files to return before the next sample; after the last sample, the shared files.
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
            arrangement: Arrangement::of(evaluation),
            classes: Classes::default(),
            next: 0,
            waiting: Vec::new().into_iter(),
            is_finished: false,
        })
    }

    /// Returns the number of samples that have been written.
    #[must_use]
    pub fn done(&self) -> usize {
        self.next
    }

    /// Returns the page of the next sample, and queues its image.
    fn sample(&mut self) -> Option<FolderFile> {
        let index = self.next;
        let sample = self.evaluation.samples.get(index)?;
        self.next += 1;
        let page = page::sample_page(index, sample, self.evaluation, &self.renderer, &self.arrangement);
        self.classes.add(&page);
        let image = sample.image.as_ref().map(|image| FolderFile {
            path: page::image_file(index, &image.media_type),
            bytes: image.bytes.clone(),
        });
        self.waiting = Vec::from_iter(image).into_iter();
        Some(text(page::sample_file(index), page))
    }
}

/// Returns the files that all pages share, and the index page. `classes` are those that occur in the pages of the
/// samples.
pub(crate) fn shared_files(
    evaluation: &Evaluation,
    arrangement: &Arrangement<'_>,
    assets: &Assets,
    classes: &mut Classes,
) -> Result<Vec<FolderFile>, ReportError> {
    let index = page::index(evaluation, arrangement);
    classes.add(&index);
    let (katex, fonts) = assets.linked_css(classes)?;
    let mut files = vec![
        text("style.css".to_owned(), katex + style::SHEET),
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
    // The index page comes last: if it exists, so do all other files.
    files.push(text("index.html".to_owned(), index));
    Ok(files)
}

fn text(path: String, text: String) -> FolderFile {
    FolderFile {
        path,
        bytes: text.into_bytes(),
    }
}

/// Reads an evaluation back from a folder that [`FolderWriter`] wrote. `data` is the text of [`DATA`], and `file`
/// returns an image by its path in the folder.
///
/// The content is not trusted, as in [`from_html`](crate::from_html).
///
/// # Errors
/// The same as for [`from_html`](crate::from_html).
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
        match shared_files(self.evaluation, &self.arrangement, self.assets, &mut self.classes) {
            Ok(files) => self.waiting = files.into_iter(),
            Err(error) => return Some(Err(error)),
        }
        self.waiting.next().map(Ok)
    }
}
