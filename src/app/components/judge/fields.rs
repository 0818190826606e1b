//! Fields of the judge form.

use texlens_judge::Provider;
use texlens_judge::cost::PriceTable;
use texlens_workspace::judging::{Form, Scale};
use texlens_workspace::words::judge::form as words;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct TextFieldProps {
    pub(super) label: &'static str,
    #[prop_or("text")]
    pub(super) kind: &'static str,
    pub(super) value: String,
    #[prop_or_default]
    pub(super) placeholder: String,
    /// The id of the list of suggestions.
    #[prop_or_default]
    pub(super) list: Option<&'static str>,
    #[prop_or_default]
    pub(super) note: &'static str,
    /// The problem with the typed text.
    #[prop_or_default]
    pub(super) problem: Option<String>,
    pub(super) on_change: Callback<String>,
}

/// Shows a text field, with a note or the problem below it.
#[component]
pub(super) fn TextField(props: &TextFieldProps) -> Html {
    let on_input = props.on_change.reform(|event: InputEvent| {
        let input = event.target_dyn_into::<HtmlInputElement>();
        input.map(|input| input.value()).unwrap_or_default()
    });
    html! {
        <label class="field">
            <span>{props.label}</span>
            <input
                type={props.kind}
                value={props.value.clone()}
                placeholder={props.placeholder.clone()}
                list={props.list}
                autocomplete="off"
                spellcheck="false"
                aria-invalid={props.problem.is_some().then_some("true")}
                oninput={on_input}
            />
            if let Some(problem) = &props.problem {
                <small class="refused" role="alert">{problem}</small>
            } else if !props.note.is_empty() {
                <small>{props.note}</small>
            }
        </label>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct FormProps {
    pub(super) form: Form,
    #[prop_or_default]
    pub(super) problem: Option<String>,
    pub(super) change: Callback<Form>,
}

/// Shows the fields for provider, address and model.
#[component]
pub(super) fn Whom(props: &FormProps) -> Html {
    let FormProps { form, problem, change } = props;
    let on_provider = {
        let (form, change) = (form.clone(), change.clone());
        Callback::from(move |event: Event| {
            let chosen = event
                .target_dyn_into::<HtmlSelectElement>()
                .map(|select| select.value());
            let provider = Provider::ALL
                .into_iter()
                .find(|provider| Some(provider.name()) == chosen.as_deref());
            if let Some(provider) = provider {
                // The typed text belongs to the previous provider.
                change.emit(Form {
                    provider,
                    base: String::new(),
                    model: String::new(),
                    input: String::new(),
                    output: String::new(),
                    ..form.clone()
                });
            }
        })
    };
    let set = |edit: fn(&mut Form, String)| {
        let form = form.clone();
        change.reform(move |typed: String| {
            let mut form = form.clone();
            edit(&mut form, typed);
            form
        })
    };
    let prices = PriceTable::default();
    let models = prices.entries().iter().filter(|entry| entry.provider == form.provider);
    // An empty field is not reported as a problem.
    let problem = problem.clone().filter(|_| !form.model.is_empty());
    html! {
        <div class="field-row">
            <label class="field">
                <span>{words::PROVIDER}</span>
                <select onchange={on_provider}>
                    {for Provider::ALL.into_iter().map(|provider| html! {
                        <option value={provider.name()} selected={provider == form.provider}>
                            {words::provider(provider)}
                        </option>
                    })}
                </select>
            </label>
            <TextField
                label={words::ADDRESS}
                kind="url"
                value={form.base.clone()}
                placeholder={form.provider.default_base()}
                on_change={set(|form, typed| form.base = typed)}
            />
            <TextField
                label={words::MODEL}
                value={form.model.clone()}
                list="judge-models"
                {problem}
                on_change={set(|form, typed| form.model = typed)}
            />
            <datalist id="judge-models">
                {for models.map(|entry| html! { <option value={entry.model.clone()} /> })}
            </datalist>
        </div>
    }
}

/// Shows the choice of the protocol, and so of the scale.
#[component]
pub(super) fn Scales(props: &FormProps) -> Html {
    let FormProps { form, change, .. } = props;
    let on_change = {
        let (form, change) = (form.clone(), change.clone());
        Callback::from(move |event: Event| {
            let chosen = event
                .target_dyn_into::<HtmlSelectElement>()
                .map(|select| select.value());
            let scale = Scale::ALL
                .into_iter()
                .find(|scale| Some(scale.name()) == chosen.as_deref());
            if let Some(scale) = scale {
                change.emit(Form { scale, ..form.clone() });
            }
        })
    };
    html! {
        <label class="field">
            <span>{words::PROTOCOL}</span>
            <select onchange={on_change}>
                {for Scale::ALL.into_iter().map(|scale| html! {
                    <option value={scale.name()} selected={scale == form.scale}>{words::scale(scale)}</option>
                })}
            </select>
            {for form.protocols().iter().map(|protocol| html! {
                <small><code>{protocol.name()}</code>{": "}{words::protocol(protocol)}</small>
            })}
        </label>
    }
}
