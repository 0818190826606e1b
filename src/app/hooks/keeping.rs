use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use futures_channel::oneshot;
use gloo::timers::{callback::Timeout, future::TimeoutFuture};
use js_sys::Date;
use texlens_blob::Blob;
use texlens_workspace::brought::ImportId;
use texlens_workspace::keeping::{Change, Kept, Pauses, Written, change, changed, gone_pdfs, new_pdfs};
use texlens_workspace::state::{Action, KeepAction, Keeping, NotKept, Sample, SampleId, Samples, State};
use texlens_workspace::unfinished::{Agreement, MOST_BYTES, Place};
use texlens_workspace::words::storage::CLOSED;
use wasm_bindgen_futures::spawn_local;
use yew::{html::ImplicitClone, prelude::*};

use super::{
    disk::{Files, look_up},
    turn::Turn,
};
use crate::app::work;
use crate::app::work::{Work, WorkError, WriteError};

/// Minimum pause between two writes, in milliseconds.
const DELAY_MS: u32 = 400;
/// Interval at which an imminent change is checked for, in milliseconds.
const SOON_MS: u32 = 50;
/// Number of samples that are written in one transaction. All of its requests are made without a pause, and the record
/// of a sample takes up to a millisecond.
const CHUNK: usize = 20;
/// Number of samples that are restored at a time.
const RECALLED: u32 = 500;
/// After this number of consecutive failures, the remaining samples are not tried.
const VAIN: usize = 8;
/// Files of an import are written in packs of at least this size in bytes. Each pack is a file of the browser;
/// thousands of them would take minutes.
const PACK_BYTES: u64 = 16 << 20;
/// Number of files that are added to a pack at a time.
const PART: usize = 50;

/// An unfinished import, with the packs that contain its files.
pub(super) type Unfinished = (Agreement, BTreeMap<u32, Blob>);

/// Stores the samples, and imports until they are finished.
#[derive(Clone)]
pub(in crate::app) struct Keeper(Rc<Inner>);

impl ImplicitClone for Keeper {}

impl PartialEq for Keeper {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Stores the samples in the browser, and restores those of an earlier visit.
#[hook]
pub(in crate::app) fn use_keeping(state: &State, send: &Callback<Action>) -> Keeper {
    let keeper = use_memo((), |()| {
        Keeper(Rc::new(Inner {
            send: send.clone(),
            state: RefCell::default(),
            said: RefCell::default(),
            nudge: RefCell::default(),
            is_asked: Cell::default(),
            on_unfinished: RefCell::default(),
        }))
    });
    {
        let inner = keeper.0.clone();
        use_effect_with((), move |()| spawn_local(async move { inner.keep().await }));
    }
    {
        let inner = keeper.0.clone();
        let wanted = (state.samples.clone(), state.arrived.clone());
        use_effect_with(wanted, move |(samples, arrived)| {
            {
                let mut state = inner.state.borrow_mut();
                (state.wanted, state.arrived) = (samples.clone(), arrived.clone());
            }
            inner.nudge(Nudge::Changed);
        });
    }
    (*keeper).clone()
}

struct Inner {
    send: Callback<Action>,
    state: RefCell<Progress>,
    /// The state that was last reported to the page.
    said: RefCell<Keeping>,
    /// Wakes the task that waits.
    nudge: RefCell<Option<oneshot::Sender<Nudge>>>,
    /// Whether a retry was requested while no task was waiting.
    is_asked: Cell<bool>,
    /// Receives the unfinished imports.
    on_unfinished: RefCell<Option<Callback<Vec<Rc<Unfinished>>>>>,
}

#[derive(Default)]
struct Progress {
    /// `None` until the samples of the earlier visit are restored, and while the database is unavailable.
    work: Option<Rc<Work>>,
    written: Written,
    /// The keys of the stored PDFs.
    pdfs: BTreeSet<String>,
    /// The stored imports that are not finished.
    imports: BTreeSet<ImportId>,
    wanted: Samples,
    /// The value of `wanted` when all of it had been written.
    kept: Samples,
    /// The imports all of whose samples are in `wanted`.
    arrived: Rc<BTreeSet<ImportId>>,
}

/// The event that ends a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nudge {
    /// The time limit has passed.
    Time,
    /// The samples have changed.
    Changed,
    /// The user has requested a retry.
    Asked,
}

/// The samples that could not be written, and the reason.
#[derive(Default)]
struct Left {
    samples: usize,
    why: Option<WriteError>,
    /// The number of consecutive failures.
    vain: usize,
}

impl Left {
    /// Records a failure. A lack of room takes precedence over other reasons, since the user can do something about it.
    fn add(&mut self, samples: usize, error: WriteError) {
        self.samples += samples;
        self.vain += 1;
        if self.why != Some(WriteError::NoRoom) {
            self.why = Some(error);
        }
    }
}

impl Keeper {
    /// Tries again immediately.
    pub(in crate::app) fn ask(&self) {
        self.0.nudge(Nudge::Asked);
    }

    /// Sets the callback that continues the imports of an earlier visit.
    pub(super) fn on_unfinished(&self, finish: Callback<Vec<Rc<Unfinished>>>) {
        self.0.on_unfinished.replace(Some(finish));
    }

    /// Stores an import until it is finished. Afterwards the import outlives the page, if there was room for it.
    ///
    /// `go_on` receives the number of written files, and returns whether the import is still wanted.
    pub(super) async fn agree(&self, mut agreement: Agreement, files: Files, go_on: impl Fn(usize) -> bool) {
        let inner = &self.0;
        // The samples of an earlier visit may not be restored yet.
        while *inner.said.borrow() == Keeping::Unknown {
            TimeoutFuture::new(SOON_MS).await;
        }
        let Some(work) = inner.state.borrow().work.clone() else {
            return;
        };
        let import = agreement.import;
        if pack(&work, &mut agreement, files, &go_on).await.is_err() {
            // The agreement then contains only the names of the files.
            agreement.unpack();
            // If this fails, the next write fails as well and reports the problem.
            let _ = work.forget_import(import).await;
        }
        if !go_on(agreement.files.len()) {
            let _ = work.forget_import(import).await;
        } else if work.write_agreement(&agreement).await.is_ok() {
            inner.state.borrow_mut().imports.insert(import);
        }
    }

    /// Records that an import starts again.
    pub(super) async fn begin_anew(&self, agreement: &Agreement) {
        let work = self.0.state.borrow().work.clone();
        if let Some(work) = work {
            // If this fails, the import is tried once more than allowed.
            let _ = work.write_agreement(agreement).await;
        }
    }

    /// Deletes a stored import.
    pub(super) fn forget(&self, import: ImportId) {
        let inner = self.0.clone();
        spawn_local(async move {
            let work = inner.state.borrow().work.clone();
            if let Some(work) = work
                && work.forget_import(import).await.is_ok()
            {
                inner.state.borrow_mut().imports.remove(&import);
            }
            // This may have made room.
            inner.nudge(Nudge::Asked);
        });
    }
}

/// Writes the files of an import if there is room for both them and the samples that come from them.
async fn pack(
    work: &Work,
    agreement: &mut Agreement,
    files: Files,
    go_on: &impl Fn(usize) -> bool,
) -> Result<(), WriteError> {
    let turn = Turn::new();
    look_up(files.iter().filter_map(|(_, file)| file.as_ref()), &turn).await;
    let sizes = files.iter().map(|(_, file)| file.as_ref().map(Blob::size));
    let sizes: Vec<Option<u64>> = sizes.collect();
    for (listed, size) in agreement.files.iter_mut().zip(&sizes) {
        listed.place = size.map_or(Place::Refused, |size| Place::OnDisk { size });
    }
    let total: u64 = sizes.iter().flatten().sum();
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let is_room_for_both = work::room().await.is_none_or(|room| 2.0 * total as f64 <= room);
    if total > MOST_BYTES || !is_room_for_both {
        return Ok(());
    }
    let there = files.into_iter().enumerate();
    let there: Vec<(usize, Blob)> = there.filter_map(|(at, (_, file))| Some((at, file?))).collect();
    let mut number = 0;
    let (mut parts, mut offset) = (Vec::new(), 0);
    for (done, files) in there.chunks(PART).enumerate() {
        parts.push(Blob::joined(files.iter().map(|(_, file)| file)));
        for (at, file) in files {
            if let Some(listed) = agreement.files.get_mut(*at) {
                listed.place = Place::Packed {
                    pack: number,
                    offset,
                    size: file.size(),
                };
            }
            offset += file.size();
        }
        turn.pause().await;
        let is_last = (done + 1) * PART >= there.len();
        if offset >= PACK_BYTES || is_last {
            let pack = Blob::joined(parts.iter());
            work.write_pack(agreement.import, number, &pack).await?;
            if !go_on(there.len().min((done + 1) * PART)) {
                return Ok(());
            }
            number += 1;
            (parts, offset) = (Vec::new(), 0);
        }
    }
    Ok(())
}

impl Inner {
    fn say(&self, keeping: Keeping) {
        if self.said.replace(keeping.clone()) != keeping {
            self.send.emit(Action::Keep(KeepAction::Keeping(keeping)));
        }
    }

    fn nudge(&self, nudge: Nudge) {
        match self.nudge.take() {
            // A task is waiting.
            Some(waiting) => drop(waiting.send(nudge)),
            None => self.is_asked.set(self.is_asked.get() || nudge == Nudge::Asked),
        }
    }

    /// Waits for a nudge, until the time limit in milliseconds if there is one.
    async fn wait(self: &Rc<Self>, limit: Option<u32>) -> Nudge {
        if self.is_asked.take() {
            return Nudge::Asked;
        }
        let (tell, told) = oneshot::channel();
        self.nudge.replace(Some(tell));
        let _timer = limit.map(|limit| {
            let inner = self.clone();
            Timeout::new(limit, move || inner.nudge(Nudge::Time))
        });
        told.await.unwrap_or(Nudge::Time)
    }

    async fn open(self: &Rc<Self>) -> Result<Work, WorkError> {
        let inner = Rc::downgrade(self);
        let on_close = move || {
            if let Some(inner) = inner.upgrade() {
                inner.state.borrow_mut().work = None;
                inner.nudge(Nudge::Asked);
            }
        };
        Work::open(on_close).await
    }

    /// Stores all changes while the page is open.
    async fn keep(self: Rc<Self>) {
        if !work::claim().await {
            self.say(Keeping::Not(NotKept::Elsewhere));
            work::claim_next().await;
        }
        let mut pauses = Pauses::default();
        let opened = loop {
            match self.open().await {
                Ok(opened) => break opened,
                Err(error) => self.say(Keeping::Not(error.into())),
            }
            self.rest(pauses.next_ms()).await;
        };
        self.recall(Rc::new(opened)).await;
        let mut pauses = Pauses::default();
        loop {
            match self.write_all().await {
                Ok(()) => {
                    self.say(Keeping::On);
                    pauses = Pauses::default();
                    // Changes that follow immediately are written together.
                    TimeoutFuture::new(DELAY_MS).await;
                    self.change().await;
                }
                Err(why) => {
                    self.say(Keeping::Not(why));
                    self.rest(pauses.next_ms()).await;
                }
            }
        }
    }

    /// Waits until there is something to write.
    async fn change(self: &Rc<Self>) {
        loop {
            {
                let state = self.state.borrow();
                if state.wanted != state.kept || state.imports.intersection(&state.arrived).next().is_some() {
                    return;
                }
            }
            if self.wait(None).await == Nudge::Asked {
                return;
            }
        }
    }

    /// Waits for the next attempt: until the pause has passed, the user requests it, or a deletion makes room.
    /// Meanwhile, updates the number of samples that are not stored.
    async fn rest(self: &Rc<Self>, pause: u32) {
        let end = Date::now() + f64::from(pause);
        loop {
            let left = end - Date::now();
            if left <= 0.0 {
                return;
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            // The value is positive, and at most `pause`.
            match self.wait(Some(left as u32 + 1)).await {
                Nudge::Time | Nudge::Asked => return,
                Nudge::Changed => TimeoutFuture::new(DELAY_MS).await,
            }
            let (changed, is_less) = {
                let state = self.state.borrow();
                let changed = changed(&state.written, &state.wanted);
                let is_less = changed.iter().any(|id| state.wanted.get(*id).is_none());
                (changed.len(), is_less)
            };
            if is_less {
                return;
            }
            let said = self.said.borrow().clone();
            if let Keeping::Not(why) = said {
                self.say(Keeping::Not(why.of(changed)));
            }
        }
    }

    /// Restores the samples and imports of an earlier visit.
    async fn recall(&self, work: Rc<Work>) {
        let recall = |kept: Vec<Kept>| {
            let samples: Vec<Rc<Sample>> = kept.into_iter().map(|kept| Rc::new(Sample::recalled(kept))).collect();
            let written = samples.iter().map(|sample| (sample.id, sample.clone()));
            self.state.borrow_mut().written.extend(written);
            self.send.emit(Action::Keep(KeepAction::Recalled(samples)));
        };
        let pdfs = work.pdfs().await.unwrap_or_default();
        work.each(&pdfs, RECALLED, recall).await;
        let unfinished = work.unfinished().await.unwrap_or_default();
        {
            let mut state = self.state.borrow_mut();
            state.pdfs = pdfs.into_keys().collect();
            state.imports = unfinished.iter().map(|(agreement, _)| agreement.import).collect();
            state.work = Some(work);
        }
        self.send.emit(Action::Keep(KeepAction::RecalledAll));
        if let Some(finish) = &*self.on_unfinished.borrow()
            && !unfinished.is_empty()
        {
            finish.emit(unfinished.into_iter().map(Rc::new).collect());
        }
    }

    /// Returns the database. Opens it again if the browser has closed it; its content may then be gone.
    async fn work(self: &Rc<Self>) -> Result<Rc<Work>, NotKept> {
        let work = self.state.borrow().work.clone();
        if let Some(work) = work {
            return Ok(work);
        }
        let work = Rc::new(self.open().await?);
        let there: BTreeSet<SampleId> = work.ids().await.unwrap_or_default().into_iter().collect();
        let pdfs = work.pdfs().await.unwrap_or_default();
        let mut state = self.state.borrow_mut();
        state.written.retain(|id, _| there.contains(id));
        state.pdfs = pdfs.into_keys().collect();
        state.work = Some(work.clone());
        Ok(work)
    }

    /// Writes changes until none is left, then deletes the stored copies of finished imports.
    async fn write_all(self: &Rc<Self>) -> Result<(), NotKept> {
        loop {
            let work = self.work().await?;
            let (wanted, finished, pending) = {
                let state = self.state.borrow();
                let finished: Vec<ImportId> = state.imports.intersection(&state.arrived).copied().collect();
                (state.wanted.clone(), finished, Pending::of(&state))
            };
            let is_whole = pending.is_empty();
            if let Err(error) = self.write_pending(&work, &wanted, pending).await {
                // The files of a finished import may occupy the room that its samples need.
                if finished.is_empty() || !matches!(error, NotKept::NoRoom { .. }) {
                    return Err(error);
                }
            } else if !is_whole {
                continue;
            }
            for import in finished {
                let forgotten = work.forget_import(import).await;
                forgotten.map_err(|error| self.not_kept(error, 0))?;
                self.state.borrow_mut().imports.remove(&import);
            }
            if is_whole {
                self.state.borrow_mut().kept = wanted;
                return Ok(());
            }
        }
    }

    /// Writes as many changes as there is room for: first deletions, then the PDFs of pages, then the samples.
    async fn write_pending(&self, work: &Work, wanted: &Samples, pending: Pending) -> Result<(), NotKept> {
        let Pending { ids, new, gone } = pending;
        let (there, removed): (Vec<SampleId>, Vec<SampleId>) = ids.iter().partition(|id| wanted.get(**id).is_some());
        for ids in removed.chunks(CHUNK) {
            let deleted = self.write_these(work, wanted, ids).await;
            deleted.map_err(|error| self.not_kept(error, there.len()))?;
        }
        for pdf in gone {
            let deleted = self.write_pdf(work, pdf).await;
            deleted.map_err(|error| self.not_kept(error, there.len()))?;
        }
        let mut left = Left::default();
        for pdf in new {
            if let Err(error) = self.write_pdf(work, pdf).await {
                left.add(0, error);
            }
        }
        // A page is stored only if its PDF is.
        let (ready, waiting): (Vec<SampleId>, Vec<SampleId>) = {
            let state = self.state.borrow();
            let has_file = |id: &SampleId| {
                let page = wanted.get(*id).and_then(|sample| sample.pdf_page());
                page.is_none_or(|page| state.pdfs.contains(&page.pdf.key))
            };
            there.iter().copied().partition(has_file)
        };
        (left.samples, left.vain) = (waiting.len(), 0);
        let mut open: Vec<&[SampleId]> = ready.chunks(CHUNK).rev().collect();
        while let Some(ids) = open.pop() {
            match self.write_these(work, wanted, ids).await {
                Ok(()) => left.vain = 0,
                Err(error) if ids.len() == 1 || error == WriteError::Closed => left.add(ids.len(), error),
                Err(_) => {
                    // Samples that do not fit together may fit separately.
                    let (first, second) = ids.split_at(ids.len() / 2);
                    open.extend([second, first]);
                }
            }
            if left.vain >= VAIN || left.why == Some(WriteError::Closed) {
                left.samples += open.iter().map(|ids| ids.len()).sum::<usize>();
                break;
            }
        }
        match left.why {
            None => Ok(()),
            Some(error) => Err(self.not_kept(error, left.samples)),
        }
    }

    /// Converts an error for the user. A closed database is opened again at the next attempt.
    fn not_kept(&self, error: WriteError, samples: usize) -> NotKept {
        match error {
            WriteError::NoRoom => NotKept::NoRoom { samples },
            WriteError::Closed => {
                self.state.borrow_mut().work = None;
                let why = CLOSED.into();
                NotKept::Failed { samples, why }
            }
            WriteError::Failed(why) => NotKept::Failed {
                samples,
                why: why.into(),
            },
        }
    }

    /// Writes or deletes a PDF.
    async fn write_pdf(&self, work: &Work, change: Change) -> Result<(), WriteError> {
        write(work, vec![change.clone()]).await?;
        let pdfs = &mut self.state.borrow_mut().pdfs;
        match change {
            Change::PutPdf(pdf) => {
                pdfs.insert(pdf.key);
            }
            Change::DeletePdf(key) => {
                pdfs.remove(&key);
            }
            Change::Put { .. } | Change::Delete(_) => {}
        }
        Ok(())
    }

    /// Writes some samples in one transaction.
    async fn write_these(&self, work: &Work, wanted: &Samples, ids: &[SampleId]) -> Result<(), WriteError> {
        let changes = {
            let state = self.state.borrow();
            let changes = ids.iter().map(|id| change(*id, &state.written, wanted));
            changes.collect()
        };
        write(work, changes).await?;
        let written = &mut self.state.borrow_mut().written;
        for id in ids {
            match wanted.get(*id) {
                Some(sample) => written.insert(*id, sample.clone()),
                None => written.remove(id),
            };
        }
        Ok(())
    }
}

/// The changes to write.
struct Pending {
    ids: Vec<SampleId>,
    /// PDFs to write.
    new: Vec<Change>,
    /// PDFs to delete.
    gone: Vec<Change>,
}

impl Pending {
    fn of(state: &Progress) -> Self {
        Self {
            ids: changed(&state.written, &state.wanted),
            new: new_pdfs(&state.pdfs, &state.wanted),
            gone: gone_pdfs(&state.pdfs, &state.wanted),
        }
    }

    fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.new.is_empty() && self.gone.is_empty()
    }
}

impl From<WorkError> for NotKept {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Newer => Self::Newer,
            WorkError::Unavailable => Self::Unavailable,
        }
    }
}

/// Writes changes. If an image or PDF can no longer be read, writes the other changes.
async fn write(work: &Work, changes: Vec<Change>) -> Result<(), WriteError> {
    match work.write(&changes).await {
        Err(WriteError::Failed(_)) => {}
        settled => return settled,
    }
    let mut readable = Vec::with_capacity(changes.len());
    for mut change in changes {
        match &mut change {
            Change::Put { image, .. } => {
                if let Some(blob) = image
                    && !blob.is_readable().await
                {
                    *image = None;
                }
            }
            Change::PutPdf(pdf) if !pdf.file.is_readable().await => continue,
            _ => {}
        }
        readable.push(change);
    }
    work.write(&readable).await
}
