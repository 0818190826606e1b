use gloo::net::http::Request;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::{
    app::{
        intake::{self, Incoming, Reason},
        state::{Action, Catalogue, CatalogueEntry},
    },
    blob::Blob,
};

/// Where the sample pages lie, relative to the app.
const FOLDER: &str = "samples";

/// Loads the list of sample pages once, and the files of one when it is wanted.
#[hook]
pub(in crate::app) fn use_catalogue(catalogue: &Catalogue, send: &Callback<Action>) {
    let to = send.clone();
    use_effect_with((), move |()| {
        spawn_local(async move {
            // Without its list the app offers no sample pages; everything else works.
            if let Some(entries) = entries().await {
                to.emit(Action::CatalogueLoaded(entries));
            }
        });
    });
    let to = send.clone();
    use_effect_with(catalogue.fetching.clone(), move |wanted| {
        if let Some(CatalogueEntry { image, reference, .. }) = wanted.clone() {
            spawn_local(async move {
                let files = vec![fetch(image).await, fetch(reference).await];
                to.emit(Action::PageFetched(intake::sort(files)));
            });
        }
    });
}

async fn entries() -> Option<Vec<CatalogueEntry>> {
    Request::get(&format!("{FOLDER}/samples.json"))
        .send()
        .await
        .ok()?
        .json()
        .await
        .ok()
}

async fn fetch(name: String) -> Incoming {
    let bytes: Option<Vec<u8>> = async {
        let response = Request::get(&format!("{FOLDER}/{name}"))
            .send()
            .await
            .ok()
            .filter(|response| response.ok())?;
        response.binary().await.ok()
    }
    .await;
    let blob = Blob::new(bytes.as_deref().unwrap_or_default(), "");
    Incoming::new(name, bytes.ok_or(Reason::Unreachable), &blob)
}
