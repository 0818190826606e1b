//! The choices of a family and of its items.

use crate::item::{Family, Item, Source, Task};
use crate::topics::{TOPICS, Topic};
use texlens_stats::Choices;

/// Number of items of a family (section 3.2 of the paper).
pub const ITEMS: usize = 50;

/// Streams of choices that belong to a family as a whole; the streams of items follow them.
const FAMILY_STREAMS: u64 = 16;

/// The choices of a family.
pub(super) struct Streams {
    pub(super) seed: u64,
    pub(super) family: Family,
}

impl Streams {
    /// Returns the choices of the family as a whole.
    pub(super) fn shared(&self) -> Choices {
        Choices::new(self.seed, self.family as u64)
    }

    /// Returns the choices of one item.
    pub(super) fn item(&self, index: usize) -> Choices {
        let of_family = self.family as u64 * ITEMS as u64 + index as u64;
        Choices::new(self.seed, FAMILY_STREAMS + of_family)
    }

    /// Returns the topic of each item. Topics alternate, so that all are about equally frequent.
    pub(super) fn topics(&self, choices: &mut Choices) -> Vec<&'static Topic> {
        let mut topics: Vec<&'static Topic> = TOPICS.into_iter().cycle().take(ITEMS).collect();
        choices.shuffle(&mut topics);
        topics
    }

    /// Puts a task into an item.
    pub(super) fn item_of(&self, index: usize, suffix: &str, topic: &Topic, task: Task) -> Item {
        Item {
            id: format!("{}-{:02}{suffix}", self.family.name(), index + 1),
            task,
            source: Source::of_topic(topic),
        }
    }
}
