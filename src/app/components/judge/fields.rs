//! Fields of the judge form.

use std::rc::Rc;

use texlens_judge::Provider;
use texlens_judge::cost::PriceTable;
use texlens_workspace::judging::{Field, Form, ModelForm, Problem, Scale};
use texlens_workspace::words::judge::form as words;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct TextFieldProps {
    pub(in crate::app::components) label: &'static str,
    #[prop_or("text")]
    pub(in crate::app::components) kind: &'static str,
    pub(in crate::app::components) value: String,
    #[prop_or_default]
    pub(in crate::app::components) placeholder: String,
    /// The id of the list of suggestions.
    #[prop_or_default]
    pub(in crate::app::components) list: Option<&'static str>,
    #[prop_or_default]
    pub(in crate::app::components) note: &'static str,
    /// The problem with the typed text.
    #[prop_or_default]
    pub(in crate::app::components) problem: Option<String>,
    pub(in crate::app::components) on_change: Callback<String>,
}

/// Shows a text field, with a note or the problem below it.
#[component]
pub(in crate::app::components) fn TextField(props: &TextFieldProps) -> Html {
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
pub(in crate::app::components) struct ModelProps {
    pub(in crate::app::components) form: ModelForm,
    /// The id of the list of known models.
    #[prop_or("judge-models")]
    pub(in crate::app::components) list: &'static str,
    /// The problem with the form.
    #[prop_or_default]
    pub(in crate::app::components) problem: Option<Problem>,
    pub(in crate::app::components) change: Callback<ModelEdit>,
}

/// A change of the fields of a model.
pub(in crate::app::components) type ModelEdit = Rc<dyn Fn(&mut ModelForm)>;

impl ModelProps {
    /// Returns the problem of a field.
    fn problem_of(&self, field: Field) -> Option<String> {
        let problem = self.problem.as_ref().filter(|problem| problem.field == field);
        problem.map(|problem| problem.message.clone())
    }

    /// Returns a callback that changes a text of the form.
    fn set(&self, edit: fn(&mut ModelForm, String)) -> Callback<String> {
        self.change
            .reform(move |typed: String| -> ModelEdit { Rc::new(move |form| edit(form, typed.clone())) })
    }
}

/// Shows the fields for provider, address and model.
#[component]
pub(in crate::app::components) fn Whom(props: &ModelProps) -> Html {
    let ModelProps { form, list, change, .. } = props;
    let on_provider = {
        let change = change.clone();
        Callback::from(move |event: Event| {
            let chosen = event
                .target_dyn_into::<HtmlSelectElement>()
                .map(|select| select.value());
            let provider = Provider::ALL
                .into_iter()
                .find(|provider| Some(provider.name()) == chosen.as_deref());
            if let Some(provider) = provider {
                // The typed text belongs to the previous provider.
                change.emit(Rc::new(move |form| *form = ModelForm::of(provider)));
            }
        })
    };
    let prices = PriceTable::default();
    let models = prices.entries().iter().filter(|entry| entry.provider == form.provider);
    // An empty field is not reported as a problem.
    let problem = props.problem_of(Field::Endpoint).filter(|_| !form.model.is_empty());
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
                on_change={props.set(|form, typed| form.base = typed)}
            />
            <TextField
                label={words::MODEL}
                value={form.model.clone()}
                list={*list}
                {problem}
                on_change={props.set(|form, typed| form.model = typed)}
            />
            <datalist id={*list}>
                {for models.map(|entry| html! { <option value={entry.model.clone()} /> })}
            </datalist>
        </div>
    }
}

/// Shows the fields for the prices of tokens.
#[component]
pub(in crate::app::components) fn Prices(props: &ModelProps) -> Html {
    let form = &props.form;
    let listed = form
        .listed_price()
        .map(|dollars| dollars.map(|dollars| dollars.to_string()));
    let [input, output] = listed.unwrap_or_default();
    html! {
        <>
            <TextField
                label={words::INPUT_PRICE}
                value={form.input.clone()}
                placeholder={input}
                problem={props.problem_of(Field::Price)}
                on_change={props.set(|form, typed| form.input = typed)}
            />
            <TextField
                label={words::OUTPUT_PRICE}
                value={form.output.clone()}
                placeholder={output}
                on_change={props.set(|form, typed| form.output = typed)}
            />
        </>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct FormProps {
    pub(super) form: Form,
    pub(super) change: Callback<Scale>,
}

/// Shows the choice of the protocol, and so of the scale.
#[component]
pub(super) fn Scales(props: &FormProps) -> Html {
    let FormProps { form, change } = props;
    let on_change = {
        let change = change.clone();
        Callback::from(move |event: Event| {
            let chosen = event
                .target_dyn_into::<HtmlSelectElement>()
                .map(|select| select.value());
            let scale = Scale::ALL
                .into_iter()
                .find(|scale| Some(scale.name()) == chosen.as_deref());
            if let Some(scale) = scale {
                change.emit(scale);
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
