//! The form with which a model reads.

use texlens_workspace::own_models::{OwnField, OwnForm, OwnProblem, OwnReads};
use texlens_workspace::readers::WhichPages;
use texlens_workspace::state::{OwnModel, OwnModels, State};
use texlens_workspace::words::{common, own_models as words, readers};
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::judge::TextField;
use crate::app::components::select::Select;
use crate::app::hooks::{FormHandle, OwnAsk};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) own: Same<OwnModels>,
    pub(super) state: Same<State>,
    pub(super) form: FormHandle<OwnForm>,
    pub(super) ask: Callback<OwnAsk>,
    pub(super) on_close: Callback<()>,
}

/// Shows the choices of a run, and the button that starts it.
#[component]
pub(super) fn ReadForm(props: &Props) -> Html {
    let Props {
        own,
        state,
        form,
        ask,
        on_close,
    } = props;
    let chosen = form.model.and_then(|id| own.get(id)).or_else(|| own.models.last());
    let Some(model) = chosen else {
        return html! {
            <div class="dialog-foot">
                <button type="button" class="button" onclick={on_close.reform(|_| ())}>{common::CLOSE}</button>
            </div>
        };
    };
    let usual = words::usual_system(&model.name, form.reads);
    let order = form.order(&usual, &model.summary);
    let problem = order.as_ref().err().copied();
    let pages = state.readable(form.which);
    let replaced = order
        .as_ref()
        .map_or(0, |order| state.replaced_by_system(&order.system, &pages));
    let offer = order.as_ref().ok().and_then(|order| model.summary.offer(&order.dtype));
    let submit = {
        let (ask, on_close) = (ask.clone(), on_close.clone());
        let form = OwnForm {
            model: Some(model.id),
            ..(**form).clone()
        };
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            ask.emit(OwnAsk::Read(form.clone()));
            on_close.emit(());
        })
    };
    let text =
        |field: OwnField, label: &'static str, placeholder: &str, value: &str, edit: fn(&mut OwnForm, String)| {
            let problem = problem.filter(|problem| *problem == OwnProblem::Field(field));
            html! {
                <TextField
                    {label}
                    value={value.to_owned()}
                    placeholder={placeholder.to_owned()}
                    problem={problem.map(|problem| words::problem(problem).to_owned())}
                    on_change={form.edit(edit)}
                />
            }
        };
    html! {
        <form class="own-form" onsubmit={submit}>
            <h3>{words::FORM}</h3>
            <div class="field-row">
                {model_choice(own, model, form)}
                {dtype_choice(model, form)}
            </div>
            <div class="field-row">
                {pages_choice(state, form)}
                {reads_choice(form)}
            </div>
            <div class="field-row">
                <TextField
                    label={words::SYSTEM}
                    value={form.system.clone()}
                    placeholder={usual.clone()}
                    on_change={form.edit(|form: &mut OwnForm, typed| form.system = typed)}
                />
            </div>
            <div class="field-row">
                {text(OwnField::Tokens, words::TOKENS, "", &form.tokens, |form, typed| form.tokens = typed)}
                {text(OwnField::Beams, words::BEAMS, words::OF_MODEL, &form.beams, |form, typed| form.beams = typed)}
            </div>
            if let Some(own) = &model.summary.prompt {
                {text(OwnField::Prompt, words::PROMPT, own, &form.prompt, |form, typed| form.prompt = typed)}
            }
            if let Some(warning) = offer.and_then(words::heavy) { <p role="note">{warning}</p> }
            if replaced > 0 { <p role="note">{words::replaced(replaced)}</p> }
            if pages.is_empty() { <p role="note">{words::NO_PAGES}</p> }
            <div class="dialog-foot">
                <button type="button" class="button" onclick={on_close.reform(|_| ())}>{common::CLOSE}</button>
                <button type="submit" class="button primary" disabled={problem.is_some() || pages.is_empty() || own.is_reading()}>
                    {words::submit(pages.len())}
                </button>
            </div>
        </form>
    }
}

fn model_choice(own: &OwnModels, model: &OwnModel, form: &FormHandle<OwnForm>) -> Html {
    let options = own
        .models
        .iter()
        .map(|model| (model.id.to_string(), model.name.clone()));
    let on_change = form.edit(|form: &mut OwnForm, chosen: String| {
        form.model = chosen.parse().ok();
        // Another model has other number formats.
        form.dtype = String::new();
    });
    html! { <Select label={words::MODEL} options={options.collect::<Vec<_>>()} value={model.id.to_string()} class="field" {on_change} /> }
}

fn dtype_choice(model: &OwnModel, form: &FormHandle<OwnForm>) -> Html {
    let offers = model.summary.offers.iter();
    let options = offers.map(|offer| (offer.dtype.clone(), words::offer(offer)));
    let usual = model.summary.usual().map(|offer| offer.dtype.clone());
    let value = match form.dtype.as_str() {
        "" => usual.unwrap_or_default(),
        chosen => chosen.to_owned(),
    };
    let on_change = form.edit(|form: &mut OwnForm, chosen| form.dtype = chosen);
    html! { <Select label={words::DTYPE} options={options.collect::<Vec<_>>()} {value} class="field" {on_change} /> }
}

fn pages_choice(state: &State, form: &FormHandle<OwnForm>) -> Html {
    const CHOICES: [WhichPages; 2] = [WhichPages::Shown, WhichPages::All];
    let pages = state.readable(WhichPages::All).len();
    let options = CHOICES.into_iter().zip(0_usize..);
    let options = options.map(|(which, index)| (index.to_string(), readers::which(which, pages)));
    let value = CHOICES
        .iter()
        .position(|which| *which == form.which)
        .unwrap_or_default();
    let on_change = form.edit(|form: &mut OwnForm, chosen: String| {
        let index: usize = chosen.parse().unwrap_or_default();
        form.which = CHOICES.get(index).copied().unwrap_or_default();
    });
    html! { <Select label={words::PAGES} options={options.collect::<Vec<_>>()} value={value.to_string()} class="field" {on_change} /> }
}

fn reads_choice(form: &FormHandle<OwnForm>) -> Html {
    let options = OwnReads::ALL.into_iter().zip(0_usize..);
    let options = options.map(|(reads, index)| (index.to_string(), words::reads(reads).to_owned()));
    let value = OwnReads::ALL.iter().position(|reads| *reads == form.reads);
    let on_change = form.edit(|form: &mut OwnForm, chosen: String| {
        let index: usize = chosen.parse().unwrap_or_default();
        form.reads = OwnReads::ALL.get(index).copied().unwrap_or_default();
    });
    html! { <Select label={words::READS} options={options.collect::<Vec<_>>()} value={value.unwrap_or_default().to_string()} class="field" {on_change} /> }
}
