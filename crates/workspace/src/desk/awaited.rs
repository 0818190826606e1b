//! Files that come when they are called for.

use std::collections::BTreeMap;
use std::rc::Rc;

use texlens_dataset::FileId;

use crate::desk::held::{Held, Source};
use crate::messages::import::Joined;

/// Files that are listed and not here yet.
#[derive(Debug, Default)]
pub(super) struct Awaited {
    /// With their numbers, by which they are called for.
    files: BTreeMap<FileId, (usize, Rc<Held>)>,
    /// Those of the call that is not answered yet, in its order.
    called: Vec<FileId>,
}

impl Awaited {
    /// A file is not here yet.
    pub(super) fn push(&mut self, file: FileId, number: usize, held: Rc<Held>) {
        self.files.insert(file, (number, held));
    }

    /// Whether all files are here.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a file is not here yet.
    pub(super) fn contains(&self, file: FileId) -> bool {
        self.files.contains_key(&file)
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = FileId> {
        self.files.keys().copied()
    }

    /// Whether a call is not answered yet: another one is to wait.
    pub(super) fn is_calling(&self) -> bool {
        !self.called.is_empty()
    }

    /// Calls for files, by the numbers that are the answer.
    pub(super) fn call(&mut self, files: Vec<FileId>) -> Vec<usize> {
        self.called = files;
        self.called.retain(|file| self.files.contains_key(file));
        let numbers = self.called.iter().filter_map(|file| self.files.get(file));
        numbers.map(|(number, _)| *number).collect()
    }

    /// The files of the call are here, in its order. Those that are missing are no longer awaited, and cannot be read.
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
