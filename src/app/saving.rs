//! From what is on the screen to an [`Evaluation`] that can be saved.

use texlens_evaluate::{Evaluation, Provenance, SampleResult, Setting};

use super::state::{Sample, State};
use crate::worker::score::protocol::Scored;

impl State {
    /// All samples with all that is known of them. `created` is ISO 8601, UTC, seconds.
    #[must_use]
    pub fn evaluation(&self, created: String, settings: Vec<Setting>) -> Evaluation {
        let samples: Vec<SampleResult> = self.samples.iter().map(|sample| sample.result()).collect();
        let title = match samples.as_slice() {
            [only] => format!("texlens: {}", only.id),
            all => format!("texlens: {} samples", all.len()),
        };
        Evaluation {
            title,
            samples,
            provenance: Provenance {
                texlens: env!("CARGO_PKG_VERSION").to_owned(),
                created,
                settings,
                provider: self.distinct(|sample| Some(sample.run.as_ref()?.provider.clone())),
                model: self.distinct(|sample| sample.run.as_ref()?.model.clone()),
                ..Provenance::default()
            },
            ..Evaluation::default()
        }
    }

    /// What the samples have in common, or all that they have, once each.
    fn distinct(&self, of: impl Fn(&Sample) -> Option<String>) -> Option<String> {
        let mut found: Vec<String> = Vec::new();
        for value in self.samples.iter().filter_map(|sample| of(sample)) {
            if !found.contains(&value) {
                found.push(value);
            }
        }
        (!found.is_empty()).then(|| found.join("; "))
    }
}

impl Sample {
    fn result(&self) -> SampleResult {
        SampleResult {
            image: self.image.as_deref().cloned(),
            ..self.result_without_image()
        }
    }

    /// All that is known of it but for the page, which is large.
    pub(super) fn result_without_image(&self) -> SampleResult {
        let Scored {
            scores,
            formulas,
            error_types,
            detailed: _,
        } = self.scored.as_deref().cloned().unwrap_or_default();
        SampleResult {
            id: self.name.clone(),
            kind: self.kind,
            image: None,
            reference: self.reference.as_ref().map(|text| text.latex.clone()),
            prediction: self.prediction.as_deref().cloned(),
            credit: self.credit.as_deref().cloned(),
            scores,
            formulas,
            compilation: self.compilation().map(|compilation| (**compilation).clone()),
            error_types,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::{
        intake::Incoming,
        state::{Action, State},
    };

    #[test]
    fn what_is_shown_is_what_is_saved() {
        let text = |name: &str, latex: &str| Incoming {
            name: name.to_owned(),
            bytes: Ok(latex.as_bytes().to_vec()),
        };
        let state = State::default().after(Action::Brought(vec![text("a.tex", "x"), text("a.pred.tex", "y")]));
        let evaluation = state.evaluation("2026-01-02T03:04:05Z".to_owned(), Vec::new());
        assert_eq!(evaluation.title, "texlens: a");
        assert_eq!(evaluation.samples[0].reference.as_deref(), Some("x"));
        assert_eq!(
            evaluation.samples[0]
                .prediction
                .as_ref()
                .map(|prediction| prediction.latex.as_str()),
            Some("y")
        );
        assert_eq!(evaluation.provenance.provider, None);
        assert_eq!(evaluation.provenance.created, "2026-01-02T03:04:05Z");
    }
}
