//! Change a heading.

use super::made::{Made, article};
use crate::edit::Change;
use crate::topics::Topic;
use texlens_stats::Choices;

/// Change a title.
pub(super) fn rename(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let (from, to) = choices.pick([
        ("Introduction", "Background"),
        ("Introduction", "Motivation"),
        ("Results", "Results and Discussion"),
        ("Results", "Findings"),
    ]);
    let instruction = format!("Rename the section \"{from}\" to \"{to}\".");
    let place = article.places(&format!("\\section{{{from}}}")).pop();
    let changes = place.map(|place| vec![Change::text(place.end - 1 - from.len()..place.end - 1, to)]);
    Made::new(article, instruction, changes)
}

/// Turn a section into a subsection.
pub(super) fn demote(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let title = choices.pick([topic.method_title, "Results"]);
    let instruction = format!("Make the section \"{title}\" a subsection.");
    let place = article.places(&format!("\\section{{{title}}}")).pop();
    let changes = place.map(|place| {
        let command = place.start..place.start + "\\section".len();
        vec![Change::text(command, "\\subsection")]
    });
    Made::new(article, instruction, changes)
}
