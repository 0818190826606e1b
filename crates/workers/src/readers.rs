//! The worker that prepares pictures for models that read, as `texlens read` does.

use texlens_blob::Blob;
use texlens_readers::pictures::{Prepared, Shown, show};
use texlens_workspace::messages::readers::{Event, Request, ShownPages};
use wasm_bindgen::prelude::*;

use texlens_worker_base::Port;

/// Starts to answer the page's requests.
#[wasm_bindgen]
pub fn start_readers_worker() {
    Port::open().answer(|request: Request| async move {
        let job = request.job;
        let shown = shown(request).await;
        (job, shown.map(|shown| Event { job, shown }))
    });
}

async fn shown(request: Request) -> Result<ShownPages, String> {
    let mut images = Vec::with_capacity(request.images.len());
    for image in &request.images {
        images.push(image.bytes().await.map_err(|error| error.to_string())?);
    }
    let Shown { pictures, failed } = show(images, request.granularity, request.longest_side);
    let pair = |Prepared { picture, bytes }| {
        let data = Blob::new(&bytes, picture.format.media_type());
        (picture, data)
    };
    Ok(ShownPages {
        pictures: pictures.into_iter().map(pair).collect(),
        failed: failed
            .into_iter()
            .map(|(page, error)| (page, error.to_string()))
            .collect(),
    })
}
