use std::{collections::BTreeMap, rc::Rc};

use gloo::utils::window;
use yew::prelude::*;

const KEY: &str = "metric-settings";

/// Returns the settings from an earlier visit that differ from their defaults.
pub(in crate::app) fn stored_settings() -> BTreeMap<String, String> {
    let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let stored = stored.and_then(|json| serde_json::from_str(&json).ok());
    stored.unwrap_or_default()
}

/// Remembers the settings, since the stored scores were calculated with them.
#[hook]
pub(in crate::app) fn use_settings(settings: &Rc<BTreeMap<String, String>>) {
    use_effect_with(settings.clone(), |settings| {
        // A browser without storage forgets the settings.
        if let Some(storage) = storage() {
            let _ = match serde_json::to_string(&**settings) {
                Ok(json) if !settings.is_empty() => storage.set_item(KEY, &json),
                _ => storage.remove_item(KEY),
            };
        }
    });
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
