use texlens_workspace::state::{Action, Dialog, Keeping, NotKept as Why, ViewAction};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) keeping: Keeping,
    /// How many there are.
    pub(super) samples: usize,
    /// Tries again to keep them.
    pub(super) on_retry: Callback<()>,
    pub(super) send: Callback<Action>,
}

/// Says that samples are not kept, for as long as that is so, and what to do about it.
#[component]
pub(super) fn NotKept(props: &Props) -> Html {
    let Props {
        keeping,
        samples,
        on_retry,
        send,
    } = props;
    // What is read aloud has to be there before it has something to say.
    html! {
        <div class="not-kept" role="status" aria-label="Samples that are not kept">
            if let Some(why) = keeping.not_kept(*samples) {
                <p><strong>{why.headline(*samples)}</strong></p>
                <p>{why.advice()}</p>
                <div class="buttons">
                    if why.can_be_tried_again() {
                        <button type="button" class="button small" onclick={on_retry.reform(|_| ())}>{"Try again"}</button>
                    }
                    if matches!(why, Why::NoRoom { .. }) {
                        <button
                            type="button"
                            class="button small"
                            onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Storage))))}
                        >
                            {"Free space"}
                        </button>
                    }
                    <button
                        type="button"
                        class="button small"
                        onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Save))))}
                    >
                        {"Save the evaluation"}
                    </button>
                </div>
            }
        </div>
    }
}
