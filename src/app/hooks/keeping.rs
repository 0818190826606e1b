use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::{
    keeping::{Change, Kept, Written, change, changed, gone_pdfs, new_pdfs},
    state::{Action, Keeping, Sample, SampleId, Samples},
    work::{Work, WorkError},
};

/// What has changed is written so long after the first change.
const DELAY_MS: u32 = 400;
/// So many samples are written in one go.
const CHUNK: usize = 100;
/// So many come back at a time.
const RECALLED: u32 = 500;

/// Keeps the samples in the browser, and brings back those of an earlier visit.
#[hook]
pub(in crate::app) fn use_keeping(samples: &Samples, send: &Callback<Action>) {
    let keeper = use_memo((), |()| Keeper::default());
    {
        let (keeper, send) = (keeper.clone(), send.clone());
        use_effect_with((), move |()| {
            spawn_local(async move { keeper.open(&send).await });
        });
    }
    let send = send.clone();
    use_effect_with(samples.clone(), move |samples| {
        keeper.state.borrow_mut().wanted = samples.clone();
        keeper.write_soon(&send);
    });
}

#[derive(Default)]
struct Keeper {
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    /// None before the samples of the earlier visit are there, and where nothing is kept.
    work: Option<Rc<Work>>,
    written: Written,
    /// The keys of the PDF files that are written.
    pdfs: BTreeSet<String>,
    wanted: Samples,
    /// What `wanted` was when all of it was written.
    kept: Samples,
    /// Runs until the next write.
    timer: Option<Timeout>,
    is_writing: bool,
}

impl PartialEq for Keeper {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Keeper {
    async fn open(self: Rc<Self>, send: &Callback<Action>) {
        let opened = match Work::open().await {
            Err(WorkError::Elsewhere) => return send.emit(Action::Keeping(Keeping::Elsewhere)),
            Err(WorkError::Unavailable) => return send.emit(Action::Keeping(Keeping::Off)),
            Ok(work) => Rc::new(work),
        };
        send.emit(Action::Keeping(Keeping::On));
        let recall = |kept: Vec<Kept>| {
            let samples: Vec<Rc<Sample>> = kept.into_iter().map(|kept| Rc::new(Sample::recalled(kept))).collect();
            let written = samples.iter().map(|sample| (sample.id, sample.clone()));
            self.state.borrow_mut().written.extend(written);
            send.emit(Action::Recalled(samples));
        };
        let pdfs = opened.pdfs().await.unwrap_or_default();
        opened.each(&pdfs, RECALLED, recall).await;
        self.state.borrow_mut().pdfs = pdfs.into_keys().collect();
        send.emit(Action::RecalledAll);
        self.state.borrow_mut().work = Some(opened);
        self.write_soon(send);
    }

    fn write_soon(self: &Rc<Self>, send: &Callback<Action>) {
        let mut state = self.state.borrow_mut();
        if state.work.is_none() || state.timer.is_some() || state.is_writing || state.kept == state.wanted {
            return;
        }
        let (keeper, send) = (self.clone(), send.clone());
        state.timer = Some(Timeout::new(DELAY_MS, move || {
            keeper.state.borrow_mut().timer = None;
            spawn_local(async move { keeper.write(&send).await });
        }));
    }

    async fn write(self: Rc<Self>, send: &Callback<Action>) {
        self.state.borrow_mut().is_writing = true;
        loop {
            let (wanted, ids, new, gone) = {
                let state = self.state.borrow();
                let (pdfs, wanted) = (&state.pdfs, &state.wanted);
                let (new, gone) = (new_pdfs(pdfs, wanted), gone_pdfs(pdfs, wanted));
                (wanted.clone(), changed(&state.written, wanted), new, gone)
            };
            if ids.is_empty() && new.is_empty() && gone.is_empty() {
                self.state.borrow_mut().kept = wanted;
                break;
            }
            // Pages never are without their file.
            let written = async {
                self.write_pdfs(new).await?;
                self.write_these(&ids).await?;
                self.write_pdfs(gone).await
            };
            if written.await.is_err() {
                // Without room nothing more is tried: what is kept is that of before.
                self.state.borrow_mut().work = None;
                send.emit(Action::Keeping(Keeping::Off));
                break;
            }
        }
        self.state.borrow_mut().is_writing = false;
        self.write_soon(send);
    }

    /// Writes PDF files, or deletes them.
    async fn write_pdfs(&self, changes: Vec<Change>) -> Result<(), idb::Error> {
        let work = self.state.borrow().work.clone();
        let Some(work) = work.filter(|_| !changes.is_empty()) else {
            return Ok(());
        };
        write(&work, changes.clone()).await?;
        let pdfs = &mut self.state.borrow_mut().pdfs;
        for change in changes {
            match change {
                Change::PutPdf(pdf) => {
                    pdfs.insert(pdf.key);
                }
                Change::DeletePdf(key) => {
                    pdfs.remove(&key);
                }
                Change::Put { .. } | Change::Delete(_) => {}
            }
        }
        Ok(())
    }

    /// Writes some, a few at a time, as they are by then.
    async fn write_these(&self, ids: &[SampleId]) -> Result<(), idb::Error> {
        for ids in ids.chunks(CHUNK) {
            let (work, wanted, changes) = {
                let state = self.state.borrow();
                let changes = ids.iter().map(|id| change(*id, &state.written, &state.wanted));
                (state.work.clone(), state.wanted.clone(), changes.collect())
            };
            let Some(work) = work else { return Ok(()) };
            write(&work, changes).await?;
            let written = &mut self.state.borrow_mut().written;
            for id in ids {
                match wanted.get(*id) {
                    Some(sample) => written.insert(*id, sample.clone()),
                    None => written.remove(id),
                };
            }
        }
        Ok(())
    }
}

/// Writes changes. An image or a PDF whose file is no longer there must not cost the others.
async fn write(work: &Work, changes: Vec<Change>) -> Result<(), idb::Error> {
    if work.write(&changes).await.is_ok() {
        return Ok(());
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
