use texlens_blob::Blob;
use yew::prelude::*;

use super::save::download;

/// Downloads a LaTeX file.
pub(in crate::app) fn save_tex(name: &str, latex: &str) {
    // A browser that refuses reports it itself.
    let _ = download(name, &Blob::new(latex.as_bytes(), "application/x-tex"));
}

/// Returns a callback that downloads a plot: the name of the file and its SVG.
#[hook]
pub(in crate::app) fn use_export() -> Callback<(String, String)> {
    use_callback((), |(name, svg): (String, String), ()| {
        // A browser that refuses reports it itself.
        let _ = download(&name, &Blob::new(svg.as_bytes(), "image/svg+xml"));
    })
}
