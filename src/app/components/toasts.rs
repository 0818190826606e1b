use yew::prelude::*;

use crate::app::{
    intake::Refusal,
    state::{Action, Removed},
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) refusals: Vec<Refusal>,
    pub(super) removed: Option<Removed>,
    pub(super) send: Callback<Action>,
}

/// Files that could not be used, and the way back for what was removed. Nothing here goes away by itself.
#[component]
pub(super) fn Toasts(props: &Props) -> Html {
    let Props {
        refusals,
        removed,
        send,
    } = props;
    html! {
        <div class="toasts">
            if !refusals.is_empty() {
                <section class="toast refusals" role="alert" aria-label="Files that could not be used">
                    <p class="head">
                        {match refusals.len() { 1 => "One file could not be used".to_owned(), count => format!("{count} files could not be used") }}
                    </p>
                    <ul>
                        {for refusals.iter().map(|refusal| html! {
                            <li><strong>{&refusal.name}</strong><p>{refusal.reason.to_string()}</p></li>
                        })}
                    </ul>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::DismissRefusals)}>
                        {"Dismiss"}
                    </button>
                </section>
            }
            if let Some(removed) = removed {
                <section class="toast" aria-label="Removed">
                    <p>{"Removed "}<strong>{&removed.sample.name}</strong></p>
                    <button type="button" class="button small" onclick={send.reform(|_| Action::Undo)}>{"Undo"}</button>
                    <button
                        type="button"
                        class="icon"
                        aria-label="Keep it removed"
                        onclick={send.reform(|_| Action::ForgetRemoved)}
                    >
                        {"\u{d7}"}
                    </button>
                </section>
            }
        </div>
    }
}
