//! `manifest.jsonl` of a dataset folder, which texlens reads.

use serde_json::json;

use crate::page::MadePage;
use crate::picture::Picture;
use crate::segment::SegmentKind;

/// Returns the line of a picture, without a line break. Beside the image and the reference, it has tags by which
/// texlens breaks scores down.
#[must_use]
pub fn manifest_line(page: &MadePage, picture: &Picture) -> String {
    let layout = &page.layout;
    json!({
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
    })
    .to_string()
}
