//! A figure.

use serde::{Deserialize, Serialize};

use super::LabelAsk;
use crate::finding::{ErrorType, Findings};
use crate::view::{View, plain};

/// Exactly one figure, with an image and a caption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The file of the image. An ending may be missing.
    pub image: String,
    /// The caption. A full stop at its end does not matter.
    pub caption: String,
    /// The label.
    pub label: LabelAsk,
}

impl Figure {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let [figure] = view.outline.figures() else {
            let (found, range) = match view.outline.figures().get(1) {
                Some(second) => ("more than one figure", second.range.clone()),
                None => ("no figure", view.end()),
            };
            return findings.add(
                ErrorType::Capability,
                range,
                format!("There is {found}, but exactly one was asked for"),
                "Write one figure environment",
            );
        };
        let images = view.commands_in(&figure.range).iter();
        let images: Vec<_> = images
            .filter(|command| command.name == "\\includegraphics")
            .filter_map(|command| view.argument(command))
            .collect();
        if !images.iter().any(|image| stem(view.text(image)) == stem(&self.image)) {
            findings.add(
                ErrorType::Capability,
                figure.range.clone(),
                format!("The figure does not include the image {}", self.image),
                format!("Add \\includegraphics{{{}}} to the figure", self.image),
            );
        }
        check_caption(view, "figure", &figure.range, &self.caption, &self.label, findings);
    }
}

/// Returns the name of an image without its ending and without `./` before it.
fn stem(name: &str) -> &str {
    let name = name.trim();
    let name = name.strip_prefix("./").unwrap_or(name);
    let ending = name.rsplit_once('.').filter(|(_, ending)| !ending.contains('/'));
    ending.map_or(name, |(stem, _)| stem)
}

/// Checks caption and label of a float.
pub(super) fn check_caption(
    view: &View<'_>,
    part: &str,
    float: &std::ops::Range<usize>,
    asked: &str,
    label: &LabelAsk,
    findings: &mut Findings<'_>,
) {
    let Some(caption) = view.outline.captions_in(float).first() else {
        return findings.add(
            ErrorType::Capability,
            float.clone(),
            format!("The {part} has no caption"),
            format!("Add \\caption{{{asked}}}"),
        );
    };
    // A label may also stand inside the caption.
    let text = match view.outline.labels_in(&caption.text).first() {
        Some(label) => view.text(&(caption.text.start..label.range.start)),
        None => view.text(&caption.text),
    };
    if plain(text).trim_end_matches('.') != asked.trim_end_matches('.') {
        findings.add(
            ErrorType::Logical,
            caption.text.clone(),
            format!("The caption of the {part} is not the one that was asked for"),
            format!("Use \\caption{{{asked}}}"),
        );
    }
    let inside = LabelAsk::key_in(view, &caption.text);
    let after = view.label_at(caption.range.end).map(|label| view.text(&label.key));
    label.check(part, inside.or(after), caption.range.end, findings);
}
