use yew::prelude::*;

/// Tells the user that files can be dropped anywhere.
#[component]
pub(super) fn DropTarget() -> Html {
    html! {
        <div class="drop-target" aria-hidden="true">
            <p>
                <strong>{"Drop anywhere"}</strong>
                {"Pages, texts, folders, archives, lists, saved evaluations"}
            </p>
        </div>
    }
}
