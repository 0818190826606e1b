use texlens_blob::Blob;
use texlens_tex::Assembly;
use texlens_workspace::state::Sample;
use yew::prelude::*;

use super::save::download;

/// Downloads the document that the engine compiles for the prediction of a page.
pub(in crate::app) fn save_document(sample: &Sample) {
    let Some(prediction) = &sample.prediction else { return };
    let latex = &prediction.latex;
    let document = Assembly::of(latex, std::slice::from_ref(&(0..latex.len()))).document();
    // A page that begins several documents is saved as it is.
    let latex = document.as_ref().unwrap_or(latex);
    let name = format!("{}.tex", sample.name);
    // A browser that refuses reports it itself.
    let _ = download(&name, &Blob::new(latex.as_bytes(), "application/x-tex"));
}

/// Returns a callback that downloads a plot: the name of the file and its SVG.
#[hook]
pub(in crate::app) fn use_export() -> Callback<(String, String)> {
    use_callback((), |(name, svg): (String, String), ()| {
        // A browser that refuses reports it itself.
        let _ = download(&name, &Blob::new(svg.as_bytes(), "image/svg+xml"));
    })
}
