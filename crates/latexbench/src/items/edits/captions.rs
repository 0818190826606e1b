//! Change a caption, or add one.

use super::made::{Made, article};
use crate::article::CaptionForm;
use crate::edit::{Change, Expect};
use crate::requirement::LabelAsk;
use crate::topics::Topic;
use texlens_stats::Choices;

/// Additions to a caption.
const ADDITIONS: [&str; 4] = [
    "See the text for details",
    "All values are means of three runs",
    "Adapted from an earlier report",
    "Lines only guide the eye",
];

/// Add a sentence to the caption of the figure.
pub(super) fn figure(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let caption = article.picture.caption;
    let new = format!("{caption} {}.", choices.pick(ADDITIONS));
    let instruction = format!("Change the caption of the figure to: {new}");
    let place = article.locate(&article.figure, caption);
    Made::new(article, instruction, place.map(|place| vec![Change::text(place, new)]))
}

/// Replace the caption of the table.
pub(super) fn table(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let new = choices.pick([
        "Summary of all results.",
        "Values that the calculation uses.",
        "Input data and their sources.",
        "Overview of the samples.",
    ]);
    let instruction = format!("Replace the caption of the table by: {new}");
    let place = article.locate(&article.table, topic.table.caption);
    Made::new(article, instruction, place.map(|place| vec![Change::text(place, new)]))
}

/// Give a caption and a label to a figure that has none.
pub(super) fn add(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |plan| plan.figure = CaptionForm::None);
    let (caption, key) = (article.picture.caption, format!("fig:{}", article.picture.slug));
    let is_named = choices.chance(1, 2);
    let asked = if is_named {
        format!("the label {key}")
    } else {
        "a label".to_owned()
    };
    let instruction = format!("Add {asked} and this caption below the image of the figure: {caption}");
    let end = article.locate(&article.figure, "\\end{figure}");
    let indent = article.style.indent;
    let changes = end.map(|end| {
        let label = if is_named {
            LabelAsk::Named(key.clone())
        } else {
            LabelAsk::Any
        };
        vec![Change {
            range: end.start..end.start,
            expect: Expect::Caption {
                text: caption.to_owned(),
                label,
            },
            text: format!("{indent}\\caption{{{caption}}}\n{indent}\\label{{{key}}}\n"),
        }]
    });
    Made::new(article, instruction, changes)
}
