use texlens_workspace::words::drop_target as words;
use yew::prelude::*;

/// Tells the user that files can be dropped anywhere.
#[component]
pub(super) fn DropTarget() -> Html {
    html! {
        <div class="drop-target" aria-hidden="true">
            <p>
                <strong>{words::TITLE}</strong>
                {words::KINDS}
            </p>
        </div>
    }
}
