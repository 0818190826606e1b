//! Supplies what the worker needs from the page while it writes a file: images, and a receiver of progress.

use std::rc::Rc;

use texlens_workspace::messages::saving::Image;
use texlens_workspace::picture::{Picture, Source as PictureSource};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use crate::worker::pdf::PdfClient;
use crate::worker::saving::Source;

/// The images of the samples, and the receiver of progress.
pub(super) struct PageSource {
    pub(super) pictures: Rc<[Option<Rc<Picture>>]>,
    pub(super) pdf: PdfClient,
    pub(super) progress: Callback<(usize, usize)>,
}

impl Source for PageSource {
    fn progress(&self, done: usize, total: usize) {
        self.progress.emit((done, total));
    }

    fn image(&self, sample: usize, may_draw: bool, answer: Box<dyn FnOnce(Option<Image>)>) {
        let picture = self.pictures.get(sample).cloned().flatten();
        let pdf = self.pdf.clone();
        spawn_local(async move {
            let image = match picture {
                Some(picture) => found(&picture, &pdf, may_draw).await,
                None => None,
            };
            answer(image);
        });
    }
}

/// Returns the bytes of an image, drawn first if necessary. `None` if there are none.
async fn found(picture: &Picture, pdf: &PdfClient, may_draw: bool) -> Option<Image> {
    if let PictureSource::Page(page) = &picture.source
        && may_draw
        && let Ok(drawn) = pdf.draw(page.clone()).await
    {
        let (width, height) = (drawn.picture.width, drawn.picture.height);
        return Some(Image {
            file: drawn.picture.blob()?.clone(),
            drawn: Some((width, height, drawn.dpi)),
        });
    }
    let file = picture.blob()?.clone();
    Some(Image { file, drawn: None })
}
