//! `manifest.jsonl` of a dataset folder, which texlens reads.

use serde_json::json;

use crate::page::MadePage;
use crate::picture::Picture;
use crate::segment::SegmentKind;

/// Returns the line of a picture, without a line break. Beside the image and the reference, it has tags by which
/// texlens breaks scores down. `is_alone` says whether there is no other picture of the page in any variant; otherwise,
/// the page is named as the document of all of them, since they are not independent of each other.
#[must_use]
pub fn manifest_line(page: &MadePage, picture: &Picture, is_alone: bool) -> String {
    let layout = &page.layout;
    let mut line = json!({
        "id": picture.id,
        "image": format!("images/{}.png", picture.id),
        "reference": format!("references/{}.tex", page.name()),
        "class": layout.class,
        "family": layout.family,
        "language": layout.language,
        "paper": layout.paper,
        "size": format!("{} pt", layout.size),
        "columns": layout.columns.to_string(),
        "dpi": picture.dpi.to_string(),
        "damage": picture.damage.to_string(),
        "formulas": page.count(SegmentKind::InlineFormula) + page.count(SegmentKind::DisplayFormula),
        "matrix": picture.matrix,
    });
    if let Some(line) = line.as_object_mut().filter(|_| !is_alone) {
        line.insert("document".to_owned(), page.number().into());
    }
    line.to_string()
}
