use std::{collections::BTreeMap, rc::Rc};

use gloo::{
    file::{Blob, ObjectUrl},
    net::http::{Request, Response},
};
use js_sys::Date;
use texlens_evaluate::{Evaluation, Setting, list_settings, settings_of};
use texlens_report::{Assets, MAX_BYTES};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlAnchorElement;
use yew::prelude::*;

use crate::{
    app::{
        saving::resolution,
        state::{Action, State},
    },
    picture::{Picture, Source},
    worker::pdf::PdfClient,
};

/// KaTeX's style sheet, relative to the app; its fonts lie where it says.
const STYLE_SHEET: &str = "katex/katex.min.css";
/// What the images may have together, in bytes: written as text they take a third more, and the rest needs room, too.
const MAX_IMAGES: u64 = MAX_BYTES as u64 / 2;

/// A callback that saves the evaluation as one HTML file.
#[hook]
pub(in crate::app) fn use_save(
    pdf: &PdfClient,
    state: &UseReducerHandle<State>,
    send: &Callback<Action>,
) -> Callback<()> {
    let (pdf, state, send) = (pdf.clone(), state.clone(), send.clone());
    Callback::from(move |()| {
        // The worker refuses settings that are none.
        let mut evaluation = state.evaluation(now(), list_settings(&settings_of(&state.settings).unwrap_or_default()));
        let (pictures, pdf, send) = (state.pictures(), pdf.clone(), send.clone());
        spawn_local(async move {
            let on_image = |done, total| send.emit(Action::Saving { done, total });
            let left_out = put_in_images(&mut evaluation, &pictures, &pdf, on_image).await;
            send.emit(Action::Saved(save(&evaluation).await.map(|()| left_out)));
        });
    })
}

/// Puts the bytes of images into an evaluation, as far as there is room and they can be read. How many are left out.
async fn put_in_images(
    evaluation: &mut Evaluation,
    pictures: &[Option<Rc<Picture>>],
    pdf: &PdfClient,
    on_image: impl Fn(usize, usize),
) -> usize {
    let total = pictures.iter().flatten().count();
    let (mut done, mut left_out, mut room, mut is_full) = (0, 0, MAX_IMAGES, false);
    for (sample, picture) in evaluation.samples.iter_mut().zip(pictures) {
        let Some(picture) = picture else { continue };
        on_image(done, total);
        done += 1;
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
    if left_out > 0 {
        evaluation.provenance.settings.push(Setting {
            name: "page images left out".to_owned(),
            value: left_out.to_string(),
        });
    }
    left_out
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

async fn save(evaluation: &Evaluation) -> Result<(), String> {
    let assets = assets()
        .await
        .ok_or("The formula fonts could not be loaded. Check that the app is still being served.")?;
    let html = texlens_report::to_html(evaluation, &assets).map_err(|error| format!("Not saved: {error}"))?;
    let name = match evaluation.samples.as_slice() {
        [only] => format!("{}.texlens.html", only.id),
        _ => "evaluation.texlens.html".to_owned(),
    };
    download(&name, &html).ok_or_else(|| "The browser refused to save the file.".to_owned())
}

async fn assets() -> Option<Assets> {
    let katex_css = fetch(STYLE_SHEET).await?.text().await.ok()?;
    let (folder, _) = STYLE_SHEET.rsplit_once('/')?;
    let mut fonts = BTreeMap::new();
    for path in Assets::font_paths(&katex_css) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let bytes = fetch(&format!("{folder}/{path}")).await?.binary().await.ok()?;
        fonts.insert(name.to_owned(), bytes);
    }
    Some(Assets { katex_css, fonts })
}

async fn fetch(path: &str) -> Option<Response> {
    Request::get(path).send().await.ok().filter(Response::ok)
}

/// ISO 8601, UTC, seconds.
pub(super) fn now() -> String {
    let now = String::from(Date::new_0().to_iso_string());
    // Milliseconds say nothing here.
    now.split_once('.')
        .map_or(now.clone(), |(seconds, _)| format!("{seconds}Z"))
}

fn download(name: &str, html: &str) -> Option<()> {
    let url = ObjectUrl::from(Blob::new_with_options(html, Some("text/html")));
    let document = gloo::utils::document();
    let link: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its own hold on the data once it has begun, which some browsers do only after this call.
    gloo::timers::callback::Timeout::new(60_000, move || drop(url)).forget();
    Some(())
}
