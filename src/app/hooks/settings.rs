use std::{collections::BTreeMap, rc::Rc};

use texlens_workspace::state::State;
use yew::prelude::*;

use super::stored::{store, stored};

const METRICS: &str = "metric-settings";
const APP: &str = "app-settings";

/// Settings that differ from their defaults, by id.
type Changed = BTreeMap<String, String>;

/// Returns the settings of an earlier visit: those of the metrics, and those of the app.
pub(in crate::app) fn stored_settings() -> [Changed; 2] {
    let read = |key| {
        stored(key)
            .and_then(|json| serde_json::from_str(&json).ok())
            .unwrap_or_default()
    };
    [read(METRICS), read(APP)]
}

/// Remembers the settings. The stored scores were calculated with those of the metrics.
#[hook]
pub(in crate::app) fn use_settings(state: &State) {
    use_effect_with(Rc::clone(&state.settings), |settings| {
        let json = serde_json::to_string(&**settings).ok();
        store(METRICS, json.as_deref().filter(|_| !settings.is_empty()));
    });
    use_effect_with(state.app_settings(), |settings| {
        let json = serde_json::to_string(settings).ok();
        store(APP, json.as_deref().filter(|_| !settings.is_empty()));
    });
}
