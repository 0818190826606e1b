use texlens_workspace::words::common;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// What the button does, which cannot be undone.
    pub(super) label: AttrValue,
    /// The accessible name of the button, if it is not the label.
    #[prop_or_default]
    pub(super) name: Option<AttrValue>,
    #[prop_or_default]
    pub(super) disabled: bool,
    /// What will be gone.
    pub(super) question: AttrValue,
    pub(super) on_confirm: Callback<()>,
}

/// Shows a button that asks before it does what cannot be undone.
#[component]
pub(super) fn Confirm(props: &Props) -> Html {
    let Props {
        label,
        name,
        disabled,
        question,
        on_confirm,
    } = props;
    let is_asking = use_state_eq(|| false);
    // Whoever asks and keeps goes on where they were.
    let focused = use_node_ref();
    let was_asking = use_mut_ref(|| false);
    {
        let focused = focused.clone();
        use_effect_with(*is_asking, move |is_asking| {
            let was_asking = was_asking.replace(*is_asking);
            if let Some(button) = focused.cast::<HtmlElement>().filter(|_| *is_asking || was_asking) {
                let _ = button.focus();
            }
        });
    }
    let ask = |to: bool| {
        let set = is_asking.setter();
        Callback::from(move |_: MouseEvent| set.set(to))
    };
    if !*is_asking {
        let name = name.clone().unwrap_or_else(|| label.clone());
        return html! {
            <button type="button" class="button small" ref={focused} aria-label={name} disabled={*disabled} onclick={ask(true)}>{label}</button>
        };
    }
    let confirm = {
        let (set, on_confirm) = (is_asking.setter(), on_confirm.clone());
        Callback::from(move |_: MouseEvent| {
            set.set(false);
            on_confirm.emit(());
        })
    };
    html! {
        <span class="confirm" role="group" aria-label={question}>
            <span role="alert">{question}</span>
            <button type="button" class="button small danger" onclick={confirm}>{label}</button>
            <button type="button" class="button small" ref={focused} onclick={ask(false)}>{common::KEEP}</button>
        </span>
    }
}
