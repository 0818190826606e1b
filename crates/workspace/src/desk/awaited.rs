//! Files that arrive on request.

use std::collections::BTreeMap;
use std::rc::Rc;

use texlens_dataset::FileId;

use crate::desk::held::{Held, Source};
use crate::messages::import::Joined;

/// Files that are listed but have not arrived.
#[derive(Debug, Default)]
pub(super) struct Awaited {
    /// The files with the numbers by which they are requested.
    files: BTreeMap<FileId, (usize, Rc<Held>)>,
    /// The files of the unanswered request, in its order.
    called: Vec<FileId>,
}

impl Awaited {
    /// Adds a file that has not arrived.
    pub(super) fn push(&mut self, file: FileId, number: usize, held: Rc<Held>) {
        self.files.insert(file, (number, held));
    }

    /// Returns whether all files have arrived.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns whether a file has not arrived.
    pub(super) fn contains(&self, file: FileId) -> bool {
        self.files.contains_key(&file)
    }

    /// Returns all files that have not arrived.
    pub(super) fn iter(&self) -> impl Iterator<Item = FileId> {
        self.files.keys().copied()
    }

    /// Returns whether a request is unanswered. There is only one request at a time.
    pub(super) fn is_calling(&self) -> bool {
        !self.called.is_empty()
    }

    /// Requests files and returns their numbers.
    pub(super) fn call(&mut self, files: Vec<FileId>) -> Vec<usize> {
        self.called = files;
        self.called.retain(|file| self.files.contains_key(file));
        let numbers = self.called.iter().filter_map(|file| self.files.get(file));
        numbers.map(|(number, _)| *number).collect()
    }

    /// Takes the files of the request, in its order. Files that are missing from the answer are no longer awaited and
    /// cannot be read.
    pub(super) fn deliver(&mut self, files: Joined) {
        let source = Source::new(files.whole);
        let (mut sizes, mut offset) = (files.sizes.into_iter(), 0);
        for file in self.called.drain(..) {
            if let (Some((_, held)), Some(size)) = (self.files.remove(&file), sizes.next()) {
                held.arrive(&source, offset, size);
                offset += size;
            }
        }
    }
}
