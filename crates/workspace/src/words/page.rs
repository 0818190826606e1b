//! Sentences of the page, of the items that were read on it, and of their marks.

use texlens_ocr::{Glyph, ReadFrom, turn_in_words};

use super::count;
use crate::picture::Picture;
use crate::roles::Role;
use crate::state::{Pace, Run, Sample};

/// Accessible name of the section.
pub const SECTION: &str = "Page";

/// Accessible name of the choice of size.
pub const ZOOM: &str = "Zoom";

/// Size at which the page is as wide as its section.
pub const FIT: &str = "Fit";

/// Size at which the page has its own resolution.
pub const ACTUAL: &str = "100 %";

/// Accessible name of the area that scrolls the page.
pub const IMAGE: &str = "Page image";

/// Button that draws a page again after a failure.
pub const DRAW_AGAIN: &str = "Draw it again";

/// Accessible name of the blank page while its image is drawn.
pub const DRAWING: &str = "The page is being drawn";

/// Accessible name of the blank page if its image could not be drawn.
pub const NOT_DRAWN: &str = "The page could not be drawn";

/// Shown if reading was cancelled.
pub const CANCELLED: &str = "Reading was cancelled.";

/// Shown if the page has no prediction.
pub const NOT_READ: &str = "Not read yet.";

/// Button that reads the page.
pub const READ: &str = "Read the page";

/// Button that reads the page although it has a prediction.
pub const REPLACE: &str = "Read the page instead";

/// Button that reads the page once more.
pub const READ_AGAIN: &str = "Read again";

/// Button that reads a page of a PDF file from its image.
pub const READ_IMAGE: &str = "Read the image";

/// Hint of the button that reads a page of a PDF file from its image.
pub const READ_IMAGE_HINT: &str = "Read from the image, by OCR";

/// Button that reads a page of a PDF file from its text.
pub const READ_TEXT: &str = "Read the text";

/// Hint of the button that reads a page of a PDF file from its text.
pub const READ_TEXT_HINT: &str = "Take the characters that the PDF file states, without OCR";

/// Button that reads a page of a PDF file from both.
pub const READ_BOTH: &str = "Compare both";

/// Hint of the button that reads a page of a PDF file from both.
pub const READ_BOTH_HINT: &str = "Read text and image, as two systems";

/// Button that reads the marked part of the page once more.
pub const READ_PART: &str = "Read this part again";

/// Hint of the button that reads the marked part of the page once more.
pub const READ_PART_HINT: &str = "Read this part again, at several sizes";

/// Button that opens the dialog for correcting the selected item.
pub const CORRECT: &str = "Correct";

/// Hint of the button that opens the dialog for correcting the selected item.
pub const CORRECT_HINT: &str = "Correct what was read here";

/// Button that copies the LaTeX of the selected item.
pub const COPY: &str = "Copy";

/// Hint of the button that copies the LaTeX of the selected item.
pub const COPY_HINT: &str = "Copy the LaTeX (Ctrl c)";

/// Shown after a glyph, before its LaTeX.
pub const WRITTEN_AS: &str = "written as";

/// Shown after a glyph that is not part of the LaTeX.
pub const NOT_WRITTEN: &str = "left out";

/// Accessible name of the items on the page.
pub const ITEMS: &str = "Recognised items";

/// Accessible name of the choice of boxes.
pub const BOXES: &str = "Boxes on the page";

/// Boxes in the colours of the parts of the page.
pub const KINDS: &str = "Kinds";

/// Boxes in the colours of the confidence.
pub const CONFIDENCE: &str = "Confidence";

/// Boxes around glyphs.
pub const GLYPHS: &str = "Glyphs";

/// No boxes.
pub const NO_BOXES: &str = "None";

/// Accessible name of the legend.
pub const LEGEND: &str = "Colours";

/// Entry of the legend for items of low confidence.
pub const UNSURE: &str = "below 0.5";

/// Entry of the legend for items of middling confidence.
pub const FAIR: &str = "below 0.8";

/// Entry of the legend for items of high confidence.
pub const SURE: &str = "surer";

/// Button that selects the unsure place before the current one.
pub const PREVIOUS_UNSURE: &str = "Previous unsure place";

/// Button that selects the unsure place after the current one.
pub const NEXT_UNSURE: &str = "Next unsure place";

/// Hint of the button that takes the last correction back.
pub const UNDO_HINT: &str = "Take the last correction back (Ctrl z)";

/// Button that takes all corrections back.
pub const UNDO_ALL: &str = "Undo all";

impl Role {
    /// Returns the role's name as shown in the legend.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Heading => "heading",
            Self::InlineMath => "formula",
            Self::DisplayMath => "displayed formula",
            Self::Table => "table",
            Self::Caption => "caption",
            Self::Bibliography => "bibliography",
            Self::Figure => "figure",
            Self::FigureText => "figure text",
            Self::LeftOut => "left out",
        }
    }
}

/// Returns the size of the page, for a PDF the page number and resolution, and by how much reading turned the page.
#[must_use]
pub fn about(image: &Picture, turn: f32) -> String {
    let mut about = format!("{} \u{d7} {}", image.width, image.height);
    if let Some(page) = image.page() {
        about += &format!(", page {} at {} dpi", page.number, page.dpi);
    }
    if let Some(turned) = turn_in_words(turn) {
        about += &format!(", {turned}");
    }
    about
}

/// Returns the page of the work that the image comes from, between the title and the attribution.
#[must_use]
pub fn credited_page(number: u32) -> String {
    format!(", p. {number}. ")
}

/// Returns the alternative text of the image.
#[must_use]
pub fn image_of(sample: &str) -> String {
    format!("Page {sample}")
}

/// Returns why the image is missing.
#[must_use]
pub fn drawing_failed(message: &str) -> String {
    format!("The page cannot be shown. {message}")
}

/// Returns the number of unsure places, and the number of the selected one among them.
#[must_use]
pub fn unsure(selected: Option<usize>, all: usize) -> String {
    match selected {
        Some(number) => format!("{number} of {all} unsure"),
        None => format!("{all} unsure"),
    }
}

/// Returns the number of corrections.
#[must_use]
pub fn corrections(corrections: usize) -> String {
    count(corrections, "correction")
}

/// Returns the part of the page that a word or formula belongs to, and the confidence.
#[must_use]
pub fn token(role: Option<Role>, confidence: f32) -> String {
    let role = role.map_or("", Role::title);
    format!("{role}, confidence {confidence:.2}")
}

/// Returns the look of a glyph and the confidence, before what it was written as.
#[must_use]
pub fn glyph(
    Glyph {
        style,
        size,
        confidence,
        ..
    }: &Glyph,
) -> String {
    format!("{style:?}, {size:.0} px, confidence {confidence:.2}, ").to_lowercase()
}

/// Returns the number of items in the marked region.
#[must_use]
pub fn marked(items: usize) -> String {
    match items {
        0 => "Nothing was read here".to_owned(),
        items => count(items, "item"),
    }
}

/// Shown if another system than the built-in OCR made the prediction, with its time if it has read the page here.
#[must_use]
pub fn given(sample: &Sample) -> String {
    let pace = sample.run.as_ref().and_then(|run| run.pace.as_ref());
    match pace.zip(sample.prediction.as_ref()) {
        Some((Pace { seconds, device }, prediction)) => {
            format!("{} read the page in {seconds:.1} s on {device}.", prediction.system)
        }
        None => "The prediction was made outside this app.".to_owned(),
    }
}

/// Returns the number of items on the page, and how they were read.
#[must_use]
pub fn found(items: usize, from: &ReadFrom, run: Option<&Run>) -> String {
    let items = count(items, "item");
    let Some(run) = run else { return items };
    if from.is_text() {
        return format!("From the PDF's text: {items}");
    }
    match (&run.pace, &run.provider) {
        (Some(Pace { seconds, device }), _) => format!("{items}, read in {seconds:.1} s on {device}"),
        (None, Some(provider)) => format!("{items}, read earlier. {provider}"),
        (None, None) => format!("{items}, read earlier"),
    }
}

/// Returns the hint of what [`found`] says.
#[must_use]
pub fn found_hint(run: &Run) -> Option<String> {
    let seconds = |pace: &Pace| format!("Read without OCR in {:.2} s", pace.seconds);
    run.provider.clone().or_else(|| run.pace.as_ref().map(seconds))
}

/// Returns what a page of a PDF file was read from, if there is a reason or a remark.
#[must_use]
pub fn read_from(from: &ReadFrom) -> Option<String> {
    match from {
        ReadFrom::Image { because: Some(_) } => {}
        ReadFrom::Text { although, remarks } if although.is_some() || !remarks.is_empty() => {}
        ReadFrom::Image { .. } | ReadFrom::Text { .. } => return None,
    }
    Some(format!("Read {from}."))
}
