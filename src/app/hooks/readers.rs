//! Carries out what the person wants of a model that reads: the preview, the pictures, the requests, the answers.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::storage::Storage;
use texlens_blob::Blob;
use texlens_judge::{Account, Run};
use texlens_readers::{ReaderCalls, Unit};
use texlens_workspace::picture::Source;
use texlens_workspace::readers::{PreparedUnit, ReadablePage, ReaderForm, ReaderPlan, ReaderProblem};
use texlens_workspace::state::{Action, ReaderAction, ReaderEnd, ReaderOffer, ReaderPreview, ReaderStage};
use texlens_workspace::words::{failures, judge::progress, readers as words};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::judge::{example, tally};
use super::save::{download, now};
use crate::app::store::Store;
use crate::judge::{Answers, Driver, Pictures, Step};
use crate::worker::asking::AskError;
use crate::worker::pdf::PdfClient;
use crate::worker::readers::ReadersClient;

/// The storage key of the last form, which contains no API key.
const FORM: &str = "texlens-reader-form";

/// An action of the user.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum ReaderAsk {
    /// Previews a run.
    Look(ReaderForm),
    /// Starts the run that was previewed, with this account.
    Start(Account),
    /// Cancels what is being done. Answers that have come are kept.
    Cancel,
    /// Saves the answers of the last run.
    SaveReadings,
    /// Saves the description of the last run.
    SaveRun,
}

/// Returns the form of the last run.
pub(in crate::app) fn last_reader_form() -> ReaderForm {
    gloo::storage::LocalStorage::get(FORM).unwrap_or_default()
}

/// Carries out the user's actions.
#[hook]
pub(in crate::app) fn use_readers(
    pdf: &PdfClient,
    state: &UseReducerHandle<Store>,
    send: &Callback<Action>,
) -> Callback<ReaderAsk> {
    let inner = {
        let (pdf, send) = (pdf.clone(), send.reform(Action::Readers));
        use_memo((), move |()| Inner {
            client: ReadersClient::new(),
            pdf,
            send,
            state: RefCell::default(),
            offered: RefCell::default(),
            driver: RefCell::default(),
            turn: Cell::default(),
        })
    };
    inner.state.replace(Some(state.clone()));
    use_callback(inner, |ask, inner| {
        let inner = Rc::clone(inner);
        match ask {
            ReaderAsk::Look(form) => inner.look(form),
            ReaderAsk::Start(account) => spawn_local(async move { inner.start(account).await }),
            ReaderAsk::Cancel => inner.cancel(),
            ReaderAsk::SaveReadings => inner.save((words::READINGS, "application/jsonl"), |end| &end.readings),
            ReaderAsk::SaveRun => inner.save((words::RUN, "application/json"), |end| &end.run),
        }
    })
}

struct Inner {
    client: ReadersClient,
    pdf: PdfClient,
    send: Callback<ReaderAction>,
    /// The state at the last rendering.
    state: RefCell<Option<UseReducerHandle<Store>>>,
    /// The run that was previewed. Nothing else is sent.
    offered: RefCell<Option<ReaderPlan>>,
    /// The requests that are being sent.
    driver: RefCell<Option<Driver>>,
    /// Counts the runs, so that one that was cancelled while its pictures were prepared can be recognised.
    turn: Cell<u32>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// What has been prepared, and the pages that could not be, with the reasons.
type Prepared = (Vec<PreparedUnit>, Vec<(String, String)>);

impl Inner {
    fn plan(&self, form: ReaderForm) -> Result<ReaderPlan, ReaderProblem> {
        let state = self.state.borrow();
        let pages = state.as_ref().map(|state| state.readable(form.which));
        ReaderPlan::new(form, pages.unwrap_or_default())
    }

    fn look(&self, form: ReaderForm) {
        self.offered.take();
        let offered = self.plan(form).and_then(|plan| Ok((plan.likely()?, plan)));
        self.send.emit(ReaderAction::Looked(match offered {
            Ok((run, plan)) => {
                let replaced = self.state.borrow().as_ref().map_or(0, |state| state.replaced_by(&plan));
                let offer = offer(&plan, &run, replaced);
                self.offered.replace(Some(plan));
                ReaderPreview::Ready(Rc::new(offer))
            }
            Err(problem) => ReaderPreview::Refused(problem),
        }));
    }

    async fn start(self: Rc<Self>, account: Account) {
        let Some(plan) = self.offered.take() else { return };
        // The next form is usually similar. Without storage, the user must fill it in again.
        let _ = gloo::storage::LocalStorage::set(FORM, &plan.form);
        let turn = self.turn.get() + 1;
        self.turn.set(turn);
        let Some((prepared, unread)) = self.prepare(&plan, turn).await else {
            return;
        };
        if prepared.is_empty() {
            let why = unread.first().map(words::unread);
            return self.fail(why.unwrap_or_else(|| words::NO_PAGES.to_owned()));
        }
        let known = match plan.run(&prepared, &[]) {
            Ok((run, _)) => Answers::open().await.known(&ReaderPlan::keys(&run)).await,
            Err(_) => Vec::new(),
        };
        if self.turn.get() != turn {
            return;
        }
        match plan.run(&prepared, &known) {
            Ok((run, calls)) => self.drive(plan, prepared, unread, (run, calls), account),
            Err(ReaderProblem::Model(problem)) => self.fail(problem.message),
            Err(_) => self.fail(words::NO_PAGES.to_owned()),
        }
    }

    /// Prepares the pictures of all requests; `None` if that was cancelled.
    async fn prepare(&self, plan: &ReaderPlan, turn: u32) -> Option<Prepared> {
        let (mut prepared, mut unread) = (Vec::new(), Vec::new());
        for (done, unit) in plan.units.iter().enumerate() {
            self.send
                .emit(ReaderAction::Began(ReaderStage::Preparing(done, plan.units.len())));
            let (mut images, mut pages) = (Vec::new(), Vec::new());
            for page in unit.pages.iter().filter_map(|id| plan.page(id)) {
                match self.image(page).await {
                    Ok(image) => {
                        images.push(image);
                        pages.push(page.page.id.clone());
                    }
                    Err(why) => unread.push((page.page.id.clone(), why)),
                }
            }
            if self.turn.get() != turn {
                return None;
            }
            if images.is_empty() {
                continue;
            }
            let order = &plan.order;
            let shown = self.client.prepare(images, order.longest_side, order.granularity).await;
            if self.turn.get() != turn {
                return None;
            }
            match shown {
                Ok(shown) => {
                    // Later pages first, so that the indices stay right.
                    let failed: BTreeMap<usize, String> = shown.failed.into_iter().collect();
                    unread.extend(failed.into_iter().rev().map(|(page, why)| (pages.remove(page), why)));
                    if !shown.pictures.is_empty() {
                        prepared.push(PreparedUnit {
                            unit: Unit { pages },
                            pictures: shown.pictures,
                        });
                    }
                }
                Err(AskError::Failed(why)) => unread.extend(pages.into_iter().map(|page| (page, why.clone()))),
                Err(AskError::GivenUp) => return None,
            }
        }
        Some((prepared, unread))
    }

    async fn image(&self, page: &ReadablePage) -> Result<Blob, String> {
        match &page.picture.source {
            Source::Image(blob) => Ok(blob.clone()),
            Source::Page(page) => {
                let drawn = self.pdf.draw(page.clone()).await?;
                drawn.picture.blob().cloned().ok_or_else(|| words::NO_PAGES.to_owned())
            }
        }
    }

    fn drive(
        self: Rc<Self>,
        plan: ReaderPlan,
        prepared: Vec<PreparedUnit>,
        unread: Vec<(String, String)>,
        (run, calls): (Run, ReaderCalls),
        account: Account,
    ) {
        let pictures = prepared.iter().flat_map(|unit| &unit.pictures);
        let pictures: Pictures = pictures
            .map(|(picture, blob)| (picture.sha256.clone(), blob.clone()))
            .collect();
        self.send.emit(ReaderAction::Began(ReaderStage::Asking(tally(&run), 0)));
        let inner = Rc::downgrade(&self);
        let coming = Cell::new(0);
        let driver = Driver::start(run, account, pictures, move |run, step| {
            let Some(inner) = inner.upgrade() else { return };
            match step {
                Step::Settled(record) => {
                    inner.asking(run, coming.get());
                    if record.is_settled() {
                        spawn_local(async move {
                            // Without room in storage, the page is read again next time.
                            let _ = Answers::open().await.put(&record).await;
                        });
                    }
                }
                Step::Coming(length) => {
                    coming.set(length);
                    inner.asking(run, length);
                }
                Step::Ended => {
                    let read = plan.read(run, &calls, &prepared, now());
                    inner.forget_driver();
                    let stopped = run.stopped().cloned();
                    inner
                        .send
                        .emit(ReaderAction::Ended(Box::new(read), stopped, unread.clone()));
                }
                Step::Lost => {
                    inner.forget_driver();
                    inner.fail(progress::LOST.to_owned());
                }
            }
        });
        self.driver.replace(Some(driver));
    }

    fn asking(&self, run: &Run, coming: usize) {
        self.send
            .emit(ReaderAction::Began(ReaderStage::Asking(tally(run), coming)));
    }

    fn fail(&self, message: String) {
        self.send.emit(ReaderAction::Began(ReaderStage::Failed(message)));
    }

    /// Drops the driver, which may be calling this code, a little later.
    fn forget_driver(&self) {
        let driver = self.driver.take();
        gloo::timers::callback::Timeout::new(0, move || drop(driver)).forget();
    }

    fn cancel(&self) {
        match &*self.driver.borrow() {
            Some(driver) => driver.cancel(),
            None => {
                self.turn.set(self.turn.get() + 1);
                self.client.give_up();
                self.send.emit(ReaderAction::Dismissed);
            }
        }
    }

    fn save(&self, (name, media_type): (&str, &str), text: fn(&ReaderEnd) -> &String) {
        let state = self.state.borrow();
        let Some(ReaderStage::Ended(end)) = state.as_ref().map(|state| &state.readers.stage) else {
            return;
        };
        let file = Blob::new(text(end).as_bytes(), media_type);
        if download(name, &file).is_none() {
            drop(state);
            self.fail(failures::NOT_SAVED.to_owned());
        }
    }
}

fn offer(plan: &ReaderPlan, run: &Run, replaced: usize) -> ReaderOffer {
    let pictures = || {
        (0..run.progress().total)
            .filter_map(|call| run.call(call))
            .flat_map(|call| &call.turns[..1])
            .flat_map(|turn| &turn.pictures)
    };
    let area = |(width, height): &(u32, u32)| u64::from(*width) * u64::from(*height);
    let sizes: Vec<(u32, u32)> = pictures().map(|picture| (picture.width, picture.height)).collect();
    let least = sizes.iter().copied().min_by_key(area);
    let most = sizes.iter().copied().max_by_key(area);
    let first = run.preview().next();
    ReaderOffer {
        form: plan.form.clone(),
        pictures: sizes.len(),
        sizes: least.zip(most).map(|(least, most)| [least, most]),
        estimate: run.estimate(),
        example: first.and_then(|(item, request)| Some(example(run.call(item)?, &request))),
        replaced,
    }
}
