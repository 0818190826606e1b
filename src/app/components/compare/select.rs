use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) label: AttrValue,
    /// Pairs of a value and its label.
    pub(super) options: Vec<(String, String)>,
    pub(super) value: String,
    pub(super) on_change: Callback<String>,
}

/// Shows a labelled drop-down list.
#[component]
pub(super) fn Select(props: &Props) -> Html {
    let on_change = props.on_change.clone();
    let choose = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            on_change.emit(select.value());
        }
    });
    html! {
        <label class="select">
            <span>{&props.label}</span>
            <select onchange={choose}>
                {for props.options.iter().map(|(value, name)| html! {
                    <option value={value.clone()} selected={*value == props.value}>{name}</option>
                })}
            </select>
        </label>
    }
}
