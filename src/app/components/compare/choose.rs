//! Changes of what is compared.

use texlens_workspace::state::{Action, Choice, Compare, CompareAction};
use yew::Callback;

use super::same::Same;

/// A change of what is chosen.
pub(super) type Choose = Callback<Box<dyn FnOnce(&mut Choice)>>;

/// Chooses anew, from what was chosen before.
pub(super) fn choosing(send: &Callback<Action>, compare: &Same<Compare>) -> Choose {
    let (send, choice) = (send.clone(), compare.choice.clone());
    Callback::from(move |change: Box<dyn FnOnce(&mut Choice)>| {
        let mut choice = choice.clone();
        change(&mut choice);
        send.emit(Action::Compare(CompareAction::Choose(choice)));
    })
}
