use gloo::net::http::{Request, Response};
use js_sys::{Array, Promise};
use texlens_blob::Blob;
use texlens_workspace::brought::{Brought, Draft, Given, Refusal, Text};
use texlens_workspace::naming;
use texlens_workspace::picture::{Picture, Source};
use texlens_workspace::state::{
    Action, Catalogue, CatalogueAction, CatalogueEntry, ReadyComparison, ReadySystem, Trial,
};
use texlens_workspace::words::failures;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use yew::prelude::*;

/// The folder of the sample pages, relative to the app.
const SAMPLES: &str = "samples";
/// The folder of the comparison, relative to the app.
const COMPARISON: &str = "demo";
/// The media type of their images.
const MEDIA_TYPE: &str = "image/png";

/// Loads the list of sample pages once, and the files of a sample page or of the comparison on request.
#[hook]
pub(in crate::app) fn use_catalogue(catalogue: &Catalogue, send: &Callback<Action>) {
    let to = send.clone();
    use_effect_with((), move |()| {
        spawn_local(async move {
            // Without the list, the app offers no sample pages; everything else works.
            if let Ok(entries) = list(SAMPLES, "samples.json").await {
                to.emit(Action::Catalogue(CatalogueAction::Loaded(entries)));
            }
        });
    });
    let to = send.clone();
    use_effect_with(catalogue.fetching.clone(), move |wanted| {
        if let Some(trial) = wanted.clone() {
            spawn_local(async move { to.emit(Action::Catalogue(CatalogueAction::Fetched(brought(&trial).await))) });
        }
    });
}

/// Returns a list of pages that comes with the app.
async fn list<T: for<'de> serde::Deserialize<'de>>(folder: &str, name: &str) -> Result<T, Refusal> {
    let list = async {
        let response = Request::get(&format!("{folder}/{name}")).send().await.ok();
        response.filter(Response::ok)?.json().await.ok()
    };
    list.await.ok_or_else(|| Refusal::new(name, failures::SAMPLE_PAGE))
}

/// Returns the samples, or the file that could not be loaded.
async fn brought(trial: &Trial) -> Brought {
    let drafts = match trial {
        Trial::Page(entry) => page(SAMPLES, entry, &[]).await.map(|draft| vec![draft]),
        Trial::Comparison => comparison().await,
    };
    match drafts {
        Ok(drafts) => Brought {
            drafts,
            ..Brought::default()
        },
        Err(refusal) => Brought {
            refusals: vec![refusal],
            ..Brought::default()
        },
    }
}

async fn comparison() -> Result<Vec<Draft>, Refusal> {
    let ReadyComparison { systems, pages } = list(COMPARISON, "demo.json").await?;
    let mut drafts = Vec::new();
    for entry in &pages {
        let draft = page(COMPARISON, entry, &systems).await?;
        // Pages of one document are alike, which makes the intervals wider.
        let document = Some(entry.credit.title.clone());
        drafts.push(Draft { document, ..draft });
    }
    Ok(drafts)
}

/// Returns the page with its reference and the predictions of these systems.
async fn page(folder: &str, entry: &CatalogueEntry, systems: &[ReadySystem]) -> Result<Draft, Refusal> {
    let predicted = systems
        .iter()
        .map(|system| format!("{}/{}", system.folder, entry.reference));
    let names: Vec<String> = [entry.image.clone(), entry.reference.clone()]
        .into_iter()
        .chain(predicted)
        .collect();
    let mut files = fetch(folder, &names).await?.into_iter();
    let image = files.next().unwrap_or_default();
    let mut texts = files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let reference = texts.next().unwrap_or_default();
    let given = |(system, latex): (&ReadySystem, String)| Given {
        name: naming::read_by(&entry.id, &system.name),
        system: system.name.clone(),
        latex,
    };
    Ok(Draft {
        name: entry.id.clone(),
        image: Some(Picture {
            media_type: MEDIA_TYPE.to_owned(),
            width: entry.width,
            height: entry.height,
            cut_off: None,
            source: Source::Image(Blob::new(&image, MEDIA_TYPE)),
        }),
        reference: Some(Text {
            origin: entry.reference.clone(),
            latex: reference,
        }),
        predictions: systems.iter().zip(texts).map(given).collect(),
        credit: Some(entry.credit.clone()),
        ..Draft::default()
    })
}

/// Fetches files of a folder at the same time. Returns them in this order, or the first that could not be loaded.
async fn fetch(folder: &str, names: &[String]) -> Result<Vec<Vec<u8>>, Refusal> {
    let one = |name: &String| {
        let (url, name) = (format!("{folder}/{name}"), name.clone());
        future_to_promise(async move {
            let bytes = async {
                let response = Request::get(&url).send().await.ok();
                response.filter(Response::ok)?.binary().await.ok()
            };
            let bytes = bytes.await.ok_or_else(|| JsValue::from(name))?;
            Ok(js_sys::Uint8Array::from(bytes.as_slice()).into())
        })
    };
    let all: Array = names.iter().map(one).collect();
    let fetched = JsFuture::from(Promise::all(&all)).await;
    let fetched = fetched.map_err(|name| Refusal::new(&name.as_string().unwrap_or_default(), failures::SAMPLE_PAGE))?;
    let bytes = |file: JsValue| js_sys::Uint8Array::from(file).to_vec();
    Ok(fetched.unchecked_into::<Array>().iter().map(bytes).collect())
}
