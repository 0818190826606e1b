//! A plan under construction.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::candidate::{Candidate, Output, whole};
use super::{Layout, LeftOver, Part, Passage, Picture, Plan, PlannedFile, Prediction, Recognised, Sample, Why};
use crate::input::{FileId, Listing, Neutral, ending, is_inside, neutral, parent, stem};
use crate::notice::{Problem, What, shown};
use crate::parsers;
use crate::syntax::Syntax;

/// Collects samples and marks the files that have been dealt with.
pub(crate) struct Draft<'l> {
    pub(crate) listing: &'l Listing,
    pub(crate) plan: Plan,
    /// For each file, whether it has a place or is left over.
    taken: Vec<bool>,
    by_id: HashMap<String, usize>,
    systems: HashMap<String, usize>,
    predictions: usize,
    has_told_of_systems: bool,
    /// Outputs of document parsers. A file with records has several.
    outputs: BTreeMap<FileId, Vec<Output>>,
    /// Records that have a place or are left over, by their file and the offset of their first byte.
    settled: HashSet<(FileId, usize)>,
}

impl<'l> Draft<'l> {
    pub(crate) fn new(listing: &'l Listing) -> Self {
        let planned = |file: &crate::input::File| PlannedFile {
            path: file.path.clone(),
            size: file.size(),
        };
        let plan = Plan {
            files: listing.files().iter().map(planned).collect(),
            notices: listing.notices().clone(),
            ..Plan::default()
        };
        let mut draft = Self {
            listing,
            plan,
            taken: vec![false; listing.files().len()],
            by_id: HashMap::new(),
            systems: HashMap::new(),
            predictions: 0,
            has_told_of_systems: false,
            outputs: BTreeMap::new(),
            settled: HashSet::new(),
        };
        // Systems that a person has named keep their order.
        for system in listing.systems() {
            draft.add_system(system);
        }
        draft
    }

    /// Returns the files that have not been dealt with, in their order.
    pub(crate) fn free(&self) -> impl Iterator<Item = (FileId, &'l crate::input::File)> {
        let taken = &self.taken;
        let is_free = move |(id, _): &(FileId, _)| !taken.get(id.index()).copied().unwrap_or(true);
        self.listing.iter().filter(is_free)
    }

    /// Marks a file as dealt with. A reference may serve several samples.
    pub(crate) fn take(&mut self, file: FileId) {
        if let Some(taken) = self.taken.get_mut(file.index()) {
            *taken = true;
        }
    }

    /// Adds the outputs of a document parser that a file holds.
    pub(crate) fn add_outputs(&mut self, file: FileId, outputs: Vec<Output>) {
        if let [Output { by, record: None, .. }] = outputs.as_slice() {
            self.plan.outputs.insert(file, *by);
        }
        self.outputs.insert(file, outputs);
    }

    /// Reports whether a file is the output of a document parser.
    pub(crate) fn is_output(&self, file: FileId) -> bool {
        self.outputs.contains_key(&file)
    }

    /// Returns the texts that have no place yet, in the order in which they take places.
    pub(crate) fn candidates(&self) -> Vec<Candidate<'l>> {
        let mut candidates = Vec::new();
        for (file, entry) in self.free() {
            let (path, given) = self.path_in_system(file);
            let name = stem(path);
            if let Some(outputs) = self.outputs.get(&file) {
                let is_open = |output: &&Output| {
                    let record = output.record.as_ref();
                    record.is_none_or(|(bytes, _)| !self.settled.contains(&(file, bytes.start)))
                };
                let open = outputs.iter().filter(is_open);
                candidates.extend(open.map(|output| output.candidate(file, name, given)));
            } else if Syntax::of(&entry.path).is_some() {
                candidates.push(Candidate {
                    text: whole(file, &entry.path),
                    name: name.strip_suffix(parsers::NO_HEADS).unwrap_or(name).to_owned(),
                    given,
                    pages: Vec::new(),
                });
            }
        }
        candidates.sort_by_key(Candidate::rank);
        candidates
    }

    /// Marks a text as dealt with. A file with records stays open for its other records.
    pub(crate) fn settle(&mut self, text: &Passage) {
        match &text.part {
            Part::Parsed {
                record: Some((bytes, _)),
                ..
            } => {
                self.settled.insert((text.file, bytes.start));
            }
            _ => self.take(text.file),
        }
    }

    /// Marks a text as left over, with the reason. If it is a record of a file, the file may still be used.
    pub(crate) fn refuse(&mut self, text: &Passage, why: Why) {
        match text.part.line() {
            Some(line) => {
                let detail = why.to_string();
                self.notice(text.file, Some(line), Problem::NoPlace { detail });
                self.settle(text);
            }
            None => self.leave(text.file, why),
        }
    }

    /// Marks a file as left over, with the reason.
    pub(crate) fn leave(&mut self, file: FileId, why: Why) {
        self.take(file);
        self.plan.left_over.push(LeftOver { file, why });
    }

    pub(crate) fn path(&self, file: FileId) -> &'l str {
        self.listing.get(file).map_or("", |file| &file.path)
    }

    /// Returns the path of a file in the folder of the system for which it was added, and that system.
    pub(crate) fn path_in_system(&self, file: FileId) -> (&'l str, Option<&'l str>) {
        match self.listing.get(file) {
            Some(file) => (file.inner_path(), file.system.as_deref()),
            None => ("", None),
        }
    }

    /// Returns the id of a sample.
    pub(crate) fn id(&self, sample: usize) -> &str {
        self.plan.samples.get(sample).map_or("", |sample| &sample.id)
    }

    /// Returns the reason for leaving over a file that could belong to either sample.
    pub(crate) fn ambiguous(&self, first: usize, second: usize) -> Why {
        Why::Ambiguous {
            first: self.id(first).to_owned(),
            second: self.id(second).to_owned(),
        }
    }

    /// Adds a notice about a file.
    pub(crate) fn notice(&mut self, file: FileId, line: Option<usize>, problem: impl Into<Problem>) {
        let path = self.path(file);
        self.plan.notices.push(path, line, problem);
    }

    /// Returns the index of the system with this name, if there is one.
    pub(crate) fn find_system(&self, name: &str) -> Option<usize> {
        self.systems.get(name).copied()
    }

    /// Returns the index of a system, which is created if its name is new. Returns `None` if there are too many
    /// systems.
    pub(crate) fn system(&mut self, name: &str) -> Option<usize> {
        let is_full = self.plan.systems.len() >= self.listing.limits().systems;
        let known = self.find_system(name);
        known.or_else(|| (!is_full).then(|| self.add_system(name)))
    }

    /// Adds a notice, only once, that there are too many systems.
    pub(crate) fn tell_of_systems(&mut self, file: FileId) {
        if !self.has_told_of_systems {
            self.has_told_of_systems = true;
            let limit = self.listing.limits().systems;
            self.notice(file, None, Problem::TooManySystems { limit });
        }
    }

    fn add_system(&mut self, name: &str) -> usize {
        let index = self.plan.systems.len();
        self.plan.systems.push(name.to_owned());
        self.systems.insert(name.to_owned(), index);
        index
    }

    pub(crate) fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Returns the index of a sample that a list names. The sample is created if its id is new.
    pub(crate) fn listed_sample(&mut self, id: &str) -> Result<usize, Problem> {
        let id = self.checked_id(id)?;
        self.room_for_sample(&id)?;
        Ok(self.sample(&id))
    }

    /// Returns an error if a sample with this id would exceed the limit on samples.
    pub(crate) fn room_for_sample(&self, id: &str) -> Result<(), Problem> {
        let limit = self.listing.limits().samples;
        if self.plan.samples.len() < limit || self.by_id.contains_key(id) {
            Ok(())
        } else {
            Err(Problem::TooManySamples { limit })
        }
    }

    /// Returns an error if the name of a document or a system exceeds its limit.
    pub(crate) fn check_name(&self, what: &str, name: &str) -> Result<(), Problem> {
        let (bytes, limit) = (name.len(), self.listing.limits().name_bytes);
        if bytes <= limit {
            return Ok(());
        }
        let what = what.to_owned();
        Err(Problem::NameTooLong { what, bytes, limit })
    }

    /// Returns an error if one more prediction would exceed the limit.
    pub(crate) fn room_for_prediction(&self) -> Result<(), Problem> {
        let limit = self.listing.limits().predictions;
        if self.predictions < limit {
            Ok(())
        } else {
            Err(Problem::TooManyPredictions { limit })
        }
    }

    /// Checks an id from a list. Predictions are files with this name, so the limits of paths apply.
    pub(crate) fn checked_id(&self, given: &str) -> Result<String, Problem> {
        let limits = self.listing.limits();
        let Neutral { path, is_changed } = neutral(given);
        if is_changed {
            let (what, path) = (What::Id, shown(given));
            return Err(Problem::Escape { what, path });
        }
        if path.is_empty() {
            return Err(Problem::NoId);
        }
        if path.len() > limits.path_bytes || path.split('/').count() > limits.path_depth {
            return Err(Problem::IdTooLong { bytes: given.len() });
        }
        Ok(path)
    }

    /// Returns the index of a sample, which is created if its id is new. The id must come from the path of a file, or
    /// be checked.
    pub(crate) fn sample(&mut self, id: &str) -> usize {
        if let Some(index) = self.find(id) {
            return index;
        }
        let index = self.plan.samples.len();
        self.plan.samples.push(Sample::new(id));
        self.by_id.insert(id.to_owned(), index);
        index
    }

    /// Returns the names with which paths may refer to a sample. If a list names the sample, the folder of the list
    /// precedes the id: two datasets may have the same ids.
    pub(crate) fn listed_names(&self) -> Vec<(String, usize)> {
        let name = |sample: &Sample| {
            let folder = sample.listed.map_or("", |listed| parent(self.path(listed.file)));
            if folder.is_empty() || is_inside(&sample.id, folder) {
                sample.id.clone()
            } else {
                format!("{folder}/{}", sample.id)
            }
        };
        self.plan.samples.iter().map(name).zip(0..).collect()
    }

    /// Sets the prediction of a system for a sample. Returns `false` if the system already has one.
    pub(crate) fn predict(&mut self, sample: usize, system: usize, text: Passage) -> bool {
        let Some(sample) = self.plan.samples.get_mut(sample) else {
            return false;
        };
        let place = sample
            .predictions
            .binary_search_by_key(&system, |prediction| prediction.system);
        match place {
            Ok(_) => false,
            Err(place) => {
                sample.predictions.insert(place, Prediction { system, text });
                self.predictions += 1;
                true
            }
        }
    }

    /// Adds a further prediction of a system for a sample.
    pub(crate) fn repeat(&mut self, sample: usize, system: usize, text: Passage) {
        if let Some(sample) = self.plan.samples.get_mut(sample) {
            sample.repeats.push(Prediction { system, text });
            self.predictions += 1;
        }
    }

    /// Adds a recognised layout. Its samples are those added since there were `before` samples.
    pub(crate) fn recognised(&mut self, layout: Layout, folder: &str, lists: Vec<FileId>, before: usize) {
        self.plan.layouts.push(Recognised {
            layout,
            folder: folder.to_owned(),
            lists,
            samples: self.plan.samples.len() - before,
        });
    }

    /// Deals with a file whose records have places. Adds a notice about records that have none. Returns `false` for other
    /// files.
    fn settle_records(&mut self, file: FileId) -> bool {
        let outputs = self.outputs.get(&file).into_iter().flatten();
        let records = outputs.filter_map(|output| Some((output.record.as_ref()?, output.name.as_deref())));
        let (mut all, mut open) = (0, Vec::new());
        for ((bytes, line), name) in records {
            all += 1;
            if !self.settled.contains(&(file, bytes.start)) {
                open.push((*line, name.unwrap_or_default()));
            }
        }
        if all == open.len() {
            return false;
        }
        if let Some(&(line, name)) = open.first() {
            let detail = match open.len() {
                1 => format!("no page or reference is called {name:?}"),
                count => format!("{count} documents have no page or reference of their name, the first is {name:?}"),
            };
            self.notice(file, Some(line), Problem::NoPlace { detail });
        }
        self.take(file);
        true
    }

    /// Returns the plan, after every layout has been applied.
    pub(crate) fn finish(mut self) -> Plan {
        let free: Vec<(FileId, &str)> = self.free().map(|(id, file)| (id, &*file.path)).collect();
        for (file, path) in free {
            if self.settle_records(file) {
                continue;
            }
            let why = if is_picture(path) || Syntax::of(path).is_some() || self.is_output(file) {
                Why::NoPartner
            } else {
                Why::NotRead
            };
            self.leave(file, why);
        }
        self.plan.left_over.sort_by_key(|left| left.file);
        self.plan
    }
}

/// Reports by its name whether a file is an image or a document.
#[must_use]
pub fn is_picture(path: &str) -> bool {
    matches!(ending(path).as_str(), "png" | "jpg" | "jpeg" | "pdf")
}

/// Returns a whole file as a picture.
pub(crate) fn picture(file: FileId) -> Picture {
    Picture { file, page: None }
}
