//! Changes to what is compared.

use texlens_workspace::state::{Action, Choice, Compare, CompareAction};
use yew::Callback;

use super::same::Same;

/// A callback that takes a change of the choice.
pub(in crate::app::components) type Choose = Callback<Box<dyn FnOnce(&mut Choice)>>;

/// Returns a callback that applies a change to the current choice and sends the result.
pub(in crate::app::components) fn choosing(send: &Callback<Action>, compare: &Same<Compare>) -> Choose {
    let (send, choice) = (send.clone(), compare.choice.clone());
    Callback::from(move |change: Box<dyn FnOnce(&mut Choice)>| {
        let mut choice = choice.clone();
        change(&mut choice);
        send.emit(Action::Compare(CompareAction::Choose(choice)));
    })
}
