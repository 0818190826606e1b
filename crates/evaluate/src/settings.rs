//! The settings behind an evaluation, as a report prints them.

use texlens_metrics::Settings;

use crate::matching::MIN_SIMILARITY;
use crate::model::Setting;

/// Every setting of the metrics and of the formula matching with its value, for [`Provenance`](crate::Provenance).
#[must_use]
pub fn list_settings(settings: &Settings) -> Vec<Setting> {
    let metrics = settings.all().map(|(name, value)| (name, value.to_string()));
    let matching = ("formulas.min_similarity", MIN_SIMILARITY.to_string());
    metrics
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
        assert_eq!(listed.len(), settings.all().count() + 1);
        for expected in [
            "ctp.min_words=5",
            "bleu.smoothing=method1",
            "formulas.min_similarity=0.3",
        ] {
            assert!(listed.iter().any(|setting| setting == expected), "{expected}");
        }
    }
}
