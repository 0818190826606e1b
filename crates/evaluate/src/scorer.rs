//! Scores many predictions. Each text is parsed once, and only the requested metrics run.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use texlens_metrics::{
    Appearances, Evidence, Info, Input, Kind, Metric, Need, Score, Settings, Shared, Side, infos, metric, registry,
};
use texlens_vocabulary::{Compilation, noun};

use crate::counts::Counts;
use crate::error_types::{ErrorFinding, ErrorInput, error_types};
use crate::input::{InputError, Parsed};
use crate::matching::formula_pairs_of;
use crate::model::FormulaPair;
use crate::suspicions::{Suspicion, suspicions};
use crate::text::Text;

/// The amount of detail that is kept of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// Values and their explanations in words.
    #[default]
    Values,
    /// Also the formula pairs and the spans that explain each score and error type.
    Spans,
}

/// The complete result for one prediction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// Whether the spans and the formula pairs are present.
    pub detail: Detail,
    /// Scores in the order of [`Scorer::metrics`].
    pub scores: Vec<Score>,
    /// Counts for the metrics that are pooled over a corpus.
    #[serde(default)]
    pub counts: Vec<Counts>,
    /// The finding for each error type; empty if they were not looked for.
    pub error_types: Vec<ErrorFinding>,
    /// Signs that the prediction was made for the metrics; usually empty.
    #[serde(default)]
    pub suspicions: Vec<Suspicion>,
    /// Formulas of both sides; empty without [`Detail::Spans`].
    pub formulas: Vec<FormulaPair>,
    /// The TeX engine's verdict on the prediction; `None` if the engine did not run or the caller keeps the verdict
    /// elsewhere.
    #[serde(default)]
    pub compilation: Option<Compilation>,
}

/// The metrics for one kind of sample, with their settings.
pub struct Scorer<'s> {
    kind: Kind,
    settings: &'s Settings,
    evidence: Evidence,
    appearances: Arc<Appearances>,
    asked: Vec<&'static dyn Metric>,
    run: Vec<&'static dyn Metric>,
}

impl<'s> Scorer<'s> {
    /// Creates a scorer with every metric that is defined on this kind of sample, in the order of the registry.
    #[must_use]
    pub fn new(kind: Kind, settings: &'s Settings) -> Self {
        let metrics = registry().iter().copied();
        Self::of(
            kind,
            settings,
            metrics.filter(|metric| metric.info().kinds.contains(&kind)),
        )
    }

    /// Creates a scorer with these metrics, which are defined on this kind of sample and in the order of the registry. A
    /// program that names its metrics here does not contain the others.
    #[must_use]
    pub fn of(kind: Kind, settings: &'s Settings, metrics: impl IntoIterator<Item = &'static dyn Metric>) -> Self {
        let all: Vec<_> = metrics.into_iter().collect();
        Self {
            kind,
            settings,
            evidence: Evidence::default(),
            appearances: Arc::default(),
            run: all.clone(),
            asked: all,
        }
    }

    /// Creates a scorer with the metrics of these ids. Metrics that read the scores of others get these scores.
    ///
    /// # Errors
    /// If no metric has one of the ids, or if its metric is defined only on other kinds of samples.
    pub fn only<S: AsRef<str>>(kind: Kind, settings: &'s Settings, ids: &[S]) -> Result<Self, MetricError> {
        for id in ids.iter().map(AsRef::as_ref) {
            match metric(id) {
                None => return Err(MetricError::Unknown { id: id.to_owned() }),
                Some(metric) if !metric.info().kinds.contains(&kind) => {
                    let info = metric.info();
                    return Err(MetricError::OtherKind { info, kind });
                }
                Some(_) => {}
            }
        }
        let Self { run: all, .. } = Self::new(kind, settings);
        let is_asked = |metric: &dyn Metric| ids.iter().any(|id| id.as_ref() == metric.info().id);
        let reads_scores = |metric: &&dyn Metric| is_asked(*metric) && metric.info().needs.contains(&Need::Scores);
        // The metrics that a metric may read stand before it in the registry.
        let read = all.iter().rposition(reads_scores).unwrap_or_default();
        let is_run = |&(index, metric): &(usize, &'static dyn Metric)| index < read || is_asked(metric);
        let asked = all.iter().copied().filter(|metric| is_asked(*metric)).collect();
        let run = all.iter().copied().enumerate().filter(is_run);
        let run = run.map(|(_, metric)| metric).collect();
        Ok(Self {
            kind,
            settings,
            evidence: Evidence::default(),
            appearances: Arc::default(),
            asked,
            run,
        })
    }

    /// Adds evidence that holds for every sample, such as the tables that some metrics need.
    #[must_use]
    pub fn with_evidence(self, evidence: Evidence) -> Self {
        Self { evidence, ..self }
    }

    /// Adds the appearances of formulas. A pair of formulas whose appearances are both known is scored with them.
    #[must_use]
    pub fn with_appearances(self, appearances: Arc<Appearances>) -> Self {
        Self { appearances, ..self }
    }

    /// Returns the kind of the samples.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the settings of the metrics.
    #[must_use]
    pub fn settings(&self) -> &'s Settings {
        self.settings
    }

    /// Returns the requested metrics, in the order of the registry.
    #[must_use]
    pub fn metrics(&self) -> &[&'static dyn Metric] {
        &self.asked
    }

    /// Reports whether one of the requested metrics has this need.
    #[must_use]
    pub fn needs(&self, need: Need) -> bool {
        self.asked.iter().any(|metric| metric.info().needs.contains(&need))
    }

    /// Computes the scores, counts and error types of a prediction. All samples are scored by this function.
    /// `compilation` is the engine's verdict on the prediction; without it, the metrics that need it are undefined. The
    /// verdict on the reference [comes with the reference](Parsed::with_compilation). Verdicts are not part of the
    /// result. A blank prediction of a text that is not blank is [missing](crate::MISSING) and is scored as an empty
    /// text.
    ///
    /// # Errors
    /// If the prediction is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn assess(
        &self,
        reference: &Parsed<'_>,
        prediction: &Text<'_>,
        compilation: Option<&Compilation>,
        detail: Detail,
    ) -> Result<Scored, InputError> {
        let prediction = &as_scored(reference, prediction);
        let formulas = formula_pairs_of(self.kind, reference.text(), prediction)?;
        let prediction = Parsed::of(Side::Prediction, prediction)?.with_compilation(compilation);
        let (scores, counts) = self.measure(reference, &prediction);
        let scored = Scored {
            detail,
            scores,
            counts,
            error_types: self.error_types(reference, &prediction, &formulas),
            suspicions: match self.kind {
                Kind::Formula => Vec::new(),
                Kind::Page | Kind::Document => suspicions(reference, &prediction),
            },
            formulas,
            compilation: None,
        };
        Ok(match detail {
            Detail::Spans => scored,
            Detail::Values => scored.without_spans(),
        })
    }

    /// Computes the scores of a prediction as [`assess`](Self::assess) does, and nothing else.
    ///
    /// # Errors
    /// If the prediction is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn score_text(
        &self,
        reference: &Parsed<'_>,
        prediction: &Text<'_>,
        compilation: Option<&Compilation>,
    ) -> Result<Vec<Score>, InputError> {
        let prediction = as_scored(reference, prediction);
        let prediction = Parsed::of(Side::Prediction, &prediction)?.with_compilation(compilation);
        Ok(self.score(reference, &prediction))
    }

    /// Computes the scores of a sample, in the order of [`metrics`](Self::metrics).
    #[must_use]
    pub fn score(&self, reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Vec<Score> {
        self.measure(reference, prediction).0
    }

    /// Computes the scores, and the counts for the metrics that are pooled over a corpus.
    fn measure(&self, reference: &Parsed<'_>, prediction: &Parsed<'_>) -> (Vec<Score>, Vec<Counts>) {
        let evidence = self.evidence_of(reference, prediction);
        let shared = Shared::default();
        let (mut scores, mut all_counts) = (Vec::with_capacity(self.run.len()), Vec::new());
        for metric in &self.run {
            let input = self.input(reference, prediction, &evidence, &scores, &shared);
            let score = match metric.pooled() {
                Some(pooled) => {
                    let (score, values) = pooled.measure(&input);
                    let metric = Cow::Borrowed(metric.info().id);
                    all_counts.push(Counts { metric, values });
                    score
                }
                None => metric.score(&input),
            };
            scores.push(score.with_bounded_spans());
        }
        let is_asked = |id: &str| self.asked.iter().any(|metric| metric.info().id == id);
        scores.retain(|score| is_asked(&score.metric));
        all_counts.retain(|counts| is_asked(&counts.metric));
        (scores, all_counts)
    }

    /// Finds the error types of a sample. `formulas` are its [pairs](crate::formula_pairs_of).
    #[must_use]
    fn error_types(
        &self,
        reference: &Parsed<'_>,
        prediction: &Parsed<'_>,
        formulas: &[FormulaPair],
    ) -> Vec<ErrorFinding> {
        error_types(&ErrorInput {
            kind: self.kind,
            reference: Some(reference),
            prediction,
            formulas,
            settings: self.settings,
        })
    }

    /// Returns the evidence about every sample together with what the engine says of these two texts.
    fn evidence_of(&self, reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Cow<'_, Evidence> {
        let is_typeset = self.kind == Kind::Formula && !self.appearances.0.is_empty();
        if reference.compiled.is_none() && prediction.compiled.is_none() && !is_typeset {
            return Cow::Borrowed(&self.evidence);
        }
        let mut evidence = self.evidence.clone();
        if is_typeset {
            self.appearances
                .add_to(&mut evidence, reference.latex(), prediction.latex());
        }
        evidence.compiled.clone_from(&prediction.compiled);
        evidence.reference_compiled.clone_from(&reference.compiled);
        Cow::Owned(evidence)
    }

    fn input<'a>(
        &'a self,
        reference: &'a Parsed<'a>,
        prediction: &'a Parsed<'a>,
        evidence: &'a Evidence,
        scores: &'a [Score],
        shared: &'a Shared,
    ) -> Input<'a> {
        Input {
            reference: &reference.outline,
            prediction: &prediction.outline,
            reference_pages: reference.pages,
            prediction_pages: prediction.pages,
            evidence,
            settings: self.settings,
            scores,
            shared,
        }
    }
}

/// Returns the prediction as it is scored: a blank prediction of a text that is not blank is an empty text.
fn as_scored<'t>(reference: &Parsed<'_>, prediction: &'t Text<'_>) -> Text<'t> {
    let is_blank = |text: &str| text.trim().is_empty();
    if is_blank(prediction.latex()) && !is_blank(reference.latex()) {
        Text::with_pages("", &vec![0..0; prediction.pages().len()])
    } else {
        Text::from(prediction)
    }
}

impl Scored {
    fn without_spans(mut self) -> Self {
        self.scores.iter_mut().for_each(|score| score.spans = Vec::new());
        self.error_types
            .iter_mut()
            .for_each(|finding| finding.spans = Vec::new());
        self.suspicions
            .iter_mut()
            .for_each(|suspicion| suspicion.spans = Vec::new());
        Self {
            formulas: Vec::new(),
            ..self
        }
    }

    /// Returns the score of a metric, if it was computed.
    #[must_use]
    pub fn score(&self, metric: &str) -> Option<&Score> {
        self.scores.iter().find(|score| score.metric == metric)
    }
}

/// The reason why a metric cannot be requested.
#[derive(Debug, Clone, thiserror::Error)]
pub enum MetricError {
    /// No metric has this id.
    #[error("there is no metric {id:?}; there are {}", known())]
    Unknown {
        /// The id as given.
        id: String,
    },
    /// The metric is defined on other kinds of samples.
    #[error("{} is defined on {}, not on {}", .info.id, kinds(.info), noun(*.kind, 2))]
    OtherKind {
        /// The metric.
        info: &'static Info,
        /// The kind of the samples.
        kind: Kind,
    },
}

/// Returns the ids of all metrics, for a message.
fn known() -> String {
    let known: Vec<_> = infos().iter().map(|info| info.id).collect();
    known.join(", ")
}

/// Returns the kinds of samples on which a metric is defined, for a message.
fn kinds(info: &Info) -> String {
    let kinds: Vec<_> = info.kinds.iter().map(|&kind| noun(kind, 2)).collect();
    kinds.join(" and ")
}

#[cfg(test)]
mod tests {
    use texlens_metrics::Compiled;

    use super::*;

    #[test]
    fn a_selection_gives_the_same_scores_as_all_of_them() {
        let settings = Settings::default();
        let (reference, prediction) = (Text::from("\\section{A} one"), Text::from("\\section{A} two"));
        let reference = Parsed::of(Side::Reference, &reference).unwrap();
        let prediction = Parsed::of(Side::Prediction, &prediction).unwrap();
        let all = Scorer::new(Kind::Page, &settings).score(&reference, &prediction);
        for score in &all {
            let only = Scorer::only(Kind::Page, &settings, &[&score.metric]).unwrap();
            assert_eq!(only.score(&reference, &prediction), std::slice::from_ref(score));
        }
    }

    #[test]
    fn each_prediction_has_a_verdict_of_its_own() {
        let settings = Settings::default();
        let text = Text::from("a");
        let parsed = |side| Parsed::of(side, &text).unwrap();
        let scorer = Scorer::only(Kind::Page, &settings, &["csr"]).unwrap();
        let value = |compiles: Option<bool>| {
            let compiled = compiles.map(|compiles| Compiled {
                compiles,
                fatal: false,
                pages: 1,
                errors: usize::from(!compiles),
                listed: Vec::new(),
            });
            let prediction = parsed(Side::Prediction).with_compiled(compiled);
            scorer.score(&parsed(Side::Reference), &prediction)[0].value()
        };
        assert_eq!([Some(true), Some(false), None].map(value), [Some(1.0), Some(0.0), None]);
    }

    #[test]
    fn only_some_metrics_need_an_engine() {
        let settings = Settings::default();
        let needs = |ids: &[&str]| {
            let scorer = Scorer::only(Kind::Page, &settings, ids).unwrap();
            scorer.needs(Need::Compilation)
        };
        assert!(needs(&["ds", "csr"]) && needs(&["usability"]) && needs(&["overall_defined"]));
        assert!(!needs(&["ds", "structural"]));
        assert!(!Scorer::new(Kind::Formula, &settings).needs(Need::Compilation));
    }

    #[test]
    fn metrics_that_cannot_be_asked_for_are_named_with_advice() {
        let settings = Settings::default();
        let error = |id| Scorer::only(Kind::Page, &settings, &[id]).err().unwrap().to_string();
        let unknown = error("nonsense");
        assert!(
            unknown.starts_with("there is no metric \"nonsense\"; there are "),
            "{unknown}"
        );
        assert!(unknown.contains(", ds, "), "{unknown}");
        assert_eq!(error("exact"), "exact is defined on formulas, not on pages");
    }
}
