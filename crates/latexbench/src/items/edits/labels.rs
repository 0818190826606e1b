//! Rename a label and every reference to it.

use super::made::{Made, article};
use crate::article::Article;
use crate::edit::Change;
use crate::topics::Topic;
use texlens_stats::Choices;

/// The label of the figure, which has two references.
pub(super) fn figure(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let from = format!("fig:{}", article.picture.slug);
    let to = choices.pick(["fig:overview", "fig:main", "fig:first", "fig:setup-view"]);
    rename(article, &from, to)
}

/// The label of the table.
pub(super) fn table(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let from = format!("tab:{}", topic.table.slug);
    let to = choices.pick(["tab:values", "tab:summary", "tab:all", "tab:measured"]);
    rename(article, &from, to)
}

/// The label of the equation.
pub(super) fn equation(topic: &'static Topic, choices: &mut Choices) -> Option<Made> {
    let article = article(topic, choices, |_| {});
    let from = format!("eq:{}", article.equation.slug);
    let to = choices.pick(["eq:model", "eq:law", "eq:central", "eq:one"]);
    rename(article, &from, to)
}

fn rename(article: Article, from: &str, to: &str) -> Option<Made> {
    let instruction = format!("Rename the label {from} to {to}, and correct every reference to it.");
    let places = article.places(&format!("{{{from}}}"));
    let change = |range: std::ops::Range<usize>| Change::text(range.start + 1..range.end - 1, to);
    let changes = (places.len() > 1).then(|| places.into_iter().map(change).collect());
    Made::new(article, instruction, changes)
}
