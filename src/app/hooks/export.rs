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

/// A text that is saved as a file. Firefox changes the ending of a name to fit the media type.
pub(in crate::app) struct TextFile {
    name: String,
    text: String,
    media_type: &'static str,
}

impl TextFile {
    /// Returns a plot as a file.
    pub(in crate::app) fn svg(name: String, svg: String) -> Self {
        Self {
            name,
            text: svg,
            media_type: "image/svg+xml",
        }
    }

    /// Returns a list of JSON values, one a line, as a file.
    pub(in crate::app) fn json_lines(name: String, lines: String) -> Self {
        Self {
            name,
            text: lines,
            media_type: "application/jsonl",
        }
    }
}

/// Returns a callback that downloads a file.
#[hook]
pub(in crate::app) fn use_export() -> Callback<TextFile> {
    use_callback((), |TextFile { name, text, media_type }, ()| {
        // A browser that refuses reports it itself.
        let _ = download(&name, &Blob::new(text.as_bytes(), media_type));
    })
}
