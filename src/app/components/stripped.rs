use std::rc::Rc;

use texlens_workspace::brought::Stripped;
use texlens_workspace::messages::import::TextChoices;
use texlens_workspace::state::{Action, TextAction, ViewAction};
use texlens_workspace::words::{common, stripped as words};
use yew::prelude::*;

use super::modal::Modal;

/// Maximum number of listed texts.
const MOST: usize = 200;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) stripped: Rc<Vec<Stripped>>,
    pub(super) choices: TextChoices,
    pub(super) send: Callback<Action>,
}

/// Shows what was removed around the LaTeX of answers.
#[component]
pub(super) fn StrippedTexts(props: &Props) -> Html {
    let Props {
        stripped,
        choices,
        send,
    } = props;
    html! {
        <Modal title={words::TITLE} class="stripped" on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <p>{words::INTRODUCTION}</p>
            <div class="removed" tabindex="0" role="region" aria-label={words::TITLE}>
                <ul>
                    {for stripped.iter().take(MOST).map(|Stripped { name, removed }| html! {
                        <li>
                            <code>{name}</code>
                            if removed.is_empty() { <p class="dim">{words::FENCE_ONLY}</p> }
                            {for removed.iter().map(|remark| html! { <pre>{remark}</pre> })}
                        </li>
                    })}
                    if stripped.len() > MOST {
                        <li class="dim">{common::more(stripped.len() - MOST)}</li>
                    }
                </ul>
            </div>
            <AnswerSetting choices={*choices} {send} />
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct SettingProps {
    pub(super) choices: TextChoices,
    pub(super) send: Callback<Action>,
}

/// Shows the setting whether remarks around the LaTeX of answers are removed.
#[component]
pub(super) fn AnswerSetting(props: &SettingProps) -> Html {
    let SettingProps { choices, send } = props;
    let whole_answers = !choices.whole_answers;
    let toggle = send.reform(move |_: Event| Action::Texts(TextAction::Choose(TextChoices { whole_answers })));
    html! {
        <div class="answer-setting">
            <label><input type="checkbox" checked={!choices.whole_answers} onchange={toggle} />{" "}{words::SETTING}</label>
            <p class="dim">{words::SETTING_NOTE}</p>
        </div>
    }
}
