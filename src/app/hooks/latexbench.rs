//! Carries out what the person wants of LaTeXBench: items, runs, results, drawings and files.

use std::{cell::RefCell, rc::Rc};

use gloo::file::File;
use gloo::storage::Storage;
use texlens_blob::Blob;
use texlens_judge::{Account, Run};
use texlens_latexbench::Verdict;
use texlens_workspace::benching::{BenchAsking, BenchForm, BenchOrigin, BenchPlan, JudgeStage, LabelledRun};
use texlens_workspace::messages::latexbench::{Ask, BenchFile, Reply};
use texlens_workspace::state::{Action, Bench, BenchAction, BenchOffer, BenchPreview, BenchStage, DrawnAnswer, Tally};
use texlens_workspace::words::{failures, judge::progress, latexbench as words};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::judge::{example, tally};
use super::save::{download, now};
use crate::judge::{Answers, Driver, KeptBench, Pictures, Step};
use crate::worker::asking::{Answer as Reported, AskError, Progress};
use crate::worker::latexbench::LatexBenchClient;

/// The storage key of the last form, which contains no API key.
const FORM: &str = "texlens-latexbench-form";

/// The endings of the files that can be opened.
pub(in crate::app) const BENCH_FILES: &[&str] = &[".json", ".jsonl", ".xlsx"];

/// An action of the user.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum BenchAsk {
    /// Makes the items of a seed.
    Make(u64),
    /// Opens files with items or runs.
    Open(Vec<File>),
    /// Previews a run.
    Look(BenchForm),
    /// Starts the previewed run with these accounts.
    Start(Account, Option<Account>),
    /// Cancels what is being done. Answers that have come are kept.
    Cancel,
    /// Typesets a text.
    Draw(String),
    /// Writes a file.
    Save(BenchFile),
}

/// Returns the form of the last run.
pub(in crate::app) fn last_bench_form() -> BenchForm {
    gloo::storage::LocalStorage::get(FORM).unwrap_or_default()
}

/// Carries out the user's actions, calculates results, and stores items and runs for later visits.
#[hook]
pub(in crate::app) fn use_latexbench(bench: &Rc<Bench>, send: &Callback<Action>) -> Callback<BenchAsk> {
    let inner = {
        let send = send.clone();
        use_memo((), move |()| {
            let send = send.reform(Action::Bench);
            Inner {
                client: LatexBenchClient::new(),
                send,
                bench: RefCell::default(),
                asked: RefCell::default(),
                turn: RefCell::default(),
            }
        })
    };
    inner.bench.replace(Rc::clone(bench));
    {
        let inner = inner.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                if let Some(kept) = Answers::open().await.bench().await {
                    inner.send.emit(BenchAction::Recalled(kept.items, kept.runs));
                }
            });
        });
    }
    {
        let inner = inner.clone();
        let runs = if bench.is_shown { bench.runs.clone() } else { Vec::new() };
        use_effect_with((runs, bench.results.is_none()), move |(runs, is_missing)| {
            if !runs.is_empty() && *is_missing {
                let (inner, runs) = (inner.clone(), runs.clone());
                spawn_local(async move { inner.results(runs).await });
            }
        });
    }
    use_effect_with((bench.items.clone(), bench.runs.clone()), |(items, runs)| {
        let Some(items) = items.clone() else { return };
        let kept = KeptBench {
            items,
            runs: runs.clone(),
        };
        spawn_local(async move {
            // Without room in storage, items and runs last as long as the page.
            let _ = Answers::open().await.put_bench(&kept).await;
        });
    });
    Callback::from(move |ask| {
        let inner = inner.clone();
        match ask {
            BenchAsk::Make(seed) => spawn_local(async move { inner.make(seed).await }),
            // A drop can come at any time.
            BenchAsk::Open(_) if inner.bench().is_busy() => {}
            BenchAsk::Open(files) => spawn_local(async move { inner.open(files).await }),
            BenchAsk::Look(form) => spawn_local(async move { inner.look(form).await }),
            BenchAsk::Start(subject, judge) => inner.start(subject, judge),
            BenchAsk::Cancel => inner.cancel(),
            BenchAsk::Draw(latex) => spawn_local(async move { inner.draw(latex).await }),
            BenchAsk::Save(file) => spawn_local(async move { inner.save(file).await }),
        }
    })
}

struct Inner {
    client: LatexBenchClient,
    send: Callback<BenchAction>,
    /// The state at the last rendering.
    bench: RefCell<Rc<Bench>>,
    asked: RefCell<Asked>,
    /// Counts the previews, so that an outdated one can be recognised.
    turn: RefCell<u32>,
}

/// What is being asked, or waits for confirmation.
#[derive(Default)]
enum Asked {
    #[default]
    Nothing,
    /// A preview is ready.
    Ready(Box<BenchPlan>),
    /// A model is being asked.
    Driving(Driver),
}

/// A run between its stages.
struct Stage {
    asking: BenchAsking,
    judge: Option<Account>,
    /// The run of the model under test, once it has ended.
    subject: RefCell<Option<Run>>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Inner {
    fn bench(&self) -> Rc<Bench> {
        Rc::clone(&self.bench.borrow())
    }

    fn fail(&self, error: AskError) {
        self.send.emit(match error {
            AskError::GivenUp => BenchAction::Finished,
            AskError::Failed(message) => BenchAction::Failed(message),
        });
    }

    /// Asks the worker, with progress on the screen.
    async fn ask(&self, ask: Ask) -> Result<Reply, AskError> {
        let send = self.send.clone();
        let tell = move |progress| {
            send.emit(BenchAction::Began(match progress {
                Progress::Steps(done, all) => BenchStage::Checking(done, all),
                Progress::Loading(loaded, total) => BenchStage::Loading(loaded, total),
            }));
        };
        self.client.ask(ask, Box::new(tell)).await.and_then(reply_of)
    }

    async fn make(&self, seed: u64) {
        self.send.emit(BenchAction::Began(BenchStage::Working));
        match self.ask(Ask::Make { seed }).await {
            Ok(Reply::Items(items)) => self.send.emit(BenchAction::Items(Rc::new(items))),
            Ok(_) => self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
            Err(error) => self.fail(error),
        }
    }

    /// Opens files, items before runs.
    async fn open(&self, files: Vec<File>) {
        self.send.emit(BenchAction::Began(BenchStage::Working));
        let mut runs = Vec::new();
        for file in files {
            let handle: &web_sys::File = file.as_ref();
            let read = self.client.read(file.name(), Blob::from(handle.clone())).await;
            match read.and_then(reply_of) {
                Ok(Reply::Items(items)) => self.send.emit(BenchAction::Items(Rc::new(items))),
                Ok(Reply::Run(run)) => runs.push(*run),
                Ok(_) => return self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
                Err(AskError::Failed(why)) => {
                    return self.fail(AskError::Failed(words::unreadable(&file.name(), &why)));
                }
                Err(error) => return self.fail(error),
            }
        }
        for run in runs {
            self.send.emit(BenchAction::Run(run));
        }
        self.send.emit(BenchAction::Finished);
    }

    async fn look(&self, form: BenchForm) {
        let turn = *self.turn.borrow() + 1;
        self.turn.replace(turn);
        if matches!(&*self.asked.borrow(), Asked::Driving(_)) {
            return;
        }
        self.asked.replace(Asked::Nothing);
        let Some(items) = self.bench().items.clone() else {
            return;
        };
        let planned = match BenchPlan::new(form.clone(), items.clone(), &[]) {
            Ok(plan) => {
                let known = Answers::open().await.known(&plan.keys()).await;
                BenchPlan::new(form, items, &known)
            }
            Err(problem) => Err(problem),
        };
        // The user may have continued to type.
        if *self.turn.borrow() != turn {
            return;
        }
        let preview = match planned {
            Ok(plan) => {
                let offer = offer(&plan);
                self.asked.replace(Asked::Ready(Box::new(plan)));
                BenchPreview::Ready(Rc::new(offer))
            }
            Err(problem) => BenchPreview::Refused(problem),
        };
        self.send.emit(BenchAction::Looked(preview));
    }

    fn start(self: Rc<Self>, subject: Account, judge: Option<Account>) {
        let plan = match self.asked.take() {
            Asked::Ready(plan) => *plan,
            other => {
                self.asked.replace(other);
                return;
            }
        };
        let BenchPlan { run, asking, .. } = plan;
        // The next form is usually similar. Without storage, the user must fill it in again.
        let _ = gloo::storage::LocalStorage::set(FORM, &asking.form);
        let stage = Rc::new(Stage {
            asking,
            judge,
            subject: RefCell::default(),
        });
        self.drive(run, subject, BenchStage::Asking, move |inner, run| {
            stage.subject.replace(Some(run));
            let stage = stage.clone();
            spawn_local(async move { inner.judge(stage).await });
        });
    }

    /// Sends the requests of a run, and passes the run on when it has ended.
    fn drive(
        self: Rc<Self>,
        run: Run,
        account: Account,
        stage: fn(Tally) -> BenchStage,
        ended: impl Fn(Rc<Self>, Run) + 'static,
    ) {
        self.send.emit(BenchAction::Began(stage(tally(&run))));
        let inner = Rc::downgrade(&self);
        let driver = Driver::start(run, account, Pictures::new(), move |run, step| {
            let Some(inner) = inner.upgrade() else { return };
            match step {
                Step::Settled(record) => {
                    inner.send.emit(BenchAction::Began(stage(tally(run))));
                    if record.is_settled() {
                        spawn_local(async move {
                            // Without room in storage, the question is asked again next time.
                            let _ = Answers::open().await.put(&record).await;
                        });
                    }
                }
                Step::Coming(_) => {}
                Step::Ended => ended(inner, run.clone()),
                Step::Lost => inner.fail(AskError::Failed(progress::LOST.to_owned())),
            }
        });
        self.asked.replace(Asked::Driving(driver));
    }

    /// Checks the answers by rules, then asks the judge.
    async fn judge(self: Rc<Self>, stage: Rc<Stage>) {
        let Some(subject) = stage.subject.borrow().clone() else {
            return;
        };
        let answers = stage.asking.answers(&subject);
        let texts = answers.iter().map(|answer| answer.text().map(str::to_owned));
        self.send
            .emit(BenchAction::Began(BenchStage::Checking(0, answers.len())));
        let ask = Ask::Check {
            items: stage.asking.items.jsonl.clone(),
            answers: texts.collect(),
            compiles: stage.asking.form.compiles,
        };
        let rules = match self.ask(ask).await {
            Ok(Reply::Verdicts(rules)) => rules,
            Ok(_) => return self.end_with(AskError::Failed(words::UNEXPECTED.to_owned())),
            Err(error) => return self.end_with(error),
        };
        let asked = match stage.asking.judge_stage(&subject, &[]) {
            Ok(Some(asked)) => {
                let keys: Vec<_> = asked.run.keys().cloned().collect();
                let known = Answers::open().await.known(&keys).await;
                stage.asking.judge_stage(&subject, &known)
            }
            other => other,
        };
        match (asked, stage.judge.clone()) {
            (Ok(Some(JudgeStage { run, calls })), Some(account)) => {
                self.drive(run, account, BenchStage::Judging, move |inner, run| {
                    let judged = JudgeStage {
                        run,
                        calls: calls.clone(),
                    };
                    inner.end(&stage.asking, &subject, Some(&judged), rules.clone());
                });
            }
            // Without a judge, or with one that cannot be asked, the rules decide.
            _ => self.end(&stage.asking, &subject, None, rules),
        }
    }

    fn end(&self, asking: &BenchAsking, subject: &Run, judged: Option<&JudgeStage>, rules: Vec<Option<Verdict>>) {
        let run = asking.kept(subject, judged, rules, now());
        let run = LabelledRun::from(&run);
        self.forget_driver();
        self.send.emit(BenchAction::Run(run));
        let stopped = [Some(subject), judged.map(|judged| &judged.run)];
        let stopped = stopped.into_iter().flatten().find_map(Run::stopped);
        if let Some(stopped) = stopped {
            self.send.emit(BenchAction::Failed(words::stopped(stopped)));
        }
    }

    fn end_with(&self, error: AskError) {
        self.forget_driver();
        self.fail(error);
    }

    /// Drops the driver, which may be calling this code, a little later.
    fn forget_driver(&self) {
        let asked = self.asked.take();
        gloo::timers::callback::Timeout::new(0, move || drop(asked)).forget();
    }

    fn cancel(&self) {
        if let Asked::Driving(driver) = &*self.asked.borrow() {
            driver.cancel();
        }
        if !matches!(self.bench().stage, BenchStage::Asking(_) | BenchStage::Judging(_)) {
            self.client.give_up();
        }
    }

    async fn results(&self, runs: Vec<Rc<LabelledRun>>) {
        let ask = Ask::Results {
            runs: runs.iter().map(labelled).collect(),
        };
        match self.ask(ask).await {
            Ok(Reply::Results(results)) => self.send.emit(BenchAction::Results(runs, results)),
            Ok(_) => self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
            Err(AskError::GivenUp) => {}
            Err(error) => self.fail(error),
        }
    }

    async fn draw(&self, latex: String) {
        let drawn = |outcome| DrawnAnswer {
            latex: latex.clone(),
            outcome,
        };
        self.send.emit(BenchAction::Drawn(drawn(None)));
        let quiet = self.client.ask(Ask::Draw { latex: latex.clone() }, Box::new(|_| {}));
        let outcome = match quiet.await.and_then(reply_of) {
            Ok(Reply::Drawing(drawing)) => Ok(drawing),
            Ok(_) => Err(words::UNEXPECTED.to_owned()),
            Err(AskError::Failed(message)) => Err(message),
            Err(AskError::GivenUp) => return,
        };
        self.send.emit(BenchAction::Drawn(drawn(Some(outcome))));
    }

    async fn save(&self, file: BenchFile) {
        let bench = self.bench();
        let Some(items) = &bench.items else { return };
        let runs = match file {
            BenchFile::Run => bench.run().map(labelled).into_iter().collect(),
            _ => bench.runs.iter().map(labelled).collect(),
        };
        let seed = match items.origin {
            BenchOrigin::Seed(seed) => Some(seed),
            BenchOrigin::File(_) => None,
        };
        let ask = Ask::Write {
            file,
            items: items.jsonl.clone(),
            seed,
            runs,
        };
        match self.client.ask(ask, Box::new(|_| {})).await {
            Ok(Reported::File(blob)) => {
                if download(file.name(), &blob).is_none() {
                    self.fail(AskError::Failed(failures::NOT_SAVED.to_owned()));
                }
            }
            Ok(Reported::Reply(_)) => self.fail(AskError::Failed(words::UNEXPECTED.to_owned())),
            Err(error) => self.fail(error),
        }
    }
}

/// Returns the reply of an answer that is no file.
fn reply_of(answer: Reported<Reply>) -> Result<Reply, AskError> {
    match answer {
        Reported::Reply(reply) => Ok(*reply),
        Reported::File(_) => Err(AskError::Failed(words::UNEXPECTED.to_owned())),
    }
}

/// Returns a run as the worker reads it.
fn labelled(run: &Rc<LabelledRun>) -> (String, String) {
    (run.label.clone(), run.json.clone())
}

fn offer(plan: &BenchPlan) -> BenchOffer {
    let run = &plan.run;
    let first = run.preview().next();
    BenchOffer {
        form: plan.asking.form.clone(),
        subject: run.estimate(),
        known: run.progress().from_cache,
        judge: plan.judge_estimate(),
        example: first.and_then(|(item, request)| Some(example(run.call(item)?, &request))),
    }
}
