use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::{
    keeping::{Change, Kept, Written, change, changed},
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
        opened.each(RECALLED, recall).await;
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
            let (wanted, ids) = {
                let state = self.state.borrow();
                (state.wanted.clone(), changed(&state.written, &state.wanted))
            };
            if ids.is_empty() {
                self.state.borrow_mut().kept = wanted;
                break;
            }
            if self.write_these(&ids).await.is_err() {
                // Without room nothing more is tried: what is kept is that of before.
                self.state.borrow_mut().work = None;
                send.emit(Action::Keeping(Keeping::Off));
                break;
            }
        }
        self.state.borrow_mut().is_writing = false;
        self.write_soon(send);
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

/// Writes changes. An image whose file is no longer there must not cost the others.
async fn write(work: &Work, mut changes: Vec<Change>) -> Result<(), idb::Error> {
    if work.write(&changes).await.is_ok() {
        return Ok(());
    }
    for change in &mut changes {
        if let Change::Put { image, .. } = change
            && let Some(blob) = image
            && !blob.is_readable().await
        {
            *image = None;
        }
    }
    work.write(&changes).await
}
