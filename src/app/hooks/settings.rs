use std::{collections::BTreeMap, rc::Rc};

use texlens_workspace::messages::import::TextChoices;
use yew::prelude::*;

use super::stored::{store, stored};

const KEY: &str = "metric-settings";
const TEXTS: &str = "import-texts";

/// Returns the settings from an earlier visit that differ from their defaults.
pub(in crate::app) fn stored_settings() -> BTreeMap<String, String> {
    stored(KEY)
        .and_then(|json| serde_json::from_str(&json).ok())
        .unwrap_or_default()
}

/// Returns how the texts of imports were read on an earlier visit.
pub(in crate::app) fn stored_texts() -> TextChoices {
    stored(TEXTS)
        .and_then(|json| serde_json::from_str(&json).ok())
        .unwrap_or_default()
}

/// Remembers how the texts of imports are read.
#[hook]
pub(in crate::app) fn use_text_choices(choices: TextChoices) {
    use_effect_with(choices, |choices| {
        let json = serde_json::to_string(choices).ok();
        store(TEXTS, json.as_deref().filter(|_| *choices != TextChoices::default()));
    });
}

/// Remembers the settings, since the stored scores were calculated with them.
#[hook]
pub(in crate::app) fn use_settings(settings: &Rc<BTreeMap<String, String>>) {
    use_effect_with(settings.clone(), |settings| {
        let json = serde_json::to_string(&**settings).ok();
        store(KEY, json.as_deref().filter(|_| !settings.is_empty()));
    });
}
