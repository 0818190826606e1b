use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// One tab of [`Tabs`].
#[derive(Clone, PartialEq)]
pub(super) struct TabOption<T> {
    pub(super) value: T,
    pub(super) label: &'static str,
    /// What the tab counts, after its label.
    pub(super) count: Option<AttrValue>,
}

#[derive(Properties, PartialEq)]
pub(super) struct Props<T: PartialEq> {
    /// The accessible name of the tabs.
    pub(super) label: &'static str,
    /// The id of the element that shows the content of the tabs.
    pub(super) controls: &'static str,
    pub(super) options: Vec<TabOption<T>>,
    pub(super) value: T,
    pub(super) on_change: Callback<T>,
}

/// Shows tabs. The Tab key reaches the selected one; the arrow keys, Home and End select others.
#[component]
pub(super) fn Tabs<T: PartialEq + Clone + 'static>(props: &Props<T>) -> Html {
    let list = use_node_ref();
    let Props {
        label,
        controls,
        options,
        value,
        on_change,
    } = props;
    let at = options.iter().position(|option| option.value == *value);
    let on_key = {
        let (list, on_change) = (list.clone(), on_change.clone());
        let values: Vec<T> = options.iter().map(|option| option.value.clone()).collect();
        Callback::from(move |event: KeyboardEvent| {
            // With a modifier, the arrows belong to the browser.
            if event.alt_key() || event.ctrl_key() || event.meta_key() {
                return;
            }
            let last = values.len().saturating_sub(1);
            let to = match (event.key().as_str(), at.unwrap_or_default()) {
                ("ArrowRight", at) if at == last => 0,
                ("ArrowRight", at) => at + 1,
                ("ArrowLeft", 0) => last,
                ("ArrowLeft", at) => at - 1,
                ("Home", _) => 0,
                ("End", _) => last,
                _ => return,
            };
            event.prevent_default();
            if let Some(value) = values.get(to) {
                on_change.emit(value.clone());
            }
            let tab = list
                .cast::<Element>()
                .and_then(|list| list.children().item(u32::try_from(to).unwrap_or(u32::MAX)));
            if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
                let _ = tab.focus();
            }
        })
    };
    html! {
        <div ref={list} class="tabs" role="tablist" aria-label={*label} onkeydown={on_key}>
            {for options.iter().enumerate().map(|(index, option)| {
                let (selected, value) = (at == Some(index), option.value.clone());
                html! {
                    <button
                        type="button"
                        role="tab"
                        aria-selected={selected.to_string()}
                        aria-controls={*controls}
                        tabindex={if selected { "0" } else { "-1" }}
                        onclick={on_change.reform(move |_| value.clone())}
                    >
                        {option.label}
                        if let Some(count) = &option.count { <span class="count">{count}</span> }
                    </button>
                }
            })}
        </div>
    }
}
