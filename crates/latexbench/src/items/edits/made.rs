//! What templates have in common.

use crate::article::{Article, Plan};
use crate::edit::Change;
use crate::topics::Topic;
use texlens_stats::Choices;

/// What a template gives: the base and its edit.
pub(super) struct Made {
    pub(super) article: Article,
    pub(super) instruction: String,
    pub(super) changes: Vec<Change>,
    pub(super) adds_package: Option<String>,
}

impl Made {
    /// Creates an edit that needs no package. The result is `None` if the article has no place for it.
    pub(super) fn new(article: Article, instruction: String, changes: Option<Vec<Change>>) -> Option<Self> {
        Some(Self {
            article,
            instruction,
            changes: changes?,
            adds_package: None,
        })
    }
}

/// Writes an article for an edit.
pub(super) fn article(topic: &'static Topic, choices: &mut Choices, change: impl FnOnce(&mut Plan)) -> Article {
    let mut plan = Plan {
        list: choices.pick(["itemize", "enumerate"]),
        ..Plan::default()
    };
    if choices.chance(1, 3) {
        plan.packages.push(choices.pick(["xcolor", "geometry"]));
    }
    change(&mut plan);
    Article::write(topic, &plan, choices)
}
