//! The wrapper that makes the state a Yew reducer.

use std::ops::Deref;
use std::rc::Rc;

use texlens_workspace::state::{Action, State};
use yew::Reducible;

/// The state, which components read and send actions to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Store(pub(super) State);

impl Deref for Store {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Reducible for Store {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let Self(state) = Rc::unwrap_or_clone(self);
        Rc::new(Self(state.after(action)))
    }
}
