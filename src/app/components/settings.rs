//! The sheet with all settings by topic.

use std::rc::Rc;

use texlens_workspace::fuzzy::Query;
use texlens_workspace::state::{
    Act, Action, Control, Dialog, History, HistoryAction, Runtime, Setting, SettingsAction, Topic, ViewAction,
};
use texlens_workspace::words::{common, settings as words, status_bar};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::modal::Modal;
use super::sentence::sentence;
use super::tokeniser::Tokeniser;
use crate::app::hooks::use_value_shown;
use crate::worker::score::ScoreClient;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) settings: Vec<Setting>,
    /// The topic that is shown first.
    pub(super) topic: Topic,
    /// The number of text pairs that a change scores again.
    pub(super) pairs: usize,
    pub(super) runtime: Runtime,
    pub(super) history: Rc<History>,
    pub(super) scorer: ScoreClient,
    pub(super) send: Callback<Action>,
}

/// Shows all settings of a topic, or those that match a query. A change applies at once, and can be undone.
#[component]
pub(super) fn SettingsSheet(props: &Props) -> Html {
    let Props {
        settings,
        topic,
        pairs,
        runtime,
        history,
        scorer,
        send,
    } = props;
    let topic = use_state_eq(|| *topic);
    let query = use_state_eq(String::new);
    let parsed = Query::new(&query);
    let is_listed = |setting: &&Setting| {
        if parsed.is_empty() {
            return setting.topic == *topic;
        }
        let (label, about) = words::of(setting.id);
        let metric = setting.metric().map(words::metric).unwrap_or_default();
        let values = match setting.control {
            Control::Choice(values) => values.iter().map(|value| words::value(setting.id, value)).collect(),
            _ => Vec::new(),
        };
        let texts = [
            label,
            about,
            setting.id,
            words::topic(setting.topic),
            &metric,
            &values.join(" "),
        ];
        parsed.is_in(&texts)
    };
    let listed: Vec<&Setting> = settings.iter().filter(is_listed).collect();
    let changed = settings.iter().filter(|setting| setting.is_changed()).count();
    let close = send.reform(|()| Action::View(ViewAction::Dialog(None)));
    let search = {
        let query = query.setter();
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            query.set(field.value());
        })
    };
    let show = {
        let (topic, query) = (topic.setter(), query.setter());
        Callback::from(move |chosen: Topic| {
            topic.set(chosen);
            query.set(String::new());
        })
    };
    let is_changed_last = matches!(history.last(), Some(Act::SettingChanged | Act::SettingsReset));
    html! {
        <Modal title={words::TITLE} class="settings-sheet" on_close={close}>
            <input
                type="search"
                class="settings-search"
                aria-label={words::SEARCH}
                placeholder={words::SEARCH}
                autocomplete="off"
                spellcheck="false"
                value={(*query).clone()}
                oninput={search}
            />
            <div class="settings-body">
                {topics(*topic, parsed.is_empty(), settings, &show)}
                // Another list begins at its top.
                <div class="settings" key={format!("{:?} {}", *topic, *query)}>
                    if listed.is_empty() && !(parsed.is_empty() && *topic == Topic::Storage) {
                        <p class="nothing" role="status">{sentence(words::NONE_FOUND)}</p>
                    }
                    if listed.iter().any(|setting| setting.changes_scores) {
                        <p class="settings-note">{words::scored_again(*pairs)}{" "}{words::SCORES_NOTE}</p>
                    }
                    {for listed.chunk_by(|a, b| a.topic == b.topic && a.metric() == b.metric()).map(|group| {
                        let topic_name = (!parsed.is_empty()).then(|| group.first().map(|first| words::topic(first.topic))).flatten();
                        let metric = group.first().and_then(|first| first.metric()).map(words::metric);
                        let heading: Vec<String> = topic_name.map(str::to_owned).into_iter().chain(metric).collect();
                        html! {
                            <fieldset key={group.first().map_or("", |first| first.id)}>
                                if !heading.is_empty() { <legend>{heading.join(": ")}</legend> }
                                {for group.iter().map(|setting| html! {
                                    <Field key={setting.id} setting={(*setting).clone()} scorer={scorer.clone()} {send} />
                                })}
                            </fieldset>
                        }
                    })}
                    if parsed.is_empty() && *topic == Topic::Reading {
                        <p class="runtime">{status_bar::runtime(runtime)}</p>
                    }
                    if parsed.is_empty() && *topic == Topic::Storage {
                        <div class="setting">
                            <p class="about">{words::STORAGE_NOTE}</p>
                            <button type="button" class="button" onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Storage))))}>{words::OPEN_STORAGE}</button>
                        </div>
                    }
                </div>
            </div>
            <div class="dialog-foot">
                <p role="status">{words::changed(changed)}</p>
                <span class="spacer" />
                if is_changed_last {
                    <button type="button" class="button" onclick={send.reform(|_| Action::History(HistoryAction::UndoLast))}>{common::UNDO}</button>
                }
                <button type="button" class="button" disabled={changed == 0} onclick={send.reform(|_| Action::Settings(SettingsAction::ResetAll))}>{words::RESET_ALL}</button>
                <button type="button" class="button primary" onclick={send.reform(|_| Action::View(ViewAction::Dialog(None)))}>{common::CLOSE}</button>
            </div>
        </Modal>
    }
}

/// Renders the choice of the topic, with the number of changed settings in each.
fn topics(shown: Topic, is_by_topic: bool, settings: &[Setting], show: &Callback<Topic>) -> Html {
    html! {
        <nav class="settings-topics" aria-label={words::TOPICS}>
            {for Topic::ALL.into_iter().map(|topic| {
                let changed = settings.iter().filter(|setting| setting.topic == topic && setting.is_changed()).count();
                let is_shown = is_by_topic && topic == shown;
                html! {
                    <button type="button" aria-current={is_shown.then_some("true")} onclick={show.reform(move |_: MouseEvent| topic)}>
                        {words::topic(topic)}
                        if changed > 0 { {" "}<span class="count" title={words::changed(changed)}>{changed}</span> }
                    </button>
                }
            })}
        </nav>
    }
}

#[derive(Properties, PartialEq)]
struct FieldProps {
    setting: Setting,
    scorer: ScoreClient,
    send: Callback<Action>,
}

/// Shows a setting: its label and id, what changes it, and what it does.
#[component]
fn Field(props: &FieldProps) -> Html {
    let FieldProps { setting, scorer, send } = props;
    let id = setting.id;
    let refused = use_state_eq(|| None::<String>);
    let (label, about) = words::of(id);
    let set = send.reform(move |text: String| Action::Settings(SettingsAction::Set(id, text)));
    let list = use_value_shown(&setting.value, 0);
    let typed = {
        let (set, refused, control) = (set.clone(), refused.setter(), setting.control);
        Callback::from(move |event: Event| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let text = field.value();
            let is_value = Setting::is_value(id, &text);
            refused.set((!is_value).then(|| text.clone()));
            if is_value && control != Control::Flag {
                set.emit(text);
            }
        })
    };
    let number = |max: Option<&'static str>, step: &'static str| {
        html! {
            <input {id} type="number" min="0" {max} {step} value={setting.value.clone()} aria-invalid={refused.is_some().then_some("true")} onchange={typed.clone()} />
        }
    };
    let input = match setting.control {
        Control::Flag => {
            let checked = setting.value == "true";
            let toggle = set.reform(move |_: Event| (!checked).to_string());
            html! { <input {id} type="checkbox" {checked} onchange={toggle} /> }
        }
        Control::Choice(values) => {
            let choose = set.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
            html! {
                <select {id} ref={list} onchange={choose}>
                    {for values.iter().map(|value| html! {
                        <option value={*value} selected={*value == setting.value}>{words::value(id, value)}</option>
                    })}
                </select>
            }
        }
        Control::Tokeniser => {
            let set = set.reform(|(_, text): (&'static str, String)| text);
            html! { <Tokeniser name={id} text={setting.value.clone()} scorer={scorer.clone()} {set} /> }
        }
        Control::Count => number(None, "1"),
        Control::Share => number(Some("1"), "any"),
        Control::Number => number(None, "any"),
    };
    html! {
        <div class={classes!("setting", setting.is_changed().then_some("changed"))}>
            <p class="name">
                <label for={id}>{label}</label>{" "}
                <code>{id}</code>
                if setting.changes_scores { {" "}<span class="effect">{words::CHANGES_SCORES}</span> }
            </p>
            {input}
            <p class="about">{sentence(about)}</p>
            if let Some(text) = &*refused {
                <p class="failed" role="alert">{words::invalid(text)}</p>
            }
            if setting.is_changed() {
                <p class="change">
                    <span class="mark">{words::CHANGED}</span>
                    {" "}{words::default(id, &setting.default)}{" "}
                    <button type="button" class="link" aria-label={words::reset(label)} onclick={send.reform(move |_| Action::Settings(SettingsAction::Reset(id)))}>{words::RESET}</button>
                </p>
            }
        </div>
    }
}
