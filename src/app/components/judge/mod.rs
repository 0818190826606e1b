//! The dialog that asks a judge: which model, which formulas, at what cost, and exactly what leaves this machine.

mod fields;
mod offer;
mod progress;
mod said;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use texlens_workspace::judging::{Again, Field, Form, Verdicts, Which};
use texlens_workspace::state::{Action, Judging, JudgingAction, Preview, ViewAction};
use texlens_workspace::words::{common, judge::form as words, judge::offer::submit};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    modal::Modal,
};
use crate::app::hooks::{FormHandle, JudgeAsk, last_form, use_form};
use fields::Scales;
use offer::Offered;

pub(super) use fields::{ModelEdit, Prices, TextField, Whom};
pub(super) use offer::Shown;
pub(super) use progress::JudgeProgress;
pub(super) use said::{Said, SaidSummary, SaidVerdict, said_of};

/// The preview of the requests is calculated after this pause in typing.
const PAUSE_MS: u32 = 300;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) judging: Judging,
    /// The number of samples in the list.
    pub(super) samples: usize,
    pub(super) ask: Callback<JudgeAsk>,
    pub(super) send: Callback<Action>,
}

/// The sheet in which a person agrees to what is sent.
#[component]
pub(super) fn JudgeSheet(props: &Props) -> Html {
    let Props {
        judging,
        samples,
        ask,
        send,
    } = props;
    let form = use_form(last_form);
    // The key exists only in this component and in the requests.
    let key = use_state_eq(String::new);
    use_looking(&form, ask, send);
    let change_judge = form.edit(|form: &mut Form, edit: ModelEdit| edit(&mut form.judge));
    let offer = match &judging.preview {
        Preview::Ready(offer) if offer.form == *form => Some(offer.clone()),
        _ => None,
    };
    let problem = match &judging.preview {
        Preview::Refused(problem) => Some(problem.clone()),
        _ => None,
    };
    let account = form.judge.account(&key);
    let is_running = judging.tally.as_ref().is_some_and(|tally| tally.is_running);
    let start = {
        let (ask, send, account) = (ask.clone(), send.clone(), account.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Ok(account) = &account {
                ask.emit(JudgeAsk::Start(account.clone()));
                send.emit(Action::View(ViewAction::Dialog(None)));
            }
        })
    };
    let budget_problem = problem
        .as_ref()
        .filter(|problem| problem.field == Field::Budget)
        .map(|problem| problem.message.clone());
    let key_problem = (!key.is_empty())
        .then(|| account.as_ref().err().map(|problem| problem.message.clone()))
        .flatten();
    let on_key = {
        let key = key.setter();
        Callback::from(move |typed: String| key.set(typed))
    };
    let on_budget = form.edit(|form: &mut Form, budget| form.budget = budget);
    html! {
        <Modal title={words::TITLE} class="judge" keeps_beside=true on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <form onsubmit={start}>
                <p class="dim">{words::INTRODUCTION}</p>
                <Whom form={form.judge.clone()} problem={problem.clone()} change={change_judge.clone()} />
                <TextField
                    label={words::KEY}
                    kind="password"
                    value={(*key).clone()}
                    problem={key_problem}
                    note={words::KEY_NOTE}
                    on_change={on_key}
                />
                <Scales form={(*form).clone()} change={form.edit(|form: &mut Form, scale| form.scale = scale)} />
                <div class="field-row">
                    {scope(&form, *samples)}
                    {which(&form)}
                </div>
                {stability(&form)}
                {matching(&form)}
                {again(&form)}
                <div class="field-row">
                    <TextField label={words::BUDGET} value={form.budget.clone()} problem={budget_problem} on_change={on_budget} />
                    <Prices form={form.judge.clone()} problem={problem.clone()} change={change_judge.clone()} />
                </div>
                <Offered preview={judging.preview.clone()} />
                if !judging.verdicts.is_empty() { {runs(&judging.verdicts, ask)} }
                <div class="dialog-foot">
                    <p role="status" aria-live="polite">
                        if is_running { {words::IS_RUNNING} }
                    </p>
                    <button type="button" class="button" onclick={send.reform(|_| Action::View(ViewAction::Dialog(None)))}>{common::CANCEL}</button>
                    <button
                        type="submit"
                        class="button primary"
                        disabled={is_running || account.is_err() || offer.as_ref().is_none_or(|offer| offer.is_empty())}
                    >
                        {submit(offer.as_deref())}
                    </button>
                </div>
            </form>
        </Modal>
    }
}

/// Asks for a preview of the requests after each change of the form, once typing pauses.
#[hook]
fn use_looking(form: &Form, ask: &Callback<JudgeAsk>, send: &Callback<Action>) {
    let waiting = use_mut_ref(|| None::<Timeout>);
    let (ask, send) = (ask.clone(), send.clone());
    use_effect_with(form.clone(), move |form| {
        send.emit(Action::Judging(JudgingAction::Looking));
        let form = form.clone();
        let later = Timeout::new(PAUSE_MS, move || ask.emit(JudgeAsk::Look(form)));
        // Dropping the earlier timer cancels it.
        waiting.replace(Some(later));
    });
}

fn scope(form: &FormHandle<Form>, samples: usize) -> Html {
    html! {
        <div class="field">
            <span aria-hidden="true">{words::SAMPLES}</span>
            <Choice<bool>
                label={words::SAMPLES}
                options={vec![
                    ChoiceOption { value: true, label: words::THIS_SAMPLE },
                    ChoiceOption { value: false, label: words::all_samples(samples) },
                ]}
                value={form.shown_only}
                on_change={form.edit(|form: &mut Form, shown_only| form.shown_only = shown_only)}
            />
        </div>
    }
}

fn which(form: &FormHandle<Form>) -> Html {
    let choices = [Which::All, Which::Inline, Which::Display, Which::Tables];
    html! {
        <div class="field">
            <span aria-hidden="true">{words::ITEMS}</span>
            <Choice<Which>
                label={words::ITEMS}
                options={Vec::from(choices.map(|value| ChoiceOption { value, label: words::which(value) }))}
                value={form.which}
                on_change={form.edit(|form: &mut Form, which| form.which = which)}
            />
        </div>
    }
}

/// Renders the choice of repetitions, which show how consistent the judge is.
fn stability(form: &FormHandle<Form>) -> Html {
    html! {
        <div class="field-row">
            <div class="field">
                <span aria-hidden="true">{words::REPEATS}</span>
                <Choice<u32>
                    label={words::REPEATS_NAME}
                    options={vec![
                        ChoiceOption { value: 1, label: words::ONCE },
                        ChoiceOption { value: 2, label: words::TWICE },
                        ChoiceOption { value: 3, label: words::THREE_TIMES },
                        ChoiceOption { value: 5, label: words::FIVE_TIMES },
                    ]}
                    value={form.repeats}
                    on_change={form.edit(|form: &mut Form, repeats| form.repeats = repeats)}
                />
            </div>
            <label class="field check">
                <input
                    type="checkbox"
                    checked={form.swapped}
                    onchange={form.edit(|form: &mut Form, _: Event| form.swapped = !form.swapped)}
                />
                {words::SWAPPED}
            </label>
            <label class="field check">
                <input
                    type="checkbox"
                    checked={form.keeps_transcript}
                    onchange={form.edit(|form: &mut Form, _: Event| form.keeps_transcript = !form.keeps_transcript)}
                />
                {words::TRANSCRIPT}
            </label>
        </div>
    }
}

/// Renders the choice for questions that were answered before.
fn again(form: &FormHandle<Form>) -> Html {
    let choices = [Again::None, Again::Invalid, Again::All];
    html! {
        <div class="field">
            <span aria-hidden="true">{words::AGAIN}</span>
            <Choice<Again>
                label={words::AGAIN_NAME}
                options={Vec::from(choices.map(|value| ChoiceOption { value, label: words::again(value) }))}
                value={form.again}
                on_change={form.edit(|form: &mut Form, again| form.again = again)}
            />
        </div>
    }
}

/// Renders the runs whose verdicts are shown, each with a button that removes it.
fn runs(verdicts: &[Rc<Verdicts>], ask: &Callback<JudgeAsk>) -> Html {
    html! {
        <details class="runs">
            <summary>{words::runs(verdicts.len())}</summary>
            <ul>
                {for verdicts.iter().map(|verdicts| {
                    let run = verdicts.run();
                    let remove = {
                        let verdicts = verdicts.clone();
                        ask.reform(move |_: MouseEvent| JudgeAsk::Remove(verdicts.clone()))
                    };
                    html! {
                        <li key={format!("{} {}", run.created, run.model)}>
                            {words::run(&verdicts.name(), &run.created, run.items.len())}
                            <button type="button" class="button small" onclick={remove} aria-label={words::remove_run(&run.created)}>{common::REMOVE}</button>
                        </li>
                    }
                })}
            </ul>
        </details>
    }
}

/// Renders the choice of how the formulas of a page are found in the prediction.
fn matching(form: &FormHandle<Form>) -> Html {
    html! {
        <div class="field">
            <span aria-hidden="true">{words::MATCHING}</span>
            <Choice<bool>
                label={words::MATCHING}
                options={vec![
                    ChoiceOption { value: false, label: words::BY_RULES },
                    ChoiceOption { value: true, label: words::BY_JUDGE },
                ]}
                value={form.matched_by_judge}
                on_change={form.edit(|form: &mut Form, matched_by_judge| form.matched_by_judge = matched_by_judge)}
            />
            <small>{if form.matched_by_judge { words::BY_JUDGE_NOTE } else { words::BY_RULES_NOTE }}</small>
        </div>
    }
}
