//! A document as a parser has read it.

use std::collections::{BTreeSet, HashMap};

use crate::convert::{Block, blocks_to_latex};

/// The pages of a document, in the order of the file.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Document {
    pub(crate) pages: Vec<Page>,
    /// The name of the file that the parser read, if the output tells it and its own name does not.
    pub(crate) source: Option<String>,
    /// Types of blocks that the adapter does not know.
    pub(crate) unknown: BTreeSet<String>,
    /// Paths of pictures that the parser cut out of the pages, relative to the output.
    pub(crate) cutouts: Vec<String>,
    /// The places of pages by their numbers.
    places: HashMap<u64, usize>,
}

/// A page of a document.
#[derive(Debug, PartialEq)]
pub(crate) struct Page {
    /// The number of the page, from 1.
    pub(crate) number: u64,
    pub(crate) blocks: Vec<Block>,
}

/// Maximum number of unknown types and of characters of each that are reported.
const MAX_UNKNOWN: (usize, usize) = (20, 60);

impl Document {
    /// Returns the blocks of a page, which is added if the document does not have it yet.
    pub(super) fn page(&mut self, number: u64) -> &mut Vec<Block> {
        let place = *self.places.entry(number).or_insert(self.pages.len());
        if place == self.pages.len() {
            let blocks = Vec::new();
            self.pages.push(Page { number, blocks });
        }
        &mut self.pages[place].blocks
    }

    /// Notes a type of block that the adapter does not know.
    pub(super) fn unknown(&mut self, kind: &str) {
        let (most, longest) = MAX_UNKNOWN;
        if self.unknown.len() < most {
            self.unknown.insert(kind.chars().take(longest).collect());
        }
    }

    /// Returns the LaTeX of the pages by their numbers. A paragraph ends with its page.
    pub(crate) fn into_latex(self) -> Vec<(u64, String)> {
        let pages = self.pages.into_iter();
        pages.map(|page| (page.number, blocks_to_latex(page.blocks))).collect()
    }

    /// Returns the numbers of the pages.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.pages.iter().map(|page| page.number).collect()
    }
}
