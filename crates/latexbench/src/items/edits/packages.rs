//! Load a package.

use super::made::{Made, article};
use crate::topics::Topic;
use texlens_stats::Choices;

/// Load a package, and change nothing else.
pub(super) fn load(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let package = choices.pick(["microtype", "amsmath", "enumitem", "siunitx", "hyperref"]);
    let instruction = format!("Load the package {package}.");
    let made = Made::new(article, instruction, Some(Vec::new()))?;
    Some(Made {
        adds_package: Some(package.to_owned()),
        ..made
    })
}
