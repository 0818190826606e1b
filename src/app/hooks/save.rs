use std::collections::BTreeMap;

use gloo::{
    file::{Blob, ObjectUrl},
    net::http::{Request, Response},
};
use js_sys::Date;
use texlens_evaluate::{Evaluation, list_settings};
use texlens_metrics::Settings;
use texlens_report::Assets;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlAnchorElement;
use yew::prelude::*;

use crate::app::state::{Action, State};

/// KaTeX's style sheet, relative to the app; its fonts lie where it says.
const STYLE_SHEET: &str = "katex/katex.min.css";

/// A callback that saves the evaluation as one HTML file.
#[hook]
pub(in crate::app) fn use_save(state: &UseReducerHandle<State>, send: &Callback<Action>) -> Callback<()> {
    let (state, send) = (state.clone(), send.clone());
    Callback::from(move |()| {
        // The worker scores with the defaults.
        let (evaluation, send) = (
            state.evaluation(now(), list_settings(&Settings::default())),
            send.clone(),
        );
        spawn_local(async move { send.emit(Action::Saved(save(evaluation).await)) });
    })
}

async fn save(evaluation: Evaluation) -> Result<(), String> {
    let assets = assets()
        .await
        .ok_or("The formula fonts could not be loaded. Check that the app is still being served.")?;
    let html = texlens_report::to_html(&evaluation, &assets).map_err(|error| format!("Not saved: {error}"))?;
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

fn now() -> String {
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
