//! Package Missing: an image without graphicx.

use crate::check::{GRAPHICS, provides};
use crate::finding::Flaw;
use crate::view::View;

/// Finds `\includegraphics` in a document that neither loads graphicx, directly or by another package, nor defines the
/// command. A text without a class is a snippet and needs no package.
pub(super) fn find(view: &View<'_>) -> Option<Flaw> {
    let image = view.named("\\includegraphics").next()?;
    let is_own = view.defined.contains("\\includegraphics");
    if view.class.is_none() || provides(view, GRAPHICS) || is_own {
        return None;
    }
    Some(Flaw {
        range: image.range.clone(),
        message: "The document includes an image, but it does not load graphicx".to_owned(),
        advice: "Add \\usepackage{graphicx} to the preamble".to_owned(),
    })
}
