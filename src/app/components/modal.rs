use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) title: &'static str,
    pub(super) on_close: Callback<()>,
    pub(super) children: Html,
}

/// A dialog over the page. The browser keeps the focus inside and closes it by Escape.
#[component]
pub(super) fn Modal(props: &Props) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                // Fails only if it is open already.
                let _ = dialog.show_modal();
            }
        });
    }
    let on_backdrop = {
        let close = props.on_close.clone();
        Callback::from(move |event: MouseEvent| {
            // The dialog itself is hit only beside its content.
            if event.target_dyn_into::<HtmlDialogElement>().is_some() {
                close.emit(());
            }
        })
    };
    html! {
        <dialog ref={dialog} aria-labelledby="dialog-title" onclose={props.on_close.reform(|_| ())} onclick={on_backdrop}>
            <div class="dialog-head">
                <h2 id="dialog-title">{props.title}</h2>
                <button type="button" class="icon" aria-label="Close" onclick={props.on_close.reform(|_| ())}>{"\u{d7}"}</button>
            </div>
            <div class="dialog-body">{props.children.clone()}</div>
        </dialog>
    }
}
