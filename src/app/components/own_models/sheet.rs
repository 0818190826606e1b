//! The sheet of the models that the person brings.

use texlens_workspace::own_models::OwnForm;
use texlens_workspace::state::{Action, OwnCheck, OwnModels, State, ViewAction};
use texlens_workspace::words::own_models as words;
use yew::prelude::*;

use super::form::ReadForm;
use super::found::Bring;
use super::list::List;
use crate::app::components::compare::Same;
use crate::app::components::modal::Modal;
use crate::app::hooks::{OwnAsk, last_own_form, use_form};

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) own: Same<OwnModels>,
    pub(in crate::app::components) state: Same<State>,
    /// Whether files are being dragged over the page.
    pub(in crate::app::components) is_dragging: bool,
    pub(in crate::app::components) ask: Callback<OwnAsk>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// Shows the models that read, brings another one, and starts to read.
#[component]
pub(in crate::app::components) fn OwnModelsSheet(props: &Props) -> Html {
    let Props {
        own,
        state,
        is_dragging,
        ask,
        send,
    } = props;
    let form = use_form(last_own_form);
    {
        let ask = ask.clone();
        use_effect_with((), move |()| ask.emit(OwnAsk::Look));
    }
    {
        // A model that was just brought is the one to read with.
        let choose = form.edit(|form: &mut OwnForm, id| {
            form.model = Some(id);
            form.dtype = String::new();
        });
        use_effect_with(own.check.clone(), move |check| {
            if let OwnCheck::Added(id) = check {
                choose.emit(*id);
            }
        });
    }
    let on_close = send.reform(|()| Action::View(ViewAction::Dialog(None)));
    html! {
        <Modal title={words::TITLE} class="own-models" keeps_beside=true on_close={&on_close}>
            <p class="dim">{words::INTRODUCTION}</p>
            <List own={own.clone()} {ask} />
            <Bring own={own.clone()} is_dragging={*is_dragging} {ask} />
            <ReadForm own={own.clone()} state={state.clone()} {form} {ask} {on_close} />
        </Modal>
    }
}
