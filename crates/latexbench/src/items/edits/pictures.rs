//! Change an image.

use super::made::{Made, article};
use crate::edit::Change;
use crate::topics::Topic;
use texlens_stats::Choices;

/// Change the width of the image.
pub(super) fn resize(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let from = article.style.width;
    let to = choices.pick(["0.5\\linewidth", "0.9\\linewidth", "10cm", "65mm"]);
    let instruction = format!("Change the width of the image from {from} to {to}.");
    let place = article.locate(&article.figure, &format!("width={from}"));
    let changes = place.map(|place| vec![Change::text(place.end - from.len()..place.end, to)]);
    Made::new(article, instruction, changes)
}
