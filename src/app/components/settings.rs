use std::{collections::BTreeMap, rc::Rc};

use texlens_evaluate::{setting_parameters, settings_of};
use texlens_metrics::{AnyParameter, Choice, PROFILE, Settings, Share, Value};
use texlens_workspace::messages::import::TextChoices;
use texlens_workspace::state::{Action, ScoreAction, ViewAction};
use texlens_workspace::words::settings as words;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::modal::Modal;
use super::stripped::AnswerSetting;
use super::tokeniser::Tokeniser;
use crate::app::hooks::use_form;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The settings that differ from their defaults.
    pub(super) settings: Rc<BTreeMap<String, String>>,
    /// How the texts of imports are read.
    pub(super) texts: TextChoices,
    /// The number of text pairs that a change scores again.
    pub(super) pairs: usize,
    pub(super) send: Callback<Action>,
}

/// Shows the settings of the metrics, and a button that scores everything again with changed settings.
#[component]
pub(super) fn SettingsSheet(props: &Props) -> Html {
    let Props {
        settings,
        texts,
        pairs,
        send,
    } = props;
    let draft = use_form(|| (**settings).clone());
    let wrong: Vec<&str> = setting_parameters()
        .filter(|parameter| {
            draft
                .get(parameter.name())
                .is_some_and(|text| !is_value(*parameter, text))
        })
        .map(AnyParameter::name)
        .collect();
    let close = send.reform(|()| Action::View(ViewAction::Dialog(None)));
    let set = draft.edit(
        |changed: &mut BTreeMap<String, String>, (name, text): (&'static str, String)| {
            let started = preset(changed);
            let is_default = setting_parameters()
                .any(|parameter| parameter.name() == name && started.preset(parameter).to_string() == text);
            if is_default {
                changed.remove(name);
            } else {
                changed.insert(name.to_owned(), text);
            }
        },
    );
    let reset = draft.edit(|changed, _: MouseEvent| changed.clear());
    let apply = {
        let draft = (*draft).clone();
        send.reform(move |_: MouseEvent| Action::Score(ScoreAction::Settings(draft.clone())))
    };
    let parameters: Vec<&'static dyn AnyParameter> = setting_parameters().collect();
    let started = preset(&draft);
    let group_of = |parameter: &&dyn AnyParameter| parameter.name().split('.').next().unwrap_or_default();
    html! {
        <Modal title={words::TITLE} on_close={close}>
            <AnswerSetting choices={*texts} {send} />
            <p>{words::INTRODUCTION}</p>
            <div class="settings">
                {for parameters.chunk_by(|a, b| group_of(a) == group_of(b)).map(|group| {
                    let id = group.first().map_or("", group_of);
                    html! {
                        <fieldset>
                            <legend>{heading(id)}</legend>
                            {for group.iter().map(|parameter| field(*parameter, started.preset(*parameter), draft.get(parameter.name()), &set))}
                        </fieldset>
                    }
                })}
            </div>
            <div class="buttons">
                <button type="button" class="button" disabled={draft.is_empty()} onclick={reset}>{words::RESET}</button>
                <span class="spacer" />
                if !wrong.is_empty() {
                    <span class="failed" role="alert">{words::invalid(&wrong)}</span>
                }
                <button type="button" class="button primary" disabled={!wrong.is_empty() || *draft == **settings} onclick={apply}>
                    {words::apply(*pairs)}
                </button>
            </div>
        </Modal>
    }
}

fn is_value(parameter: &'static dyn AnyParameter, text: &str) -> bool {
    let parameters = [parameter];
    Settings::default()
        .set_among(&parameters, parameter.name(), text)
        .is_ok()
}

/// Returns the heading for the settings with this prefix.
fn heading(id: &str) -> String {
    texlens_metrics::info(id).map_or_else(|| id.replace('_', " "), |info| info.name.to_owned())
}

/// Returns the settings that hold if only the profile is set.
fn preset(draft: &BTreeMap<String, String>) -> Settings {
    let profile = draft
        .get(PROFILE.name)
        .map(|profile| (PROFILE.name.to_owned(), profile.clone()));
    settings_of(&profile.into_iter().collect()).unwrap_or_default()
}

fn field(
    parameter: &'static dyn AnyParameter,
    default: Value,
    text: Option<&String>,
    set: &Callback<(&'static str, String)>,
) -> Html {
    let name = parameter.name();
    let text = text.cloned().unwrap_or_else(|| default.to_string());
    let typed = set.reform(move |event: InputEvent| {
        let field = event.target_dyn_into::<HtmlInputElement>();
        (name, field.map(|field| field.value()).unwrap_or_default())
    });
    let input = match default {
        Value::Flag(_) => {
            let checked = text == "true";
            let toggle = set.reform(move |_: Event| (name, (!checked).to_string()));
            html! { <input id={name} type="checkbox" {checked} onchange={toggle} /> }
        }
        Value::Choice(Choice { options, .. }) => {
            let choose = set.reform(move |event: Event| {
                let field = event.target_dyn_into::<HtmlSelectElement>();
                (name, field.map(|field| field.value()).unwrap_or_default())
            });
            html! {
                <select id={name} onchange={choose}>
                    {for options.iter().map(|option| html! { <option value={*option} selected={**option == *text}>{*option}</option> })}
                </select>
            }
        }
        Value::Tokeniser(_) => html! { <Tokeniser {name} text={text.clone()} {set} /> },
        Value::Count(_) => {
            html! { <input id={name} type="number" min="0" step="1" value={text.clone()} oninput={typed} /> }
        }
        Value::Share(Share(_)) => {
            html! { <input id={name} type="number" min="0" max="1" step="any" value={text.clone()} oninput={typed} /> }
        }
        Value::Number(_) => {
            html! { <input id={name} type="number" min="0" step="any" value={text.clone()} oninput={typed} /> }
        }
    };
    let is_other = text != default.to_string();
    html! {
        <div class={classes!("setting", is_other.then_some("changed"))}>
            <label for={name}><code>{name}</code></label>
            {input}
            <p>
                {parameter.about()}
                if is_other { {" "}{words::default(&default)} }
            </p>
        </div>
    }
}
