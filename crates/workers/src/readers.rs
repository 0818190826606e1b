//! The worker that prepares pictures for models that read, as `texlens read` does.

use texlens_blob::Blob;
use texlens_judge::Picture;
use texlens_readers::pictures::{Prepared, merge, prepare};
use texlens_workspace::messages::readers::{Event, Request};
use wasm_bindgen::prelude::*;

use crate::port::Port;

/// Starts to answer the page's requests.
#[wasm_bindgen]
pub fn start_readers_worker() {
    Port::open().answer(|request: Request| async move {
        let job = request.job;
        let pictures = prepared(request).await;
        (job, pictures.map(|pictures| Event { job, pictures }))
    });
}

async fn prepared(request: Request) -> Result<Vec<(Picture, Blob)>, String> {
    let mut images = Vec::with_capacity(request.images.len());
    for image in &request.images {
        images.push(image.bytes().await.map_err(|error| error.to_string())?);
    }
    let prepared = if request.is_merged && images.len() > 1 {
        merge(&images, request.longest_side).map(|merged| vec![merged])
    } else {
        let each = images.into_iter().map(|image| prepare(image, request.longest_side));
        each.collect()
    };
    let pair = |Prepared { picture, bytes }| {
        let data = Blob::new(&bytes, picture.format.media_type());
        (picture, data)
    };
    Ok(prepared
        .map_err(|error| error.to_string())?
        .into_iter()
        .map(pair)
        .collect())
}
