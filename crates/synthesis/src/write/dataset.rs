//! `manifest.jsonl` of a dataset folder, which texlens reads.

use serde_json::{Value, json};

use crate::page::MadePage;
use crate::picture::Picture;
use crate::segment::SegmentKind;

/// Returns the line of a picture, without a line break. Beside the image and the reference, it has tags by which
/// texlens breaks scores down.
pub(super) fn manifest_line(page: &MadePage, picture: &Picture) -> String {
    let mut line = line(page, &picture.id, &format!("images/{}.png", picture.id));
    if let Value::Object(fields) = &mut line {
        fields.insert("dpi".to_owned(), picture.dpi.to_string().into());
        fields.insert("damage".to_owned(), picture.damage.to_string().into());
        fields.insert("matrix".to_owned(), json!(picture.matrix));
    }
    line.to_string()
}

/// Returns the line of a page whose image is its PDF in the folder `pdfs`, without a line break.
#[must_use]
pub fn pdf_manifest_line(page: &MadePage) -> String {
    let name = page.name();
    line(page, &name, &format!("pdfs/{name}.pdf")).to_string()
}

fn line(page: &MadePage, id: &str, image: &str) -> Value {
    let layout = &page.layout;
    json!({
        "id": id,
        "image": image,
        "reference": format!("references/{}.tex", page.name()),
        "class": layout.class,
        "family": layout.family,
        "language": layout.language,
        "paper": layout.paper,
        "size": format!("{} pt", layout.size),
        "columns": layout.columns.to_string(),
        "formulas": page.count(SegmentKind::InlineFormula) + page.count(SegmentKind::DisplayFormula),
    })
}
