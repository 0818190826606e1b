//! The style sheet and fonts of formulas, which a report includes.

use std::collections::BTreeMap;

use texlens_browser::fetch::{self, FetchError};
use texlens_report::Assets;

/// The folder of KaTeX's style sheet, relative to the app.
const FOLDER: &str = "katex/";

/// Fetches the files for the app at `base`.
///
/// # Errors
/// [`FetchError`] if a file cannot be fetched.
pub(super) async fn fetch_assets(base: &str) -> Result<Assets, FetchError> {
    let katex_css = fetch::text(&format!("{base}{FOLDER}katex.min.css")).await?;
    let mut fonts = BTreeMap::new();
    for path in Assets::font_paths(&katex_css) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let bytes = fetch::bytes(&format!("{base}{FOLDER}{path}"), |_, _| {}).await?;
        fonts.insert(name.to_owned(), bytes.to_vec());
    }
    Ok(Assets { katex_css, fonts })
}
