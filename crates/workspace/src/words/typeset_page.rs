//! Sentences of the page as TeX sets it.

use super::count;

/// Tab with the pages of a sample without an image.
pub const TAB: &str = "Pages";

/// Label of the choice of the pictures of a page.
pub const LOOK: &str = "Show the page as";

/// The choice of the page's image.
pub const IMAGE: &str = "Image";

/// The choice of the text as TeX sets it.
pub const TYPESET: &str = "Typeset";

/// The choice of both, one beside the other.
pub const BESIDE: &str = "Side by side";

/// The choice of both, one over the other.
pub const OVERLAY: &str = "Overlay";

/// Label of the choice of the text that is set.
pub const SIDE: &str = "Typeset text";

/// The pages that the buttons above the drawing step through.
pub const PAGES: &str = "the typeset text";

/// Button that shows the image and the drawing in turns.
pub const BLINK: &str = "Blink";

/// Hint of the button that shows the image and the drawing in turns.
pub const BLINK_HINT: &str = "Show the image and the typeset text in turns";

/// Said of the drawing of a text with errors.
pub const DRAWN_ANYWAY: &str = "The drawing shows what TeX sets nevertheless.";

/// Returns the verdict on a text with errors, before the message of the first error.
#[must_use]
pub fn fails(line: Option<u32>) -> String {
    match line {
        Some(line) => format!("Does not compile. Line {line}:"),
        None => "Does not compile:".to_owned(),
    }
}

/// Returns the remark that the other pages are left out.
#[must_use]
pub fn more_pages(drawn: usize, all: usize) -> String {
    format!("The first {drawn} of {all} pages are drawn.")
}

/// Returns the remark that glyphs are missing in the drawing.
#[must_use]
pub fn undrawn(glyphs: usize) -> String {
    let (glyphs, fonts) = match glyphs {
        1 => ("1 glyph is".to_owned(), "its font"),
        glyphs => (format!("{} are", count(glyphs, "glyph")), "their fonts"),
    };
    format!("{glyphs} left out: texlens has no outlines for {fonts}.")
}

/// Returns the number of glyphs of the shown text that the other text lacks.
#[must_use]
pub fn differing(glyphs: usize) -> String {
    match glyphs {
        0 => "no glyph differs".to_owned(),
        1 => "1 glyph differs".to_owned(),
        glyphs => format!("{} differ", count(glyphs, "glyph")),
    }
}

/// Returns the alternative text of a drawing.
#[must_use]
pub fn print_of(is_reference: bool, sample: &str) -> String {
    let side = if is_reference { "reference" } else { "prediction" };
    format!("Page {sample}: the {side} as TeX sets it")
}
