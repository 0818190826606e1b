//! `ground_truth/NNN.json` of pdf-parse-bench.

use serde_json::{Value, json};

use crate::page::MadePage;
use crate::segment::SegmentKind;

/// Returns the ground truth of a page: its segments in reading order, each with its type and LaTeX, as
/// `synth_pdf/assembler.py` of [pdf-parse-bench](https://github.com/phorn1/pdf-parse-bench) writes them. Displayed
/// formulas of one line stand between two dollars. Headings are texts: the benchmark has no type for them.
pub(super) fn ground_truth(page: &MadePage) -> String {
    let segments: Vec<Value> = page
        .blocks
        .iter()
        .flat_map(|block| block.segments())
        .map(|segment| {
            let (kind, data) = match segment.kind {
                SegmentKind::Text | SegmentKind::Heading => ("text", segment.content.clone()),
                SegmentKind::InlineFormula => ("inline-formula", segment.latex()),
                SegmentKind::DisplayFormula => ("display-formula", display(&segment.latex(), &segment.content)),
                SegmentKind::Table => ("table", segment.latex()),
            };
            json!({"type": kind, "data": data})
        })
        .collect();
    Value::from(segments).to_string() + "\n"
}

/// Writes a display between dollars; one of several lines keeps its environment.
fn display(latex: &str, content: &str) -> String {
    if ["\\begin{align", "\\begin{gather"]
        .iter()
        .any(|start| latex.starts_with(start))
    {
        return latex.to_owned();
    }
    format!("$${content}$$")
}
