//! The settings of an evaluation, as a report prints them.

use std::collections::BTreeMap;

use texlens_metrics::{AnyParameter, SettingError, Settings, metric_parameters};

use crate::error_types;
use crate::matching::MIN_SIMILARITY;
use crate::provenance::Setting;

/// Sets a setting of a metric or of the rules for error types, from its value as text.
///
/// # Errors
///
/// If there is no setting of this name, or if the text is not a value of its type.
pub fn set_setting(settings: &mut Settings, name: &str, text: &str) -> Result<(), SettingError> {
    settings.set_among(&setting_parameters().collect::<Vec<_>>(), name, text)
}

/// Creates settings from names and values as text. All other settings have their defaults.
///
/// # Errors
///
/// If there is no setting of a name, or if a text is not a value of its type.
pub fn settings_of(changed: &BTreeMap<String, String>) -> Result<Settings, SettingError> {
    let mut settings = Settings::default();
    for (name, value) in changed {
        set_setting(&mut settings, name, value)?;
    }
    Ok(settings)
}

/// Returns all parameters: those of the metrics in the order of the registry, then those of the rules for error types.
pub fn setting_parameters() -> impl Iterator<Item = &'static dyn AnyParameter> {
    metric_parameters().chain(error_types::parameters())
}

/// Lists every setting of the metrics, the error types and the formula matching with its value, for
/// [`Provenance`](crate::Provenance).
#[must_use]
pub fn list_settings(settings: &Settings) -> Vec<Setting> {
    let declared = setting_parameters().map(|parameter| (parameter.name(), settings.value(parameter).to_string()));
    let matching = ("formulas.min_similarity", MIN_SIMILARITY.to_string());
    declared
        .chain([matching])
        .map(|(name, value)| Setting {
            name: name.to_owned(),
            value,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_listed_with_its_value() {
        let mut settings = Settings::default();
        settings.set("ctp.min_words", "5").unwrap();
        let listed: Vec<_> = list_settings(&settings)
            .iter()
            .map(|s| format!("{}={}", s.name, s.value))
            .collect();
        assert_eq!(listed.len(), setting_parameters().count() + 1);
        for expected in [
            "ctp.min_words=5",
            "bleu.smoothing=method1",
            "formulas.min_similarity=0.3",
        ] {
            assert!(listed.iter().any(|setting| setting == expected), "{expected}");
        }
    }
}
