//! The style sheet and fonts of formulas, which a report takes along.

use std::collections::BTreeMap;

use gloo::net::http::{Request, Response};
use texlens_report::Assets;

/// KaTeX's style sheet, relative to the app; its fonts lie where it says.
const STYLE_SHEET: &str = "katex/katex.min.css";

/// All of it; none if a file cannot be had.
pub(super) async fn assets() -> Option<Assets> {
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
