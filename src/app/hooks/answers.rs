use texlens_workspace::state::{Action, JudgingAction};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::judge::Answers;

/// Returns the number of judge answers that the browser stores, and a callback that deletes them.
#[hook]
pub(in crate::app) fn use_answers(send: &Callback<Action>) -> (u32, Callback<()>) {
    let count = use_state_eq(|| 0);
    {
        let count = count.setter();
        use_effect_with((), move |()| {
            spawn_local(async move { count.set(Answers::open().await.count().await.unwrap_or_default()) });
        });
    }
    let (set, send) = (count.setter(), send.clone());
    let forget = Callback::from(move |()| {
        let (set, send) = (set.clone(), send.clone());
        spawn_local(async move {
            if Answers::open().await.clear().await.is_ok() {
                set.set(0);
                send.emit(Action::Judging(JudgingAction::Forgotten));
            }
        });
    });
    (*count, forget)
}
