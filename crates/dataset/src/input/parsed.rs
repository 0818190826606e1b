//! The outputs of parsers read last, so that an output of many pages is not read again for each page, and those of
//! several systems can be read in turn.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::rc::Rc;

/// The LaTeX of pages by their numbers.
pub(crate) type ParsedPages = Rc<Vec<(u64, String)>>;

/// Documents up to a number of bytes. The last one is kept whatever its size.
#[derive(Debug)]
pub(super) struct Parsed<K> {
    pages: HashMap<K, ParsedPages>,
    /// The documents in the order in which they were read, with their bytes.
    order: VecDeque<(K, u64)>,
    bytes: u64,
}

impl<K> Default for Parsed<K> {
    fn default() -> Self {
        Self {
            pages: HashMap::new(),
            order: VecDeque::new(),
            bytes: 0,
        }
    }
}

impl<K: Copy + Eq + Hash> Parsed<K> {
    pub(super) fn get(&self, key: &K) -> Option<ParsedPages> {
        self.pages.get(key).cloned()
    }

    /// Adds a document, and removes those read first until the others have `limit` bytes at most.
    pub(super) fn add(&mut self, key: K, pages: ParsedPages, limit: u64) {
        let bytes = size(&pages);
        while self.bytes.saturating_add(bytes) > limit
            && let Some((first, freed)) = self.order.pop_front()
        {
            self.pages.remove(&first);
            self.bytes -= freed;
        }
        self.bytes = self.bytes.saturating_add(bytes);
        self.order.push_back((key, bytes));
        self.pages.insert(key, pages);
    }
}

/// Returns the number of bytes that pages take. A page without text takes some, too.
fn size(pages: &[(u64, String)]) -> u64 {
    let texts: usize = pages.iter().map(|(_, latex)| latex.len()).sum();
    (texts + 64 * (pages.len() + 1)) as u64
}
