//! The import, from files to the list of samples.

use std::{collections::HashMap, rc::Rc};

use rpds::HashTrieMap;
use texlens_evaluate::Kind;

use super::arriving::{Added, Again, Arrival, Arriving};
use super::giving::Giving;
use super::joining::Joining;
use super::sample::given;
use super::samples::unique;
use super::{Leaf, Listing, Notice, Reading, Sample, SampleId, State};
use crate::brought::{Brought, Draft, ImportId, Piece, Refusal};
use crate::messages::import::{Event, LeftOverRow, Rows, SampleRow, Summary, Window};
use crate::messages::{Heard, Job};
use crate::naming;
use crate::picture::Picture;
use crate::unfinished::Interrupted;
use crate::words::failures;

/// The progress of an import.
#[derive(Debug, Clone, PartialEq)]
pub enum Import {
    /// Files are being found and listed.
    Looking {
        /// Number of files so far.
        files: usize,
    },
    /// PDF files are being opened to find out their pages.
    Opening {
        /// Number of opened files.
        done: usize,
        /// Number of all files to open.
        total: usize,
    },
    /// The plan waits for confirmation.
    Open(Sheet),
    /// Samples are arriving.
    Adding {
        /// Number of items that have arrived.
        done: usize,
        /// Number of all items.
        total: usize,
    },
}

/// The visible part of a plan.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sheet {
    /// The summary of the plan.
    pub summary: Rc<Summary>,
    /// The visible samples.
    pub samples: Rc<Window<SampleRow>>,
    /// The visible unused files.
    pub left_over: Rc<Window<LeftOverRow>>,
    /// The reason why a step was refused.
    pub refused: Option<String>,
    /// Whether a step is being applied.
    pub is_busy: bool,
    /// After confirmation: number of files stored until the import is finished, and number of all files.
    pub keeping: Option<(usize, usize)>,
}

/// Events of an import.
#[derive(Debug)]
pub enum ImportAction {
    /// This many files have been found.
    Found(usize),
    /// The import that begins has the file of a text that a sample gets.
    Giving(Giving),
    /// A step is being applied.
    Asked,
    /// The person confirmed the plan. Its files are being stored until the import is finished.
    Agreed {
        /// Number of stored files.
        done: usize,
        /// Number of all files.
        total: usize,
    },
    /// The confirmed plan is stored, and samples will arrive.
    Accepted,
    /// An import of an earlier visit is resumed.
    Resumed {
        /// The id of the import.
        import: ImportId,
        /// The sample that was shown then.
        shown: Option<SampleId>,
    },
    /// These imports of an earlier visit wait for the person.
    Interrupted(Vec<Interrupted>),
    /// The import was cancelled. Added samples stay.
    Cancelled,
    /// The worker sent a message.
    Heard(Box<Heard<Event>>),
}

impl State {
    pub(super) fn import(&mut self, action: ImportAction) {
        match action {
            ImportAction::Giving(giving) => self.giving = Some(giving),
            ImportAction::Found(files) => {
                if matches!(
                    self.import,
                    None | Some(Import::Looking { .. } | Import::Opening { .. })
                ) {
                    self.import = Some(Import::Looking { files });
                }
            }
            ImportAction::Asked => {
                if let Some(Import::Open(sheet)) = &mut self.import {
                    sheet.is_busy = true;
                }
            }
            ImportAction::Agreed { done, total } => {
                if let Some(Import::Open(sheet)) = &mut self.import {
                    sheet.keeping = Some((done, total));
                }
            }
            ImportAction::Resumed { import, shown } => self.resume_import(import, shown),
            ImportAction::Interrupted(interrupted) => self.interrupted = Rc::new(interrupted),
            ImportAction::Accepted => {
                if let Some(Import::Open(sheet)) = &self.import {
                    let total = sheet.summary.overview.pieces();
                    self.import = Some(Import::Adding { done: 0, total });
                }
            }
            ImportAction::Cancelled => (self.import, self.came, self.giving) = (None, None, None),
            ImportAction::Heard(heard) => self.hear_import(*heard),
        }
    }

    fn hear_import(&mut self, heard: Heard<Event>) {
        match heard {
            Heard::Event(event) => self.hear_importing(event),
            Heard::Failed { job, message } => self.import_lost(job, &message),
            Heard::Restarted { message, lost } => self.import_lost(lost.first().copied(), &message),
            Heard::Progress { .. } | Heard::Cancelled { .. } => {}
        }
    }

    fn hear_importing(&mut self, event: Event) {
        match event {
            Event::Listed { files, .. } => self.import(ImportAction::Found(files)),
            // The import hook answers this request.
            Event::Called { .. } => {}
            Event::Opening { done, total, .. } => {
                if !matches!(self.import, Some(Import::Open(_))) {
                    self.import = Some(Import::Opening { done, total });
                }
            }
            Event::Planned { summary, refused, .. } => match &mut self.import {
                Some(Import::Open(sheet)) => {
                    *sheet = Sheet {
                        summary: Rc::new(*summary),
                        refused,
                        is_busy: false,
                        ..std::mem::take(sheet)
                    };
                }
                _ if summary.is_plain || self.came.is_some() => {
                    let total = summary.overview.pieces();
                    self.import = Some(Import::Adding { done: 0, total });
                }
                _ => {
                    self.import = Some(Import::Open(Sheet {
                        summary: Rc::new(*summary),
                        ..Sheet::default()
                    }));
                }
            },
            Event::Rows { rows, .. } => {
                if let Some(Import::Open(sheet)) = &mut self.import {
                    match rows {
                        Rows::Samples(window) => sheet.samples = Rc::new(window),
                        Rows::LeftOver(window) => sheet.left_over = Rc::new(window),
                    }
                }
            }
            Event::Handed {
                import,
                brought,
                done,
                total,
                ..
            } => {
                let is_first = !matches!(self.import, Some(Import::Adding { done: 1.., .. }));
                self.import = (done < total).then_some(Import::Adding { done, total });
                let arriving = Arriving {
                    dataset: None,
                    is_alone: total == 1,
                    is_first,
                    import: Some(import),
                    again: Again::default(),
                };
                if !self.give_imported(&brought) {
                    self.take(brought, arriving);
                }
                if done >= total {
                    Rc::make_mut(&mut self.arrived).insert(import);
                    self.came = None;
                }
            }
        }
    }

    /// Ends the import after its worker failed. A failure without an import is not reported.
    fn import_lost(&mut self, job: Option<Job>, message: &str) {
        if job.is_some() || self.import.is_some() {
            (self.import, self.came, self.giving) = (None, None, None);
            let reason = failures::import_lost(message);
            self.refusals.push(Refusal::new("Import", &reason));
            self.notice = Some(Notice::Refused(1));
        }
    }

    /// Resumes an import that the end of an earlier page interrupted. Samples that have arrived are not added again.
    fn resume_import(&mut self, import: ImportId, shown: Option<SampleId>) {
        let is_of_it = |piece: &Piece| piece.import == import;
        let came = self
            .samples
            .iter()
            .filter_map(|sample| Some((sample.piece.filter(is_of_it)?, sample.id)));
        let came: HashMap<Piece, SampleId> = came.collect();
        self.came = Some(Rc::new(came));
        self.import = Some(Import::Looking { files: 0 });
        // A single text may complete this sample.
        if let Some(shown) = shown.filter(|shown| self.samples.get(*shown).is_some()) {
            self.select(Some(shown));
        }
    }

    /// Returns the sample that an earlier visit made from this piece of the import.
    pub(super) fn came(&self, piece: Piece) -> Option<SampleId> {
        self.came.as_ref()?.get(&piece).copied()
    }

    /// Takes samples, evaluations, ratings and refusals.
    pub(super) fn take(&mut self, brought: Brought, arriving: Arriving) {
        let is_first = arriving.is_first;
        let Brought {
            drafts,
            reports,
            ratings,
            refusals,
            stripped,
        } = brought;
        let refused = refusals.len();
        if is_first {
            self.stripped = Rc::default();
            self.there = 0;
        }
        if !stripped.is_empty() {
            Rc::make_mut(&mut self.stripped).extend(stripped);
        }
        self.refusals.extend(refusals);
        if is_first {
            self.end_adding();
            self.arriving = HashTrieMap::new();
        }
        for draft in drafts {
            self.take_draft(draft, &arriving);
        }
        if !self.added.is_empty() {
            self.notice = Some(self.joined());
        } else if self.there > 0 {
            self.notice = Some(Notice::There(self.there));
        }
        for report in reports {
            self.open(report, arriving.import);
        }
        self.remember_adding();
        for ratings in ratings {
            self.rate(ratings);
        }
        if refused > 0 {
            self.notice = Some(Notice::Refused(self.refusals.len()));
        }
        // A resumed import keeps the shown sample.
        let is_to_be_seen = is_first && (self.came.is_none() || self.current().is_none());
        if let Some(first) = self.added.first().filter(|_| is_to_be_seen) {
            // The new sample must be visible in the list.
            let first = first.id;
            self.listing = Listing::default();
            self.select(Some(first));
            if self.samples.pages(first).any(|page| page.pdf_page().is_some()) {
                self.unfolded.insert_mut(first);
            }
        }
    }

    /// Returns what the import has done so far.
    fn joined(&self) -> Notice {
        let (mut added, mut completed, mut replaced) = (0, 0, 0);
        for Added { id, before } in &self.added {
            let Some(before) = before else {
                added += 1;
                continue;
            };
            let now = self.samples.get(*id).and_then(|sample| sample.prediction.as_ref());
            match (&before.prediction, now) {
                (Some(before), Some(now)) if now.latex != before.latex => replaced += 1,
                _ => completed += 1,
            }
        }
        match (completed, replaced) {
            (0, 0) => Notice::Added(added),
            _ => Notice::Joined {
                added,
                completed,
                replaced,
            },
        }
    }

    fn take_draft(&mut self, mut draft: Draft, arriving: &Arriving) {
        let (mut part, begun) = (0, self.added.len());
        let sheets: Vec<Rc<Picture>> = std::mem::take(&mut draft.sheets).into_iter().map(Rc::new).collect();
        for mut arrival in Arrival::all_of(&mut draft, sheets.first()) {
            let piece = Piece::nth(arriving.import, draft.index, part);
            part += 1 + sheets.len();
            let came = piece.and_then(|piece| self.came(piece));
            let came = match came.map(|id| self.samples.get(id)) {
                // The person has removed it.
                Some(None) => continue,
                Some(Some(came)) => Some(Rc::clone(came)),
                None => None,
            };
            let mut kin = self.kin(&arrival, draft.kind, arriving);
            let again = arriving.again.samples.get(&arrival.case);
            let joining = match (&came, again.and_then(|id| self.samples.get(*id))) {
                (Some(came), _) => Joining::There(Rc::clone(came)),
                (None, Some(again)) => Joining::Completes(vec![Rc::clone(again)]),
                (None, None) => self.joining(&mut arrival, &kin, arriving),
            };
            // A document has its pages once. Those of a document that came in part are still to be added.
            kin.retain(|sample| came.as_ref().is_none_or(|came| came.id != sample.id));
            let new_sheets = if self.have_pages(&kin) { &[][..] } else { &sheets };
            // A document is not a page of another document.
            let leaf = match sheets.as_slice() {
                [] => self.leaf_of(&draft, &arrival, piece, &joining, arriving),
                _ => None,
            };
            let befores = match &joining {
                Joining::There(sample) => {
                    if came.is_none() {
                        self.there += 1;
                    }
                    self.take_sheets(sample, new_sheets, piece);
                    continue;
                }
                Joining::Completes(befores) => befores.iter().cloned().map(Some).collect(),
                Joining::Fills(before) => vec![Some(Rc::clone(before))],
                Joining::New | Joining::Beside(_) => vec![None],
            };
            for before in befores {
                let mut sample = match &before {
                    Some(before) => Rc::clone(before),
                    None => self.arrived_sample(&arrival, &draft, &joining, leaf, arriving),
                };
                if arrival.prediction.is_some() {
                    // The page needs no other reader.
                    self.stops.extend(sample.job());
                }
                let filled = Rc::make_mut(&mut sample);
                filled.leaf = filled.leaf.or(leaf);
                filled.piece = match joining {
                    // What a sample has is recognised again by its text.
                    Joining::Completes(_) => filled.piece.or(piece),
                    _ => piece.or(filled.piece),
                };
                if !new_sheets.is_empty() {
                    filled.kind = Kind::Document;
                }
                filled.asks_sides |= draft.sides_by_order;
                let is_second = matches!(joining, Joining::Fills(_)) && filled.reference.is_some();
                filled.fill(arrival.clone(), is_second);
                let document = sample.clone();
                self.added_since(begun, Added { id: sample.id, before });
                self.samples.insert(sample);
                self.take_sheets(&document, new_sheets, piece);
            }
            self.share(begun, &arrival, draft.kind, arriving);
        }
    }

    /// Records that a sample was added or changed, unless it was already since there were `begun` entries: an undo goes back
    /// to the first of several changes.
    fn added_since(&mut self, begun: usize, added: Added) {
        let since = self.added.get(begun..).unwrap_or_default();
        if since.iter().all(|known| known.id != added.id) {
            self.added.push(added);
        }
    }

    /// Gives the imported reference and picture of a case to those of its samples that lack them.
    fn share(&mut self, begun: usize, arrival: &Arrival, kind: Kind, arriving: &Arriving) {
        for before in self.kin(arrival, kind, arriving) {
            let reference = arrival.reference.clone().filter(|_| before.reference.is_none());
            let has_read = before.prediction.is_some();
            let image = arrival.image.clone().filter(|_| has_read && before.image.is_none());
            if reference.is_none() && image.is_none() {
                continue;
            }
            let id = before.id;
            self.edit(id, |sample| {
                sample.image = image.or(sample.image.take());
                if reference.is_some() {
                    sample.reference = reference;
                    sample.texts_changed();
                }
            });
            let before = Some(before);
            self.added_since(begun, Added { id, before });
        }
    }

    /// Returns an arriving sample that was not there, without what it brings.
    fn arrived_sample(
        &mut self,
        arrival: &Arrival,
        draft: &Draft,
        joining: &Joining,
        leaf: Option<Leaf>,
        arriving: &Arriving,
    ) -> Rc<Sample> {
        let name = self.arriving_name(arrival, joining);
        let name = self.free_name(&name, &arrival.case, arrival.system());
        let own_document = draft.document.as_deref().map(Rc::from);
        if let Joining::Beside(other) = joining {
            let mut sample = self.sample_beside(other, name);
            sample.kind = draft.kind;
            sample.document = own_document.or(sample.document.take());
            return Rc::new(sample);
        }
        let mut sample = self.new_sample(name);
        sample.case = arrival.case.clone();
        sample.kind = draft.kind;
        sample.document = own_document;
        let reference = arrival.reference.as_ref().map(|text| text.latex.as_str());
        // A page without a reference is in the dataset of its document.
        let document = leaf.filter(|_| reference.is_none());
        let document = document.and_then(|leaf| self.samples.get(leaf.document));
        sample.dataset = match document.map(|document| Rc::clone(&document.dataset)) {
            Some(dataset) => dataset,
            None => self.dataset_of(&arrival.case, reference, arriving),
        };
        Rc::new(sample)
    }

    /// Returns a free name for a sample. If another system has a prediction for the same case, the name contains the
    /// system.
    pub(super) fn free_name(&self, name: &str, case: &str, system: Option<&str>) -> String {
        let taken = self.samples.named(name);
        let system = system.filter(|system| !system.is_empty() && name == case);
        match taken.zip(system) {
            Some((other, system)) if *other.case == *case => unique(&naming::read_by(name, system), &self.samples),
            _ => unique(name, &self.samples),
        }
    }

    /// Adds the pages of a document below it. If the document has no prediction, the pages are read.
    fn take_sheets(&mut self, document: &Sample, sheets: &[Rc<Picture>], piece: Option<Piece>) {
        for (index, sheet) in (1..).zip(sheets) {
            // Only some pages of a PDF file may have been chosen.
            let number = sheet.page().map_or(index, |page| u64::from(page.number));
            let piece = piece.map(|piece| piece.page(number));
            if piece.is_some_and(|piece| self.came(piece).is_some()) {
                continue;
            }
            let name = unique(&format!("{}/{number}", document.name), &self.samples);
            let mut page = self.new_sample(name);
            page.case = format!("{}/{number}", document.case).into();
            page.tags = document.tags.clone();
            page.dataset = document.dataset.clone();
            page.leaf = Some(Leaf {
                document: document.id,
                number,
                is_joined: false,
            });
            page.image = Some(sheet.clone());
            page.piece = piece;
            if document.prediction.is_none() {
                page.reading = Reading::Queued;
            }
            self.added.push(Added {
                id: page.id,
                before: None,
            });
            self.samples.insert(Rc::new(page));
        }
    }
}

impl Sample {
    /// Takes what arrives. A second text for a sample with a reference is a prediction.
    fn fill(&mut self, arrival: Arrival, is_second: bool) {
        let Arrival {
            credit,
            image,
            reference,
            prediction,
            unit_tests,
            tags,
            name: _,
            case: _,
            first_sheet: _,
            is_of_dataset: _,
            is_missing: _,
        } = arrival;
        if !tags.is_empty() {
            let own = Rc::make_mut(&mut self.tags);
            own.extend(tags.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        self.credit = credit.or(self.credit.take());
        self.image = image.or(self.image.take());
        let (reference, prediction) = match (reference, prediction) {
            (Some(text), None) if is_second => (None, Some(Rc::new(given(&text)))),
            texts => texts,
        };
        self.reference = reference.or(self.reference.take());
        if let Some(prediction) = prediction {
            self.prediction = Some(prediction);
            self.reading = Reading::Idle;
            self.is_given = self.kind == Kind::Document;
            self.prediction_changed();
        }
        if !unit_tests.is_empty() {
            self.unit_tests = unit_tests;
        }
        if self.image.is_some() && self.prediction.is_none() && self.reading == Reading::Idle {
            self.reading = Reading::Queued;
        }
        self.texts_changed();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::brought::{Given, Text};
    use crate::keeping::{Change, Kept, Written, change};
    use crate::state::{Action, HistoryAction, KeepAction, SampleAction, Scoring};
    use crate::testing::handed;

    fn heard(state: State, event: Heard<Event>) -> State {
        state.after(Action::Import(ImportAction::Heard(Box::new(event))))
    }

    fn planned(is_plain: bool) -> Heard<Event> {
        Heard::Event(Event::Planned {
            job: 1,
            summary: Box::new(Summary {
                is_plain,
                ..Summary::default()
            }),
            steps: Vec::new(),
            refused: None,
        })
    }

    fn batch(names: &[&str], done: usize) -> Heard<Event> {
        let draft = |name: &&str| Draft {
            name: (*name).to_owned(),
            reference: Some(Text::default()),
            predictions: vec![Given {
                name: (*name).to_owned(),
                ..Given::default()
            }],
            ..Draft::default()
        };
        Heard::Event(Event::Handed {
            job: 1,
            import: 1,
            brought: Brought {
                drafts: names.iter().map(draft).collect(),
                ..Brought::default()
            },
            done,
            total: 3,
        })
    }

    fn names(state: &State) -> Vec<&str> {
        state.samples.iter().map(|sample| sample.name.as_str()).collect()
    }

    #[test]
    fn a_sample_of_two_systems_is_two_that_share_what_they_have_in_common() {
        let files: [(&str, &[u8]); 3] = [("gt/p.tex", b"x"), ("a/p.tex", b"x"), ("b/p.tex", b"y")];
        let state = State::default().after(handed(&files));
        assert_eq!(names(&state), ["p \u{b7} a", "p \u{b7} b"]);
        let references: Vec<_> = state
            .samples
            .iter()
            .filter_map(|sample| sample.reference.clone())
            .collect();
        assert!(Rc::ptr_eq(&references[0], &references[1]));
        let systems = state.samples.iter().filter_map(|sample| sample.prediction.as_ref());
        assert_eq!(
            systems.map(|prediction| prediction.system.as_str()).collect::<Vec<_>>(),
            ["a", "b"]
        );
        assert!(state.samples.iter().all(|sample| sample.scoring == Scoring::Queued));
    }

    #[test]
    fn what_needs_a_look_waits_for_it() {
        let found = Action::Import(ImportAction::Found(3));
        let state = heard(State::default().after(found), planned(false));
        assert!(matches!(state.import, Some(Import::Open(_))));
        // An import is not accepted automatically during a correction, however simple its plan becomes.
        let state = heard(state.after(Action::Import(ImportAction::Asked)), planned(true));
        let Some(Import::Open(sheet)) = &state.import else {
            panic!("{:?}", state.import);
        };
        assert!(!sheet.is_busy);
        let state = state.after(Action::Import(ImportAction::Accepted));
        assert!(matches!(state.import, Some(Import::Adding { done: 0, .. })));
    }

    #[test]
    fn batches_are_taken_out_together() {
        let state = heard(heard(State::default(), batch(&["other"], 3)), planned(true));
        let state = heard(heard(state, batch(&["a", "b"], 2)), batch(&["c"], 3));
        assert_eq!((names(&state).len(), &state.import), (4, &None));
        assert_eq!(state.notice, Some(Notice::Added(3)));
        let state = state.after(Action::History(HistoryAction::Undo));
        assert_eq!(names(&state), ["other"]);
        assert_eq!(state.current().unwrap().name, "other");
        let state = state.after(Action::History(HistoryAction::Redo));
        assert_eq!(names(&state), ["other", "a", "b", "c"]);
    }

    #[test]
    fn what_joined_a_sample_leaves_it_again() {
        let state = State::default()
            .after(handed(&[("a.tex", b"x")]))
            .after(handed(&[("b.tex", b"y")]));
        assert_eq!(names(&state), ["a"]);
        assert_eq!(state.current().unwrap().scoring, Scoring::Queued);
        let state = state.after(Action::History(HistoryAction::Undo));
        assert_eq!(names(&state), ["a"]);
        assert!(state.current().unwrap().prediction.is_none());
    }

    /// The state of a new page after a crash, with the first `kept` samples stored.
    fn after_a_crash(state: &State, kept: usize) -> State {
        let recalled = state.samples.iter().take(kept).map(|sample| {
            let change = change(sample.id, &Written::new(), &state.samples);
            let Change::Put {
                id,
                record,
                image,
                found,
            } = change
            else {
                panic!("it is there");
            };
            let pdf = sample.pdf_page().map(|page| page.pdf.file.clone());
            let record = *record;
            Rc::new(Sample::recalled(Kept {
                id,
                record,
                image,
                pdf,
                found,
            }))
        });
        let opened = State::default().after(Action::Keep(KeepAction::Recalled(recalled.collect())));
        opened.after(Action::Keep(KeepAction::RecalledAll))
    }

    /// Wherever an import is interrupted: once it is resumed, everything exists once.
    fn is_finished_after_any_crash(files: &[(&str, &[u8])]) {
        let whole = State::default().after(handed(files));
        let described = |state: &State| {
            let page = |sample: &Rc<Sample>| sample.leaf.map(|leaf| (state.name_of(leaf.document), leaf.number));
            let texts = |sample: &Rc<Sample>| (sample.reference.clone(), sample.prediction.clone());
            let samples = state.samples.iter();
            let mut described: Vec<String> = samples
                .map(|sample| format!("{} {:?} {:?}", sample.name, page(sample), texts(sample)))
                .collect();
            described.sort();
            described
        };
        let count = whole.samples.len();
        assert!(count > 1, "{count}");
        for kept in 0..=count {
            let before = after_a_crash(&whole, kept);
            assert_eq!(before.samples.len(), kept);
            let resumed = Action::Import(ImportAction::Resumed { import: 0, shown: None });
            let state = before.after(resumed).after(handed(files));
            assert_eq!(described(&state), described(&whole), "{kept} of {count} were kept");
            assert!(state.current().is_some(), "something is shown");
            assert_eq!(state.added.len(), count - kept);
            assert!(state.arrived.contains(&0));
        }
    }

    #[test]
    fn an_import_is_finished_wherever_it_was_interrupted() {
        is_finished_after_any_crash(&[
            ("a.ref.tex", b"x"),
            ("a.pred.tex", b"y"),
            ("b.ref.tex", b"z"),
            ("b.pred.tex", b"z"),
        ]);
        // One sample for each system.
        is_finished_after_any_crash(&[
            ("gt/p.tex", b"x"),
            ("a/p.tex", b"x"),
            ("b/p.tex", b"y"),
            ("gt/q.tex", b"z"),
        ]);
        // Pages, and the documents that are assembled from them.
        let pages = br#"{"id": "1", "document": "d", "page": 1, "reference": "x", "predictions": {"a": "x", "b": "y"}}
{"id": "2", "document": "d", "page": 2, "reference": "z", "predictions": {"a": "u", "b": "v"}}
{"id": "3", "document": "e", "page": 1, "reference": "z", "predictions": {"a": "u", "b": "v"}}
{"id": "4", "document": "e", "page": 2, "reference": "x", "predictions": {"a": "w", "b": "v"}}"#;
        is_finished_after_any_crash(&[("pages.jsonl", pages)]);
        // Pages of PDF files.
        is_finished_after_any_crash(&[("one.pdf", b"%PDF-"), ("two.pdf", b"%PDF-"), ("two.tex", b"x")]);
        // A saved evaluation.
        let saved = State::default().after(handed(&[("pages.jsonl", pages)]));
        let assets = texlens_report::Assets {
            katex_css: String::new(),
            fonts: Default::default(),
        };
        let html = texlens_report::to_html(&saved.evaluation(String::new(), Vec::new()), &assets).unwrap();
        is_finished_after_any_crash(&[("saved.html", html.as_bytes())]);
    }

    #[test]
    fn what_a_person_removes_while_an_import_goes_on_does_not_come_back() {
        let files: [(&str, &[u8]); 3] = [("gt/p.tex", b"x"), ("a/p.tex", b"x"), ("b/p.tex", b"y")];
        let whole = State::default().after(handed(&files));
        let resumed = Action::Import(ImportAction::Resumed { import: 0, shown: None });
        let state = after_a_crash(&whole, 2).after(resumed);
        let first = state.samples.iter().next().unwrap().id;
        let state = state
            .after(Action::Sample(SampleAction::Remove(first)))
            .after(handed(&files));
        assert_eq!(names(&state), ["p \u{b7} b"]);
    }

    #[test]
    fn a_text_that_came_alone_joins_the_sample_that_was_shown() {
        let state = State::default().after(handed(&[("a.ref.tex", b"x"), ("b.ref.tex", b"y"), ("c.ref.tex", b"z")]));
        let shown = state.samples.iter().nth(1).map(|sample| sample.id);
        let state = after_a_crash(&state, 3);
        assert_ne!(state.selected, shown);
        let resumed = state.after(Action::Import(ImportAction::Resumed { import: 5, shown }));
        let state = resumed.after(handed(&[("other.pred.tex", b"y")]));
        let joined = state.samples.get(shown.unwrap()).unwrap();
        assert_eq!(joined.prediction.as_ref().unwrap().latex, "y");
        assert_eq!(names(&state), ["a", "b", "c"]);
    }

    #[test]
    fn a_lost_worker_is_told_of_once_something_was_lost() {
        let lost = |jobs: &[Job]| Heard::Restarted {
            message: "The worker stopped.".to_owned(),
            lost: jobs.to_vec(),
        };
        let state = heard(State::default(), lost(&[]));
        assert_eq!(state.refusals, []);
        let state = heard(
            heard(state.after(Action::Import(ImportAction::Found(1))), planned(false)),
            lost(&[1]),
        );
        assert_eq!((state.import, state.refusals.len()), (None, 1));
    }
}
