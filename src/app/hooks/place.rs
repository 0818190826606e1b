use gloo::{
    events::EventListener,
    utils::{history, window},
};
use texlens_workspace::state::{Action, Place, Screen, SelectAction, State};
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// Keeps the address and the shown place in step. Only another sample or screen adds an entry to the browser's
/// history.
#[hook]
pub(in crate::app) fn use_place(state: &State, send: &Callback<Action>) {
    {
        let send = send.clone();
        use_effect_with((), move |()| {
            if let Some(fragment) = fragment() {
                send.emit(Action::Select(SelectAction::Go(Box::new(Place::parse(&fragment)))));
            }
            let listener = EventListener::new(&window(), "popstate", move |_| {
                send.emit(Action::Select(SelectAction::Go(Box::new(Place::parse(
                    &fragment().unwrap_or_default(),
                )))));
            });
            move || drop(listener)
        });
    }
    use_effect_with(state.place(), |place| {
        let Some(place) = place else { return };
        let (now, before) = (place.fragment(), fragment().unwrap_or_default());
        if now == before {
            return;
        }
        let address = if now.is_empty() { whole() } else { format!("#{now}") };
        let was = Place::parse(&before);
        // The matrix shows no single sample.
        let is_other_sample = was.sample != place.sample && place.screen != Screen::Matrix;
        let is_other = is_other_sample || was.screen != place.screen;
        let is_step = was.sample.is_some() && place.sample.is_some() && is_other;
        // Browsers refuse changes that are too frequent; the address then lags a little behind.
        let _ = if is_step {
            history().push_state_with_url(&JsValue::NULL, "", Some(&address))
        } else {
            history().replace_state_with_url(&JsValue::NULL, "", Some(&address))
        };
    });
}

/// Returns the path and query of the address, without its fragment.
fn whole() -> String {
    let location = window().location();
    let part = |part: Result<String, JsValue>| part.unwrap_or_default();
    part(location.pathname()) + &part(location.search())
}

/// Returns the fragment of the address, if it has one.
fn fragment() -> Option<String> {
    let hash = window().location().hash().ok()?;
    hash.strip_prefix('#')
        .filter(|fragment| !fragment.is_empty())
        .map(str::to_owned)
}
