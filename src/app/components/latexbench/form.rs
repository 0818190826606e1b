//! The dialog that starts a run: which models, at what cost, and exactly what leaves this machine.

use std::collections::BTreeSet;

use gloo::timers::callback::Timeout;
use texlens_browser::engine;
use texlens_judge::Account;
use texlens_tex::Use;
use texlens_workspace::benching::{BenchForm as Form, ModelRole, Parameter};
use texlens_workspace::judging::ModelForm;
use texlens_workspace::state::{Action, Bench, BenchAction, BenchOffer, BenchPreview, ViewAction};
use texlens_workspace::words::{common, judge::form as fields, judge::offer, latexbench as words};
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::judge::{ModelEdit, Prices, Shown, TextField, Whom};
use crate::app::components::modal::Modal;
use crate::app::hooks::{BenchAsk, last_bench_form, use_form};

/// The preview of the requests is calculated after this pause in typing.
const PAUSE_MS: u32 = 300;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) bench: Same<Bench>,
    pub(in crate::app::components) ask: Callback<BenchAsk>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// The sheet in which a person agrees to what is sent.
#[component]
pub(in crate::app::components) fn BenchForm(props: &Props) -> Html {
    let Props { bench, ask, send } = props;
    let form = use_form(last_bench_form);
    // The keys exist only in this component and in the requests.
    let (key, judge_key) = (use_state_eq(String::new), use_state_eq(String::new));
    use_looking(&form, ask, send);
    let set = |edit: fn(&mut Form, String)| form.edit(edit);
    let toggle = |edit: fn(&mut Form)| form.edit(move |form, _: Event| edit(form));
    let offered = match &bench.preview {
        BenchPreview::Ready(offer) if offer.form == *form => Some(offer.clone()),
        _ => None,
    };
    let problem = match &bench.preview {
        BenchPreview::Refused(problem) => Some(problem),
        _ => None,
    };
    let accounts = accounts(&form, &key, &judge_key);
    let start = {
        let (ask, send, accounts) = (ask.clone(), send.clone(), accounts.clone().ok());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some((subject, judge)) = accounts.clone() {
                ask.emit(BenchAsk::Start(subject, judge));
                send.emit(Action::View(ViewAction::Dialog(None)));
            }
        })
    };
    let on_key = |key: &UseStateHandle<String>| {
        let key = key.setter();
        Callback::from(move |typed: String| key.set(typed))
    };
    let key_problem = |of: ModelRole, typed: &str| match &accounts {
        Err((role, message)) if *role == of && !typed.is_empty() => Some(message.clone()),
        _ => None,
    };
    let parameter = |of: Parameter, message: &'static str| {
        problem
            .is_some_and(|problem| problem.is_of(of))
            .then(|| message.to_owned())
    };
    let of_model = |role: ModelRole| problem.and_then(|problem| problem.of_model(role)).cloned();
    let on_subject = form.edit(|form: &mut Form, edit: ModelEdit| edit(&mut form.subject));
    let on_judge = form.edit(|form: &mut Form, edit: ModelEdit| edit(&mut form.judge));
    let download = engine::download(Use::Document, &BTreeSet::new()) as f64 / 1e6;
    html! {
        <Modal title={words::FORM_TITLE} class="judge" keeps_beside=true on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <form onsubmit={start}>
                <p class="dim">{words::FORM_INTRODUCTION}</p>
                <fieldset>
                    <legend>{words::SUBJECT}</legend>
                    <Whom form={form.subject.clone()} list="bench-subjects" problem={of_model(ModelRole::Subject)} change={on_subject.clone()} />
                    <TextField label={words::KEY} kind="password" value={(*key).clone()} problem={key_problem(ModelRole::Subject, &key)} note={fields::KEY_NOTE} on_change={on_key(&key)} />
                    <div class="field-row">
                        <Prices form={form.subject.clone()} problem={of_model(ModelRole::Subject)} change={on_subject} />
                        <TextField
                            label={words::TEMPERATURE}
                            value={form.temperature.clone()}
                            placeholder={words::DEFAULT}
                            problem={parameter(Parameter::Temperature, words::TEMPERATURE_PROBLEM)}
                            on_change={set(|form, typed| form.temperature = typed)}
                        />
                        <TextField
                            label={words::MODEL_SEED}
                            value={form.seed.clone()}
                            placeholder={words::DEFAULT}
                            problem={parameter(Parameter::Seed, words::MODEL_SEED_PROBLEM)}
                            on_change={set(|form, typed| form.seed = typed)}
                        />
                    </div>
                    {check(words::DESCRIBED, form.described, toggle(|form| form.described = !form.described))}
                    {check(&words::compiles(download), form.compiles, toggle(|form| form.compiles = !form.compiles))}
                </fieldset>
                <fieldset>
                    <legend>{words::JUDGE}</legend>
                    {check(words::HAS_JUDGE, form.has_judge, toggle(|form| form.has_judge = !form.has_judge))}
                    if form.has_judge {
                        <Whom form={form.judge.clone()} list="bench-judges" problem={of_model(ModelRole::Judge)} change={on_judge.clone()} />
                        <TextField label={words::JUDGE_KEY} kind="password" value={(*judge_key).clone()} problem={key_problem(ModelRole::Judge, &judge_key)} note={words::JUDGE_KEY_NOTE} on_change={on_key(&judge_key)} />
                        <div class="field-row">
                            <Prices form={form.judge.clone()} problem={of_model(ModelRole::Judge)} change={on_judge} />
                        </div>
                    }
                </fieldset>
                <TextField
                    label={words::BUDGET}
                    value={form.budget.clone()}
                    problem={problem.and_then(|problem| problem.of_budget()).map(str::to_owned)}
                    on_change={set(|form, typed| form.budget = typed)}
                />
                {preview(&bench.preview, offered.as_deref())}
                <div class="dialog-foot">
                    <button type="button" class="button" onclick={send.reform(|_| Action::View(ViewAction::Dialog(None)))}>{common::CANCEL}</button>
                    <button type="submit" class="button primary" disabled={bench.is_busy() || accounts.is_err() || offered.is_none()}>
                        {words::submit(offered.as_deref())}
                    </button>
                </div>
            </form>
        </Modal>
    }
}

/// Makes the accounts of both models. The judge takes the other key if it has none and both have the same address. An
/// error names the model whose key is missing or not valid.
fn accounts(form: &Form, key: &str, judge_key: &str) -> Result<(Account, Option<Account>), (ModelRole, String)> {
    let account =
        |role: ModelRole, model: &ModelForm, key: &str| model.account(key).map_err(|problem| (role, problem.message));
    let subject = account(ModelRole::Subject, &form.subject, key)?;
    if !form.has_judge {
        return Ok((subject, None));
    }
    let is_shared = judge_key.trim().is_empty()
        && form.judge.provider == form.subject.provider
        && form.judge.address() == form.subject.address();
    let judge_key = if is_shared { key } else { judge_key };
    Ok((subject, Some(account(ModelRole::Judge, &form.judge, judge_key)?)))
}

fn check(label: &str, is_checked: bool, onchange: Callback<Event>) -> Html {
    html! {
        <label class="field check"><input type="checkbox" checked={is_checked} {onchange} />{label}</label>
    }
}

/// Asks for a preview of the run after each change of the form, once typing pauses.
#[hook]
fn use_looking(form: &Form, ask: &Callback<BenchAsk>, send: &Callback<Action>) {
    let waiting = use_mut_ref(|| None::<Timeout>);
    let (ask, send) = (ask.clone(), send.clone());
    use_effect_with(form.clone(), move |form| {
        send.emit(Action::Bench(BenchAction::Looked(BenchPreview::Open)));
        let form = form.clone();
        let later = Timeout::new(PAUSE_MS, move || ask.emit(BenchAsk::Look(form)));
        // Dropping the earlier timer cancels it.
        waiting.replace(Some(later));
    });
}

/// Renders the requests, their destinations and their cost.
fn preview(preview: &BenchPreview, offered: Option<&BenchOffer>) -> Html {
    let Some(offer) = offered else {
        let text = match preview {
            BenchPreview::Refused(_) => offer::MODEL_MISSING,
            _ => offer::COUNTING,
        };
        return html! { <section class="offer"><p class="dim">{text}</p></section> };
    };
    html! {
        <section class="offer" aria-label={words::PREVIEW}>
            <p><strong>{words::requests(offer)}</strong></p>
            if let Some(judge) = &offer.judge { <p>{words::judge_requests(&offer.form, judge)}</p> }
            if let Some(example) = &offer.example { <Shown example={example.clone()} /> }
        </section>
    }
}
