//! How the values of a leaderboard were obtained.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;

/// How the values of a leaderboard were obtained. All its rows have the same protocol.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// The publication, if it is one. It compares its own rows, so details that it does not state are equal within it.
    #[serde(default)]
    pub publication: Option<String>,
    /// The pages.
    pub pages: Pages,
    /// The unit of a score: `document`, `page`, `formula` or `table`.
    pub unit: String,
    /// The program that calculates the scores, with its version. Empty if scores come from a judge alone.
    pub scorer: String,
    /// The judge, if there is one.
    #[serde(default)]
    pub judge: Option<Judge>,
    /// Everything else that changes values, by name: settings of metrics, TeX engine, input of the systems.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
}

/// The pages that the systems read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pages {
    /// The name of the dataset, for a person.
    pub name: String,
    /// Their number, for a person.
    pub size: String,
    /// Whether the name is that of a published dataset. Two different names are then different pages.
    #[serde(default)]
    pub is_published: bool,
    /// Hashes that identify the references. Two leaderboards with an equal hash of one kind have the same references.
    #[serde(default)]
    pub fingerprints: BTreeMap<Fingerprint, String>,
}

/// A language model that gives scores.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The model; `None` if it is not stated.
    pub model: Option<String>,
    /// The protocol by the name that texlens has for it; `None` if it is not stated.
    pub protocol: Option<String>,
    /// How formulas of prediction and reference were matched; `None` if it is not stated.
    pub matching: Option<String>,
}

impl Judge {
    /// Returns the model without the name of its provider, in lower case: `openai/gpt-5-mini` and `GPT-5-mini` are one
    /// model.
    #[must_use]
    pub fn canonical_model(&self) -> Option<String> {
        let model = self.model.as_deref()?;
        Some(model.rsplit('/').next().unwrap_or(model).to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_the_same_with_and_without_its_provider() {
        let judge = |model: &str| Judge {
            model: Some(model.to_owned()),
            ..Judge::default()
        };
        assert_eq!(
            judge("openai/gpt-5-mini").canonical_model(),
            judge("GPT-5-mini").canonical_model()
        );
        assert_ne!(judge("gpt-5").canonical_model(), judge("gpt-5-mini").canonical_model());
        assert_eq!(Judge::default().canonical_model(), None);
    }
}
