use std::rc::Rc;

use texlens_workspace::state::{Action, CompareAction, State};
use yew::prelude::*;

use crate::worker::compare::CompareClient;

/// Asks the compare worker for the visible results. The returned callback cancels the comparison.
#[hook]
pub(in crate::app) fn use_compare(state: &State, send: &Callback<Action>) -> Callback<()> {
    let client = use_memo((), |()| {
        let send = send.clone();
        CompareClient::new(move |event| send.emit(Action::Compare(CompareAction::Heard(event))))
    });
    let compare = &state.compare;
    {
        let send = send.clone();
        let verdicts: Vec<_> = state.judging.verdicts.iter().map(Rc::as_ptr).collect();
        let seen = (compare.is_shown, state.samples.clone(), state.paused, verdicts);
        use_effect_with(seen, move |(is_shown, ..)| {
            if *is_shown {
                send.emit(Action::Compare(CompareAction::Look));
            }
        });
    }
    {
        let client = client.clone();
        // Results for other scores or verdicts are useless.
        let compared = (
            compare.board.as_ref().map(Rc::as_ptr),
            compare.tests.as_ref().map(Rc::as_ptr),
        );
        use_effect_with(compared, move |_| client.give_up());
    }
    {
        let (client, send, compare) = (client.clone(), send.clone(), Rc::clone(compare));
        use_effect_with(compare.errand(), move |ask| {
            if let Some(ask) = ask {
                let job = client.ask(&compare, ask.clone());
                send.emit(Action::Compare(CompareAction::Begun(ask.clone(), job)));
            }
        });
    }
    use_callback((client, send.clone()), |(), (client, send)| {
        client.give_up();
        send.emit(Action::Compare(CompareAction::Cancel));
    })
}
