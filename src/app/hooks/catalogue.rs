use gloo::net::http::{Request, Response};
use texlens_blob::Blob;
use texlens_workspace::brought::{Brought, Draft, Refusal, Text};
use texlens_workspace::picture::{Picture, Source};
use texlens_workspace::state::{Action, Catalogue, CatalogueAction, CatalogueEntry};
use texlens_workspace::words::failures;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The folder of the sample pages, relative to the app.
const FOLDER: &str = "samples";
/// The media type of their images.
const MEDIA_TYPE: &str = "image/png";

/// Loads the list of sample pages once, and the files of a sample page on request.
#[hook]
pub(in crate::app) fn use_catalogue(catalogue: &Catalogue, send: &Callback<Action>) {
    let to = send.clone();
    use_effect_with((), move |()| {
        spawn_local(async move {
            // Without the list, the app offers no sample pages; everything else works.
            if let Some(entries) = entries().await {
                to.emit(Action::Catalogue(CatalogueAction::Loaded(entries)));
            }
        });
    });
    let to = send.clone();
    use_effect_with(catalogue.fetching.clone(), move |wanted| {
        if let Some(entry) = wanted.clone() {
            spawn_local(async move { to.emit(Action::Catalogue(CatalogueAction::Fetched(page(&entry).await))) });
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

/// Returns the page with its reference, or the files that could not be loaded.
async fn page(entry: &CatalogueEntry) -> Brought {
    let mut brought = Brought::default();
    let draft = async {
        let image = fetch(&entry.image).await?;
        let image = Picture {
            media_type: MEDIA_TYPE.to_owned(),
            width: entry.width,
            height: entry.height,
            cut_off: None,
            source: Source::Image(Blob::new(&image, MEDIA_TYPE)),
        };
        let reference = fetch(&entry.reference).await?;
        Ok(Draft {
            name: entry.id.clone(),
            image: Some(image),
            reference: Some(Text {
                origin: entry.reference.clone(),
                latex: String::from_utf8_lossy(&reference).into_owned(),
            }),
            ..Draft::default()
        })
    };
    match draft.await {
        Ok(draft) => brought.drafts.push(draft),
        Err(refusal) => brought.refusals.push(refusal),
    }
    brought
}

async fn fetch(name: &str) -> Result<Vec<u8>, Refusal> {
    let bytes = async {
        let response = Request::get(&format!("{FOLDER}/{name}")).send().await.ok();
        response.filter(Response::ok)?.binary().await.ok()
    };
    bytes.await.ok_or_else(|| Refusal::new(name, failures::SAMPLE_PAGE))
}
