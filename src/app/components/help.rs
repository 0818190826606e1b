use texlens_workspace::commands::KEYS;
use texlens_workspace::state::{Action, ViewAction};
use texlens_workspace::words::{commands, help as words};
use yew::prelude::*;

use super::command_keys::keys;
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
                {for KEYS.iter().map(|(key, command)| html! {
                    <>
                        <dt>{keys(*key)}</dt>
                        <dd>{commands::label(command)}</dd>
                    </>
                })}
                {for words::OTHER_KEYS.iter().map(|(keys, meaning)| html! {
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
