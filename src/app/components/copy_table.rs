use texlens_report::ResultTable;
use texlens_workspace::state::Action;
use texlens_workspace::words::copying as words;
use web_sys::{Element, FocusEvent, HtmlElement};
use yew::prelude::*;

use crate::app::hooks::copy;

/// Writes a table in a format.
type Write = fn(&ResultTable) -> String;

/// The formats, each with its label.
const FORMATS: [(&str, Write); 3] = [
    (words::TSV, ResultTable::to_tsv),
    (words::MARKDOWN, ResultTable::to_markdown),
    (words::LATEX, ResultTable::to_latex),
];

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// Makes the whole table, when it is copied.
    pub(super) table: Callback<(), ResultTable>,
    pub(super) send: Callback<Action>,
}

/// Shows a button with a menu that copies a table in one of several formats.
#[component]
pub(super) fn CopyTable(props: &Props) -> Html {
    let is_open = use_state_eq(|| false);
    // Whether there is no room for the menu on the left of the button's right edge.
    let to_right = use_state_eq(|| false);
    let (root, button) = (use_node_ref(), use_node_ref());
    {
        let (root, to_right) = (root.clone(), to_right.setter());
        use_effect_with(*is_open, move |is_open| {
            if *is_open {
                let items = items(&root);
                focus(&items, 0);
                let left = items.first().map(|item| item.get_bounding_client_rect().left());
                to_right.set(left.is_some_and(|left| left < 0.0));
            } else {
                to_right.set(false);
            }
        });
    }
    let close = {
        let (is_open, button) = (is_open.clone(), button.clone());
        Callback::from(move |()| {
            is_open.set(false);
            if let Some(button) = button.cast::<HtmlElement>() {
                let _ = button.focus();
            }
        })
    };
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |_: MouseEvent| is_open.set(!*is_open))
    };
    let on_key = {
        let (root, close) = (root.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            let items = items(&root);
            let at = items.iter().position(is_focused);
            let last = items.len().saturating_sub(1);
            let to = match (event.key().as_str(), at) {
                ("Escape", _) => {
                    // Only the menu is closed.
                    event.stop_propagation();
                    event.prevent_default();
                    return close.emit(());
                }
                ("ArrowDown", Some(at)) if at < last => at + 1,
                ("ArrowDown" | "Home", _) => 0,
                ("ArrowUp", Some(at)) if at > 0 => at - 1,
                ("ArrowUp" | "End", _) => last,
                _ => return,
            };
            event.prevent_default();
            focus(&items, to);
        })
    };
    let on_leave = {
        let (is_open, root) = (is_open.clone(), root.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event
                .related_target()
                .and_then(|to| wasm_bindgen::JsCast::dyn_into::<Element>(to).ok());
            let is_inside = root.cast::<Element>().is_some_and(|root| root.contains(to.as_deref()));
            if !is_inside {
                is_open.set(false);
            }
        })
    };
    let item = |(label, write): (&'static str, Write)| {
        let (table, send, close) = (props.table.clone(), props.send.clone(), close.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            copy(write(&table.emit(())), &send);
            close.emit(());
        });
        html! { <li role="none"><button type="button" role="menuitem" tabindex="-1" {onclick}>{label}</button></li> }
    };
    html! {
        <div ref={root} class="copy-table" onfocusout={on_leave}>
            <button ref={button} type="button" class="button small" aria-haspopup="menu" aria-expanded={is_open.to_string()} onclick={toggle}>
                {words::COPY_TABLE}
            </button>
            if *is_open {
                <ul role="menu" class={to_right.then_some("to-right")} aria-label={words::COPY_TABLE} onkeydown={on_key}>{for FORMATS.into_iter().map(item)}</ul>
            }
        </div>
    }
}

fn items(root: &NodeRef) -> Vec<HtmlElement> {
    let found = root
        .cast::<Element>()
        .and_then(|root| root.query_selector_all("[role=menuitem]").ok());
    let nodes =
        (0..found.as_ref().map_or(0, web_sys::NodeList::length)).filter_map(|index| found.as_ref()?.item(index));
    nodes
        .filter_map(|node| wasm_bindgen::JsCast::dyn_into(node).ok())
        .collect()
}

fn is_focused(item: &HtmlElement) -> bool {
    let focused = gloo::utils::document().active_element();
    focused.is_some_and(|focused| item.is_same_node(Some(&focused)))
}

fn focus(items: &[HtmlElement], index: usize) {
    if let Some(item) = items.get(index) {
        let _ = item.focus();
    }
}
