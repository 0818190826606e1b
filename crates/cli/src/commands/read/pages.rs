//! The pictures of the pages, in requests.

use texlens_native::{Pictures, Renderer};
use texlens_readers::{Page, Unit, pictures, units};

use super::arguments::Arguments;
use super::files::RunFolder;
use super::shown::Shown;
use crate::failure::Failure;
use crate::pages::{Source, SourceError};
use crate::terminal::say;

/// A page with the place of its picture.
struct Open<'s> {
    page: Page,
    source: &'s Source<'s>,
    pictures: &'s Pictures,
    number: u32,
}

/// Prepares the pictures of all documents. They are written into the folder of the run, unless nothing will be sent.
///
/// # Errors
/// If a picture cannot be written. A page whose picture cannot be read is left out, and told.
pub(super) fn show(
    documents: &[Vec<Source<'_>>],
    arguments: &Arguments,
    renderer: &Renderer,
    folder: &RunFolder,
) -> Result<Shown, Failure> {
    let mut shown = Shown::default();
    for (document, index) in documents.iter().zip(0_usize..) {
        let opened: Vec<_> = document.iter().map(|source| source.open(renderer)).collect();
        let mut pages = Vec::new();
        for (source, opened) in document.iter().zip(&opened) {
            let numbers = opened.as_ref().map_err(ToString::to_string).and_then(|pictures| {
                let numbers = numbers(pictures, arguments).map_err(|error| error.to_string())?;
                Ok((pictures, numbers))
            });
            match numbers {
                Ok((pictures, numbers)) => pages.extend(numbers.into_iter().map(|number| Open {
                    page: Page {
                        id: id(source, pictures, number),
                        document: Some(index.to_string()),
                    },
                    source,
                    pictures,
                    number,
                })),
                Err(why) => shown.fail(source, source.id.clone(), why),
            }
        }
        shown.document(&pages, arguments, renderer, folder)?;
    }
    Ok(shown)
}

impl Shown {
    fn fail(&mut self, source: &Source<'_>, page: String, why: String) {
        say(format_args!("{}: {why}", source.path()));
        self.failed += 1;
        self.pages.entry(source.id.clone()).or_default().push((page, Err(why)));
    }

    /// Adds the requests about a document.
    fn document(
        &mut self,
        pages: &[Open<'_>],
        arguments: &Arguments,
        renderer: &Renderer,
        folder: &RunFolder,
    ) -> Result<(), Failure> {
        let granularity = arguments.granularity.into();
        let all: Vec<Page> = pages.iter().map(|open| open.page.clone()).collect();
        let mut rest = pages;
        for unit in units(&all, granularity, arguments.pages_per_request) {
            let (of_unit, after) = rest.split_at(unit.pages.len().min(rest.len()));
            rest = after;
            let mut drawn = Vec::new();
            for open in of_unit {
                match open.pictures.get(open.number, arguments.dpi, renderer) {
                    Ok(picture) => drawn.push((open, picture.bytes)),
                    Err(error) => self.fail(open.source, open.page.id.clone(), error.to_string()),
                }
            }
            let (opened, images): (Vec<&Open<'_>>, Vec<Vec<u8>>) = drawn.into_iter().unzip();
            let shown = pictures::show(images, granularity, arguments.longest_side);
            let mut ids = Vec::new();
            for (open, index) in opened.into_iter().zip(0..) {
                let id = open.page.id.clone();
                match shown.failed.iter().find(|(page, _)| *page == index) {
                    Some((_, error)) => self.fail(open.source, id, error.to_string()),
                    None => {
                        let pages = self.pages.entry(open.source.id.clone()).or_default();
                        pages.push((id.clone(), Ok(())));
                        ids.push(id);
                    }
                }
            }
            if shown.pictures.is_empty() {
                continue;
            }
            if !arguments.dry_run {
                shown.pictures.iter().try_for_each(|prepared| folder.keep(prepared))?;
            }
            self.units.push(Unit { pages: ids });
            let pictures = shown.pictures.into_iter().map(|prepared| prepared.picture);
            self.pictures.push(pictures.collect());
        }
        Ok(())
    }
}

/// Returns the numbers of the pages to read. An image, or a page that a list names, is read in any case.
fn numbers(pictures: &Pictures, arguments: &Arguments) -> Result<Vec<u32>, SourceError> {
    let all = pictures.count();
    let range = arguments.pages.as_ref().filter(|_| pictures.is_file());
    Ok(range.map_or_else(|| Ok((1..=all).collect()), |range| range.of(all))?)
}

/// Returns the id of a page: that of its source, with the number if the source has several pages.
fn id(source: &Source<'_>, pictures: &Pictures, number: u32) -> String {
    match pictures.count() {
        1 => source.id.clone(),
        _ => format!("{}#{number}", source.id),
    }
}
