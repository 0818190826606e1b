//! Asks a judge, once the user has agreed to what is sent.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::storage::Storage;
use texlens_evaluate::{Unit, units};
use texlens_judge::{Account, Call, HttpRequest, Run, judging::Judging};
use texlens_workspace::judging::{Again, Form, Plan, Problem, Question, Rounds, Verdicts};
use texlens_workspace::state::{Action, Example, JudgingAction, Offer, Preview, SampleId, State, Tally};
use texlens_workspace::words::judge::offer::your_key;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{save::now, turn::Turn};
use crate::app::store::Store;
use crate::judge::{Answers, Driver, Pictures, Step};

/// The storage key of the last form, which contains no API key.
const FORM: &str = "texlens-judge-form";

/// An action of the user in the judge dialog.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum JudgeAsk {
    /// Previews the requests.
    Look(Form),
    /// Sends the previewed requests with this account.
    Start(Account),
    /// Stops sending.
    Cancel,
    /// Removes a run; its answers stay stored.
    Remove(Rc<Verdicts>),
}

/// Returns the form of the last run.
pub(in crate::app) fn last_form() -> Form {
    gloo::storage::LocalStorage::get(FORM).unwrap_or_default()
}

/// Carries out the user's actions, and restores the verdicts of earlier visits.
#[hook]
pub(in crate::app) fn use_judge(state: &UseReducerHandle<Store>, send: &Callback<Action>) -> Callback<JudgeAsk> {
    let inner = use_memo((), |()| Inner::default());
    {
        let send = send.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                let runs = Answers::open().await.runs().await;
                let verdicts: Vec<Rc<Verdicts>> = runs.into_iter().map(|run| Rc::new(run.into())).collect();
                if !verdicts.is_empty() {
                    send.emit(Action::Judging(JudgingAction::Recalled(verdicts)));
                }
            });
        });
    }
    use_stored_runs(&state.judging.verdicts);
    let (state, send) = (state.clone(), send.clone());
    Callback::from(move |ask| match ask {
        JudgeAsk::Look(form) => {
            let look = inner.looks.get() + 1;
            inner.looks.set(look);
            inner.ready.take();
            let (inner, state, send) = (inner.clone(), state.clone(), send.clone());
            spawn_local(async move {
                let looked = inner.look(form, &state, look).await;
                // The user may have continued to type.
                if inner.looks.get() != look {
                    return;
                }
                let preview = match looked {
                    Some(Ok(question)) => {
                        let offer = offer(&question);
                        inner.ready.replace(Some(question));
                        Preview::Ready(Rc::new(offer))
                    }
                    Some(Err(problem)) => Preview::Refused(problem),
                    None => return,
                };
                send.emit(Action::Judging(JudgingAction::Looked(preview)));
            });
        }
        JudgeAsk::Start(account) => inner.start(account, state.judging.verdicts.clone(), &send),
        JudgeAsk::Remove(verdicts) => send.emit(Action::Judging(JudgingAction::Removed(verdicts))),
        JudgeAsk::Cancel => {
            if let Some(driver) = &*inner.driver.borrow() {
                driver.cancel();
            }
        }
    })
}

/// Removes runs from storage that were removed from the state, and stores those again that come back by undo.
#[hook]
fn use_stored_runs(verdicts: &[Rc<Verdicts>]) {
    let before = use_mut_ref(Vec::<Rc<Verdicts>>::new);
    let removed = use_mut_ref(Vec::<Rc<Verdicts>>::new);
    use_effect_with(verdicts.to_vec(), move |now| {
        let before = before.replace(now.clone());
        // A run that another replaces has the same place in storage.
        let is_gone = |run: &&Rc<Verdicts>| !now.iter().any(|other| other == *run || other.replaces(run));
        let gone: Vec<Rc<Verdicts>> = before.iter().filter(is_gone).cloned().collect();
        let mut removed = removed.borrow_mut();
        removed.extend(gone.iter().cloned());
        let (back, still): (Vec<_>, Vec<_>) = removed.drain(..).partition(|run| now.contains(run));
        *removed = still;
        if gone.is_empty() && back.is_empty() {
            return;
        }
        spawn_local(async move {
            let answers = Answers::open().await;
            for run in gone {
                // A run that cannot be removed reappears at the next visit.
                let _ = answers.remove_run(run.run()).await;
            }
            for run in back {
                let _ = answers.put_run(run.run()).await;
            }
        });
    });
}

#[derive(Default)]
struct Inner {
    /// Counts the previews, so that an outdated one can be recognised.
    looks: Cell<u32>,
    /// The previewed question.
    ready: RefCell<Option<Question>>,
    driver: RefCell<Option<Driver>>,
}

impl PartialEq for Inner {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Inner {
    /// Prepares the preview; `None` if it is outdated.
    async fn look(&self, form: Form, state: &State, look: u32) -> Option<Result<Question, Problem>> {
        let shown = form.shown_only.then(|| shown(state));
        let mut plan = Plan::new(form);
        let turn = Turn::new();
        let boards = state.all_boards();
        let sample = |id: u32| state.samples.get(SampleId(id));
        let units = units(&boards, |id| sample(id).map(|sample| sample.name.as_str()));
        let is_wanted = |unit: &Unit<'_>| match (&shown, unit.sample) {
            (Some(shown), id) => id.is_some_and(|id| shown.contains(&SampleId(id))),
            (None, _) => true,
        };
        for unit in units.into_iter().filter(is_wanted) {
            let sample = unit.sample.and_then(sample);
            plan.add(&unit, sample.map(|sample| &**sample));
            if turn.pause().await && self.looks.get() != look {
                return None;
            }
        }
        let question = match plan.question(Vec::new()) {
            Ok(question) => question,
            Err(problem) => return Some(Err(problem)),
        };
        let answers = Answers::open().await;
        let known = match question.then {
            None => answers.known(&question.keys()).await,
            // The questions of later rounds are not known yet.
            Some(_) => answers.all().await,
        };
        Some(plan.question(known))
    }

    fn start(&self, account: Account, earlier: Vec<Rc<Verdicts>>, send: &Callback<Action>) {
        let Some(Question { run, rounds, form, .. }) = self.ready.take() else {
            return;
        };
        // The next form is usually similar. Without storage, the user must fill it in again.
        let next = Form {
            // Asking again costs money, so it must be chosen each time.
            again: Again::default(),
            ..form
        };
        let _ = gloo::storage::LocalStorage::set(FORM, &next);
        let teller = Teller {
            rounds: RefCell::new(rounds),
            earlier,
            send: send.clone(),
        };
        teller.tell(&run);
        let driver = Driver::start(run, account, Pictures::new(), move |run, step| teller.hear(run, step));
        self.driver.replace(Some(driver));
    }
}

/// Reports the progress of a run to the page.
struct Teller {
    rounds: RefCell<Rounds>,
    /// The verdicts of earlier runs.
    earlier: Vec<Rc<Verdicts>>,
    send: Callback<Action>,
}

impl Teller {
    fn hear(&self, run: &mut Run, step: Step) {
        match step {
            Step::Settled(record) => {
                self.tell(run);
                if record.is_settled() {
                    spawn_local(async move {
                        // Without room in storage, the question is asked again next time.
                        let _ = Answers::open().await.put(&record).await;
                    });
                }
            }
            // Judges answer in a few words, as a whole.
            Step::Coming(_) => {}
            Step::Ended => {
                if self.has_more(run) {
                    self.tell(run);
                } else {
                    self.end(run);
                }
            }
            Step::Lost => self.send.emit(Action::Judging(JudgingAction::Told(Tally {
                is_lost: true,
                is_running: false,
                ..tally(run)
            }))),
        }
    }

    /// Starts the next round that has open questions; returns `false` if there is none.
    fn has_more(&self, run: &mut Run) -> bool {
        // Fails only for a protocol without prompts; the protocols of the page have prompts.
        while self.rounds.borrow_mut().advance(run).unwrap_or_default() {
            let progress = run.progress();
            if progress.settled < progress.total {
                return true;
            }
        }
        false
    }

    fn tell(&self, run: &Run) {
        self.send.emit(Action::Judging(JudgingAction::Told(tally(run))));
    }

    fn end(&self, run: &Run) {
        let rounds = self.rounds.borrow();
        let judging = rounds.judging();
        let verdicts = judging.map(|judging| Rc::new(Verdicts::of(judging, run, &now(), &self.earlier)));
        if let Some(kept) = verdicts.clone() {
            spawn_local(async move {
                let _ = Answers::open().await.put_run(kept.run()).await;
            });
        }
        let tally = Tally {
            is_running: false,
            ..tally(run)
        };
        self.send.emit(Action::Judging(JudgingAction::Ended(tally, verdicts)));
    }
}

/// Returns the progress of a run.
pub(super) fn tally(run: &Run) -> Tally {
    let settings = run.settings();
    Tally {
        model: settings.endpoint.model().to_owned(),
        progress: run.progress(),
        budget: settings.budget,
        stopped: run.stopped().cloned(),
        is_lost: false,
        is_running: true,
    }
}

/// Returns the shown sample, or the pages of a shown document, so that no formula is judged twice.
fn shown(state: &State) -> Vec<SampleId> {
    let shown: Vec<SampleId> = state.current().map(|sample| sample.id).into_iter().collect();
    let pages = shown.iter().flat_map(|id| state.samples.pages(*id));
    let pages: Vec<SampleId> = pages.map(|page| page.id).collect();
    if pages.is_empty() { shown } else { pages }
}

fn offer(question: &Question) -> Offer {
    let Question {
        run,
        rounds,
        form,
        then,
    } = question;
    let first = run.preview().next();
    let estimate = run.estimate();
    let progress = run.progress();
    let calls = usize::try_from(estimate.calls).unwrap_or(usize::MAX);
    Offer {
        form: form.clone(),
        repeated: progress.total.saturating_sub(calls + progress.from_cache),
        known: progress.from_cache,
        pages: rounds.pages(),
        then: *then,
        ruled: rounds.judging().map_or(0, Judging::decided),
        example: first.and_then(|(item, request)| Some(example(run.call(item)?, &request))),
        suspicions: question.suspicions(),
        estimate,
    }
}

/// Returns a request as it is sent, without the key.
pub(super) fn example(call: &Call, request: &HttpRequest) -> Example {
    let mut headers = request.headers.clone();
    headers.push((request.key.name.clone(), your_key(&request.key.prefix)));
    let sent = request.body.to_string();
    let body = serde_json::from_str::<serde_json::Value>(&sent);
    let body = body.and_then(|body| serde_json::to_string_pretty(&body));
    Example {
        url: request.url.clone(),
        headers,
        system: call.system.clone(),
        question: call.turns.iter().map(|turn| turn.text.as_str()).collect(),
        body: body.unwrap_or(sent),
    }
}
