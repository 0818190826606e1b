use texlens_workspace::state::{Action, Dialog, Keeping, NotKept as Why, ViewAction};
use texlens_workspace::words::{common, storage as words};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) keeping: Keeping,
    /// The number of samples in the list.
    pub(super) samples: usize,
    /// Tries again to store the samples.
    pub(super) on_retry: Callback<()>,
    pub(super) send: Callback<Action>,
}

/// Warns that samples are not stored, as long as that is so, with advice.
#[component]
pub(super) fn NotKept(props: &Props) -> Html {
    let Props {
        keeping,
        samples,
        on_retry,
        send,
    } = props;
    // Screen readers announce a change only in an element that already exists.
    html! {
        <div class="not-kept" role="status" aria-label={words::NOT_KEPT}>
            if let Some(why) = keeping.not_kept(*samples) {
                <p><strong>{why.headline(*samples)}</strong></p>
                <p>{why.advice()}</p>
                <div class="buttons">
                    if why.can_be_tried_again() {
                        <button type="button" class="button small" onclick={on_retry.reform(|_| ())}>{common::TRY_AGAIN}</button>
                    }
                    if matches!(why, Why::NoRoom { .. }) {
                        <button
                            type="button"
                            class="button small"
                            onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Storage))))}
                        >
                            {words::FREE_SPACE}
                        </button>
                    }
                    <button
                        type="button"
                        class="button small"
                        onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Save))))}
                    >
                        {words::SAVE}
                    </button>
                </div>
            }
        </div>
    }
}
