//! Labels of the commands that change how a sample is displayed.

use crate::commands::ViewCommand;
use crate::state::{FormulaStyle, Layer, PageLook, Zoom};

/// The label of a command.
pub(super) const fn label(command: &ViewCommand) -> &'static str {
    match command {
        ViewCommand::Zoom(Zoom::Fit) => "Fit the page to the width",
        ViewCommand::Zoom(Zoom::Actual) => "Show the page at 100 %",
        ViewCommand::Boxes(Layer::Kinds) => "Colour the boxes on the page by kind",
        ViewCommand::Boxes(Layer::Confidence) => "Colour the boxes on the page by confidence",
        ViewCommand::Boxes(Layer::Glyphs) => "Show a box for each glyph on the page",
        ViewCommand::Boxes(Layer::Off) => "Hide the boxes on the page",
        ViewCommand::Page(PageLook::Image) => "Show the image of the page",
        ViewCommand::Page(PageLook::Typeset) => "Show the typeset page",
        ViewCommand::Page(PageLook::Beside) => "Show the typeset page beside the image",
        ViewCommand::Page(PageLook::Overlay) => "Show the typeset page over the image",
        ViewCommand::HideEqual(true) => "Hide equal paragraphs",
        ViewCommand::HideEqual(false) => "Show equal paragraphs",
        ViewCommand::Spaces(true) => "Show differences in white space",
        ViewCommand::Spaces(false) => "Ignore differences in white space",
        ViewCommand::LargestFirst(true) => "Step through the differences by size",
        ViewCommand::LargestFirst(false) => "Step through the differences by position",
        ViewCommand::DifferentFormulas(true) => "Show different formulas only",
        ViewCommand::DifferentFormulas(false) => "Show all formulas of the sample",
        ViewCommand::HideErrors(true) => "Hide the list of compile errors",
        ViewCommand::HideErrors(false) => "Show the list of compile errors",
        ViewCommand::Formulas(FormulaStyle::Tex) => "Draw formulas with TeX",
        ViewCommand::Formulas(FormulaStyle::Katex) => "Draw formulas with KaTeX",
        ViewCommand::UseTex => "Load the TeX engine to draw formulas",
    }
}
