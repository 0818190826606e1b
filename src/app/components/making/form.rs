use texlens_workspace::commands::elements;
use texlens_workspace::making::{MakeField, MakeForm};
use texlens_workspace::state::{Action, MakingAction};
use texlens_workspace::words::{common, making as words};
use yew::prelude::*;

use crate::app::components::judge::TextField;
use crate::app::components::open_button::OpenButton;
use crate::app::hooks::{FORMULA_FILES, MakeAsk, use_form};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The form of the last run.
    pub(super) first: MakeForm,
    /// The name of the file with the person's own formulas.
    pub(super) own: Option<String>,
    pub(super) is_busy: bool,
    pub(super) ask: Callback<MakeAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows the form that makes pages.
#[component]
pub(super) fn MakePagesForm(props: &Props) -> Html {
    let Props {
        first,
        own,
        is_busy,
        ask,
        send,
    } = props;
    let form = use_form(|| first.clone());
    let problem = form.order().err();
    let text =
        |label: &'static str, note: &'static str, field: MakeField, value: &str, edit: fn(&mut MakeForm, String)| {
            let problem = (problem == Some(field)).then(|| words::problem(field).to_owned());
            html! { <TextField {label} {note} value={value.to_owned()} {problem} on_change={form.edit(edit)} /> }
        };
    let check = |label: &'static str, checked: bool, edit: Box<dyn Fn(&mut MakeForm)>| {
        let onchange = form.edit(move |form, _: Event| edit(form));
        html! { <label class="check"><input type="checkbox" {checked} {onchange} />{label}</label> }
    };
    let refused = |field: MakeField| match problem == Some(field) {
        true => html! { <small class="refused" role="alert">{words::problem(field)}</small> },
        false => Html::default(),
    };
    let make = |asked: fn(MakeForm) -> MakeAsk| {
        let (form, ask) = ((*form).clone(), ask.clone());
        move |event: Event| {
            event.prevent_default();
            ask.emit(asked(form.clone()));
        }
    };
    let (on_submit, on_preview) = (make(MakeAsk::Make), make(MakeAsk::Preview));
    let on_remove = send.reform(|_: MouseEvent| Action::Making(MakingAction::Own(None)));
    let cannot = *is_busy || problem.is_some();
    html! {
        <form class="make-form" onsubmit={move |event: SubmitEvent| on_submit(event.into())}>
            <div class="field-row">
                {text(words::SEED, words::SEED_NOTE, MakeField::Seed, &form.seed, |form, typed| form.seed = typed)}
                {text(words::PAGES, "", MakeField::Pages, &form.pages, |form, typed| form.pages = typed)}
            </div>
            <fieldset>
                <legend>{words::LANGUAGES}</legend>
                {for words::LANGUAGE_NAMES.iter().zip(form.languages).enumerate().map(|(at, (name, is_chosen))| {
                    check(name, is_chosen, Box::new(move |form| toggle(&mut form.languages, at)))
                })}
                {refused(MakeField::Languages)}
            </fieldset>
            <fieldset>
                <legend>{words::DIFFICULTIES}</legend>
                {for words::DIFFICULTY_NAMES.iter().zip(form.difficulties).enumerate().map(|(at, (name, is_chosen))| {
                    check(name, is_chosen, Box::new(move |form| toggle(&mut form.difficulties, at)))
                })}
                {refused(MakeField::Difficulties)}
                <div>
                    {check(words::TRAINED, form.trained, Box::new(|form| form.trained = !form.trained))}
                    <small>{words::TRAINED_NOTE}</small>
                </div>
            </fieldset>
            <div class="field" role="group" aria-label={words::OWN}>
                <span>{words::OWN}</span>
                <OpenButton label={words::CHOOSE_OWN} disabled={*is_busy} endings={FORMULA_FILES} on_files={ask.reform(MakeAsk::Own)} />
                if let Some(name) = own {
                    {" "}{name}{" "}<button type="button" class="link" onclick={on_remove}>{common::REMOVE}</button>
                }
                <small>{words::OWN_NOTE}</small>
            </div>
            {text(words::DPI, words::DPI_NOTE, MakeField::Dpi, &form.dpi, |form, typed| form.dpi = typed)}
            {text(words::DAMAGE, words::DAMAGE_NOTE, MakeField::Damage, &form.damage, |form, typed| form.damage = typed)}
            <div class="buttons">
                <button id={elements::MAKE_PAGES} type="submit" class="button primary" disabled={cannot}>{words::MAKE}</button>
                <button id={elements::PREVIEW_PAGE} type="button" class="button" disabled={cannot} onclick={move |event: MouseEvent| on_preview(event.into())}>{words::PREVIEW}</button>
            </div>
        </form>
    }
}

fn toggle(choice: &mut [bool], at: usize) {
    if let Some(is_chosen) = choice.get_mut(at) {
        *is_chosen = !*is_chosen;
    }
}
