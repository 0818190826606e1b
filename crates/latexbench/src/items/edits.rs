//! The edit family: minimal edits of articles, made by templates.

mod booktabs;
mod captions;
mod cells;
mod equations;
mod headings;
mod labels;
mod lists;
mod made;
mod order;
mod packages;
mod pictures;
mod sentences;

use super::streams::{ITEMS, Streams};
use crate::edit::Edit;
use crate::item::{Item, Task};
use crate::topics::Topic;
use made::Made;
use texlens_stats::Choices;

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
