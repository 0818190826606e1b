use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::hooks::use_value_shown;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) label: AttrValue,
    /// Pairs of a value and its label.
    pub(in crate::app::components) options: Vec<(String, String)>,
    pub(in crate::app::components) value: String,
    pub(in crate::app::components) on_change: Callback<String>,
    /// `field` in a form, whose labels stand above.
    #[prop_or("select")]
    pub(in crate::app::components) class: &'static str,
}

/// Shows a labelled drop-down list.
#[component]
pub(in crate::app::components) fn Select(props: &Props) -> Html {
    let on_change = props.on_change.clone();
    let choose = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            on_change.emit(select.value());
        }
    });
    let list = use_value_shown(&props.value, props.options.len());
    html! {
        <label class={props.class}>
            <span>{&props.label}</span>
            <select ref={list} onchange={choose}>
                {for props.options.iter().map(|(value, name)| html! {
                    <option value={value.clone()} selected={*value == props.value}>{name}</option>
                })}
            </select>
        </label>
    }
}
