use texlens_workspace::state::{Action, ViewAction};
use texlens_workspace::words::help as words;
use yew::prelude::*;

use super::modal::Modal;
use super::sentence::sentence;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) send: Callback<Action>,
}

/// Lists the keys and explains the app in a few words.
#[component]
pub(super) fn Help(props: &Props) -> Html {
    html! {
        <Modal title={words::TITLE} on_close={props.send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <h3>{words::KEYS}</h3>
            <dl class="keys">
                {for words::MEANINGS.iter().map(|(keys, meaning)| html! {
                    <>
                        <dt>{for keys.iter().map(|key| html! { <kbd>{*key}</kbd> })}</dt>
                        <dd>{*meaning}</dd>
                    </>
                })}
            </dl>
            {for words::TOPICS.iter().map(|(heading, text)| html! {
                <>
                    <h3>{*heading}</h3>
                    <p>{sentence(text)}</p>
                </>
            })}
        </Modal>
    }
}
