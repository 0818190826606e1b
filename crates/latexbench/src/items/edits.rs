//! The edit family: minimal edits of articles, made by templates.

mod booktabs;
mod captions;
mod cells;
mod equations;
mod headings;
mod labels;
mod lists;
mod order;
mod packages;
mod pictures;
mod sentences;

use super::{ITEMS, Streams};
use crate::article::{Article, Plan};
use crate::edit::{Change, Edit};
use crate::item::{Item, Task};
use crate::sample::Choices;
use crate::topics::Topic;

/// What a template gives: the base and its edit.
struct Made {
    article: Article,
    instruction: String,
    changes: Vec<Change>,
    adds_package: Option<String>,
}

impl Made {
    /// Creates an edit that needs no package. The result is `None` if the article has no place for it.
    fn new(article: Article, instruction: String, changes: Option<Vec<Change>>) -> Option<Self> {
        Some(Self {
            article,
            instruction,
            changes: changes?,
            adds_package: None,
        })
    }
}

/// A template.
type Template = fn(&'static Topic, &mut Choices) -> Option<Made>;

/// All templates. Each is used at least twice in 50 items.
const TEMPLATES: [Template; 20] = [
    booktabs::with_package,
    booktabs::without_package,
    order::figure,
    order::table,
    labels::figure,
    labels::table,
    labels::equation,
    cells::change,
    cells::add_row,
    captions::figure,
    captions::table,
    captions::add,
    equations::number,
    headings::rename,
    headings::demote,
    lists::change_kind,
    lists::add_item,
    packages::load,
    pictures::resize,
    sentences::change_number,
];

pub(super) fn items(streams: &Streams) -> Vec<Item> {
    let mut shared = streams.shared();
    let topics = streams.topics(&mut shared);
    let mut templates: Vec<Template> = TEMPLATES.to_vec();
    shared.shuffle(&mut templates);
    let mut order: Vec<usize> = (0..ITEMS).collect();
    shared.shuffle(&mut order);
    let pairs = order.into_iter().zip(topics).enumerate();
    pairs
        .filter_map(|(index, (place, topic))| {
            let template = templates[place % templates.len()];
            let made = template(topic, &mut streams.item(index))?;
            let edit = Edit {
                instruction: made.instruction,
                base: made.article.text,
                changes: made.changes,
                adds_package: made.adds_package,
            };
            Some(streams.item_of(index, "", topic, Task::Edit(edit)))
        })
        .collect()
}

/// Writes an article for an edit.
fn article(topic: &'static Topic, choices: &mut Choices, change: impl FnOnce(&mut Plan)) -> Article {
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
