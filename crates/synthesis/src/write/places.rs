//! `places/NNN.json`: the place of every segment and glyph.

use serde_json::json;

use crate::page::MadePage;

/// Returns the places on a page as JSON. Lengths are in points (1/72 inch) from the left and the upper edge of the paper.
pub(super) fn places(page: &MadePage) -> String {
    let (width, height) = page.layout.paper.size();
    let value = json!({
        "page": page.name(),
        "width": width,
        "height": height,
        "layout": page.layout,
        "segments": page.segments(),
        "glyphs": page.glyphs(),
        "rules": page.rules(),
    });
    value.to_string() + "\n"
}
