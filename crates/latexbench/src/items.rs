//! Makes the items of a seed.

mod contrast;
mod edits;
mod generation;
mod parts;

use crate::item::{Family, Item, Task};
use crate::sample::Choices;
use crate::topics::{TOPICS, Topic};

/// Number of items of a family (section 3.2 of the paper).
pub const ITEMS: usize = 50;

/// Streams of choices that belong to a family as a whole; the streams of items follow them.
const FAMILY_STREAMS: u64 = 16;

/// Makes the 150 items of a seed, family by family. The same seed gives the same items on every machine; the paper's
/// seed is 1234.
#[must_use]
pub fn items(seed: u64) -> Vec<Item> {
    Family::ALL
        .into_iter()
        .flat_map(|family| items_of(seed, family))
        .collect()
}

/// Makes the 50 items of one family, which are the same as in [`items`].
#[must_use]
pub fn items_of(seed: u64, family: Family) -> Vec<Item> {
    let streams = Streams { seed, family };
    match family {
        Family::Generation => generation::items(&streams),
        Family::Edit => edits::items(&streams),
        Family::Contrast => contrast::items(&streams),
    }
}

/// The choices of a family.
struct Streams {
    seed: u64,
    family: Family,
}

impl Streams {
    /// Returns the choices of the family as a whole.
    fn shared(&self) -> Choices {
        Choices::new(self.seed, self.family as u64)
    }

    /// Returns the choices of one item.
    fn item(&self, index: usize) -> Choices {
        let of_family = self.family as u64 * ITEMS as u64 + index as u64;
        Choices::new(self.seed, FAMILY_STREAMS + of_family)
    }

    /// Returns the topic of each item. Topics alternate, so that all are about equally frequent.
    fn topics(&self, choices: &mut Choices) -> Vec<&'static Topic> {
        let mut topics: Vec<&'static Topic> = TOPICS.into_iter().cycle().take(ITEMS).collect();
        choices.shuffle(&mut topics);
        topics
    }

    /// Puts a task into an item.
    fn item_of(&self, index: usize, suffix: &str, topic: &Topic, task: Task) -> Item {
        Item {
            id: format!("{}-{:02}{suffix}", self.family.name(), index + 1),
            task,
            source: crate::item::Source::of_topic(topic),
        }
    }
}
