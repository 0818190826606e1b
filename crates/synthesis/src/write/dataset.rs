//! `manifest.jsonl` of a dataset folder, which texlens reads.

use serde_json::{Map, Value, json};

use crate::page::MadePage;
use crate::picture::Picture;
use crate::segment::SegmentKind;

/// Returns the line of a picture, without a line break. Beside the image and the reference, it has tags by which
/// texlens breaks scores down. `is_alone` says whether there is no other picture of the page in any variant; otherwise,
/// the page is named as the document of all of them, since they are not independent of each other.
pub(super) fn manifest_line(page: &MadePage, picture: &Picture, is_alone: bool) -> String {
    let mut fields = line(page, &picture.id, &format!("images/{}.png", picture.id), is_alone);
    fields.insert("dpi".to_owned(), picture.dpi.to_string().into());
    fields.insert("damage".to_owned(), picture.damage.to_string().into());
    fields.insert("matrix".to_owned(), json!(picture.matrix));
    Value::from(fields).to_string()
}

/// Returns the line of a page whose image is its PDF in the folder `pdfs`, without a line break.
#[must_use]
pub fn pdf_manifest_line(page: &MadePage) -> String {
    let name = page.name();
    let fields = line(page, &name, &format!("pdfs/{name}.pdf"), page.variant.is_empty());
    Value::from(fields).to_string()
}

fn line(page: &MadePage, id: &str, image: &str, is_alone: bool) -> Map<String, Value> {
    let layout = &page.layout;
    let fields = json!({
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
    });
    let mut fields = match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    if !is_alone {
        fields.insert("document".to_owned(), page.number().into());
    }
    fields
}
