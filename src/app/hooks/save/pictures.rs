//! Page images on their way into a file.

use std::rc::Rc;

use texlens_evaluate::{Evaluation, Setting};
use texlens_report::{MAX_BYTES, note_images_left_out};
use texlens_workspace::picture::{Picture, Source};
use texlens_workspace::saving::resolution;

use super::breath::{Breath, Stopped};
use crate::worker::pdf::PdfClient;

/// What the images may have together, in bytes: written as text they take a third more, and the rest needs room, too.
pub(super) const MAX_IMAGES: u64 = MAX_BYTES as u64 / 2;

/// Puts the bytes of images into an evaluation, as far as there is room and they can be read. How many are left out.
pub(super) async fn put_in(
    evaluation: &mut Evaluation,
    pictures: &[Option<Rc<Picture>>],
    pdf: &PdfClient,
    breath: &Breath,
) -> Result<usize, Stopped> {
    let (mut left_out, mut room, mut is_full) = (0, MAX_IMAGES, false);
    for (sample, picture) in evaluation.samples.iter_mut().zip(pictures) {
        let Some(picture) = picture else { continue };
        breath.step().await?;
        let drawn = match &picture.source {
            // A page takes as much room as the one before it, which had none.
            Source::Page(page) if !is_full => pdf.draw(page.clone()).await.ok(),
            _ => None,
        };
        let blob = drawn.as_ref().map_or(&**picture, |drawn| &drawn.picture).blob();
        let bytes = match blob {
            Some(blob) if blob.size() <= room => blob.bytes().await.ok(),
            _ => None,
        };
        is_full |= drawn.is_some() && bytes.is_none();
        match (bytes, &mut sample.image) {
            (Some(bytes), Some(image)) => {
                room -= bytes.len() as u64;
                image.bytes = bytes;
                if let Some(drawn) = drawn {
                    (image.width, image.height) = (drawn.picture.width, drawn.picture.height);
                    note_resolution(&mut evaluation.provenance.settings, drawn.dpi);
                }
            }
            (_, image) => {
                *image = None;
                left_out += 1;
            }
        }
    }
    note_images_left_out(&mut evaluation.provenance.settings, left_out);
    Ok(left_out)
}

/// Notes a resolution at which a page was drawn, if none was lower.
fn note_resolution(settings: &mut [Setting], dpi: u16) {
    let noted = resolution(dpi);
    for setting in settings.iter_mut().filter(|setting| setting.name == noted.name) {
        if setting.value.parse().is_ok_and(|lowest: u16| dpi < lowest) {
            setting.value.clone_from(&noted.value);
        }
    }
}
