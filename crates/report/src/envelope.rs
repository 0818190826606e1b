//! The machine-readable part of a report. The JSON is in an inert `script` element and the image bytes are in the
//! page's own `img` elements, so that nothing is stored twice.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use texlens_evaluate::{Evaluation, Image};

use crate::error::ReportError;
use crate::format::VERSION;

const FORMAT: &str = "texlens-evaluation";

/// Start tag of the element that holds the JSON.
pub(crate) const OPEN: &str = r#"<script type="application/json" id="texlens-evaluation">"#;
/// End tag of that element. [`write`] ensures that the JSON does not contain it.
pub(crate) const CLOSE: &str = "</script>";

#[derive(Serialize)]
struct Outgoing<'a> {
    format: &'a str,
    version: u32,
    evaluation: &'a Evaluation,
}

/// The fields that every version has.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
struct Incoming {
    evaluation: Evaluation,
}

/// Returns the JSON, without the bytes of images.
pub(crate) fn json(evaluation: &Evaluation) -> Result<String, ReportError> {
    let envelope = Outgoing {
        format: FORMAT,
        version: VERSION,
        evaluation,
    };
    serde_json::to_string(&envelope).map_err(|error| ReportError::Inconsistent(error.to_string()))
}

/// Returns the JSON in a form that is safe inside a `script` element. In JSON, `<`, `>` and `&` occur only inside
/// strings, where they are replaced by escapes.
pub(crate) fn write(evaluation: &Evaluation) -> Result<String, ReportError> {
    Ok(json(evaluation)?
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026"))
}

/// Returns the identifier of the `img` element of a sample.
pub(crate) fn image_id(sample: usize) -> String {
    format!("texlens-image-{sample}")
}

/// Returns the data URI of an image, which holds its bytes.
pub(crate) fn data_uri(image: &Image) -> String {
    format!(
        "data:{};base64,{}",
        image.media_type,
        BASE64_STANDARD.encode(&image.bytes)
    )
}

/// Reads the JSON and the images.
pub(crate) fn read(html: &str) -> Result<Evaluation, ReportError> {
    let (_, rest) = html.split_once(OPEN).ok_or(ReportError::NotAReport)?;
    let (json, _) = rest
        .split_once(CLOSE)
        .ok_or_else(|| damaged("its data end early".to_owned()))?;
    let image = |index: usize, media_type: &str| image_bytes(html, index, media_type);
    read_json(json, image)
}

fn damaged(detail: String) -> ReportError {
    ReportError::Damaged { detail }
}

/// Reads the JSON. `image_bytes` returns the bytes of an image from the index and the media type of its sample.
pub(crate) fn read_json(
    json: &str,
    mut image_bytes: impl FnMut(usize, &str) -> Option<Vec<u8>>,
) -> Result<Evaluation, ReportError> {
    let unreadable = |error: serde_json::Error| damaged(format!("its data cannot be read: {error}"));

    let header: Header = serde_json::from_str(json).map_err(unreadable)?;
    if header.format != FORMAT {
        return Err(ReportError::NotAReport);
    }
    if header.version > VERSION {
        return Err(ReportError::Newer {
            version: header.version,
        });
    }
    let Incoming { mut evaluation } = serde_json::from_str(json).map_err(unreadable)?;
    for (index, sample) in evaluation.samples.iter_mut().enumerate() {
        if let Some(image) = &mut sample.image {
            image.bytes = image_bytes(index, &image.media_type)
                .ok_or_else(|| damaged(format!("the image of sample “{}” is missing or incomplete", sample.id)))?;
        }
    }
    Ok(evaluation)
}

/// Returns the bytes of one image. Texts of the evaluation cannot mislead the search, since their `<` is escaped.
fn image_bytes(html: &str, sample: usize, media_type: &str) -> Option<Vec<u8>> {
    let open = format!(r#"<img id="{}" src="data:{media_type};base64,"#, image_id(sample));
    let (_, rest) = html.split_once(&open)?;
    let (encoded, _) = rest.split_once('"')?;
    BASE64_STANDARD.decode(encoded).ok()
}
