//! Change a list.

use super::made::{Made, article};
use crate::edit::Change;
use crate::topics::Topic;
use texlens_stats::Choices;

/// Turn bullets into numbers, or numbers into bullets.
pub(super) fn change_kind(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let (from, to, words) = choices.pick([
        ("itemize", "enumerate", "a numbered list"),
        ("enumerate", "itemize", "a list with bullets"),
    ]);
    let article = article(topic, choices, |plan| plan.list = from);
    let instruction = format!("Make the list of steps {words}.");
    let ends = [format!("\\begin{{{from}}}"), format!("\\end{{{from}}}")];
    let change = |end: &String| Some(Change::text(article.locate(&article.list, end)?, end.replace(from, to)));
    let changes = ends.iter().map(change).collect();
    Made::new(article, instruction, changes)
}

/// Add a step at the end.
pub(super) fn add_item(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let step = choices.pick([
        "Store the data",
        "Check the result twice",
        "Clean the equipment",
        "Write a short protocol",
    ]);
    let instruction = format!("Add an item at the end of the list: {step}");
    let end = article.locate(&article.list, "\\end{");
    let changes = end.map(|end| {
        let text = format!("{}\\item {step}\n", article.style.indent);
        vec![Change::text(end.start..end.start, text)]
    });
    Made::new(article, instruction, changes)
}
