//! Sentences of the LaTeX of both sides.

use crate::text_diff::DifferenceKind;

/// Shown while there is no text.
pub const EMPTY: &str = "The LaTeX appears here once the page is read.";

/// Shown for a sample of a saved evaluation without texts.
pub const OMITTED: &str = "The report omits the texts of this sample: only its scores are available.";

/// Shown while two long texts are compared.
pub const COMPARING: &str = "Comparing the texts\u{2026}";

/// The question whether the first text is the reference: before the name of its file.
pub const QUESTION_START: &str = "Is";

/// The question whether the first text is the reference: after the name of its file.
pub const QUESTION_END: &str = "the reference? It came first; the names of the two files do not say.";

/// Answer that the first text is the reference.
pub const YES: &str = "Yes";

/// Answer that the first text is the prediction.
pub const NO: &str = "No, swap sides";

/// The parts that the buttons above the text step through.
pub const PARTS: &str = "the text";

/// The same with the prediction of another system beside.
pub const PARTS_BESIDE: &str = "the texts";

/// Accessible name of the texts.
pub const TEXTS: &str = "Text of both sides";

/// Heading of the prediction of another system.
pub const COMPARED: &str = "Compare with";

/// Accessible name of the choice of layout.
pub const LAYOUT: &str = "Layout";

/// Layout with one text beside the other.
pub const SIDE_BY_SIDE: &str = "Side by side";

/// Layout with both texts in one.
pub const UNIFIED: &str = "Unified";

/// Check box that hides the paragraphs that are equal on both sides.
pub const HIDE_EQUAL: &str = "Hide equal";

/// Check box that shows differences of white space.
pub const SPACES: &str = "White space";

/// Hint of the check box that shows differences of white space.
pub const SPACES_HINT: &str =
    "Show differences of white space, which TeX sets alike: \u{2423} space, \u{23ce} line break";

/// Check box that makes the largest difference the first one.
pub const LARGEST_FIRST: &str = "Largest first";

/// Hint of the check box that makes the largest difference the first one.
pub const LARGEST_FIRST_HINT: &str = "Step through the differences by size instead of by position";

/// Button that selects the other end of a move.
pub const ELSEWHERE: &str = "Show the other place";

/// Hint of the button that selects the other end of a move.
pub const ELSEWHERE_HINT: &str = "The same text stands at another place on the other side";

/// Button that selects the difference before the current one.
pub const PREVIOUS: &str = "Previous difference";

/// Button that selects the difference after the current one.
pub const NEXT: &str = "Next difference";

/// Button that makes the reference the prediction, and the prediction the reference.
pub const SWAP: &str = "Swap sides";

/// Button that saves the prediction as a file that compiles.
pub const DOWNLOAD: &str = "Download .tex";

/// Hint of the button that saves the prediction as a file.
pub const DOWNLOAD_HINT: &str = "Save the document that TeX compiles, with its preamble";

/// Button that copies the whole prediction.
pub const COPY: &str = "Copy LaTeX";

/// Returns the label of the button that shows the selected formula among the formulas.
#[must_use]
pub fn formula(number: usize) -> String {
    format!("Formula {number}")
}

/// Returns the name of a kind of difference.
#[must_use]
pub fn difference(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Missing => "Missing",
        DifferenceKind::Extra => "Extra",
        DifferenceKind::Replaced => "Replaced",
        DifferenceKind::Moved => "Moved",
        DifferenceKind::Space => "White space",
    }
}
