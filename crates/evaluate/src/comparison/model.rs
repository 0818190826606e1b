//! The results of a comparison. Part of the file format, like [`crate::model`].

use serde::{Deserialize, Serialize};
use texlens_metrics::Kind;
use texlens_stats::Interval;
use texlens_vocabulary::noun;

use crate::error_types::ErrorType;
use crate::missing::MISSING;

/// The comparison of systems on the same samples of one level: means with intervals, and the differences of every two
/// systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The kind of the samples.
    pub level: Kind,
    /// Number of samples.
    pub samples: usize,
    /// Number of documents of these samples. Intervals are drawn over documents, since samples of one document resemble
    /// each other.
    pub documents: usize,
    /// Number of samples for which every system has a prediction.
    #[serde(default)]
    pub common: usize,
    /// The dataset of the samples, if there are other datasets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// Number of samples left out because not all systems have a prediction for them; `None` if this was not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
    /// SHA-256 of the ids of these samples, sorted and joined by line feeds; `None` if this was not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out_sha256: Option<String>,
    /// The bootstrap of the intervals.
    pub resampling: Resampling,
    /// The systems in the order in which they were given.
    pub systems: Vec<SystemSummary>,
    /// The differences of every two systems on each metric.
    pub differences: Vec<Difference>,
    /// Comparisons by the values of the requested tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<Breakdown>,
    /// Samples that could not be scored, and files that could not be used.
    pub problems: Vec<Problem>,
}

impl Comparison {
    /// Returns the number of samples, and that of documents if it differs, for example `300 formulas of 20 documents`.
    #[must_use]
    pub fn counted(&self) -> String {
        let counted = |kind, count| format!("{count} {}", noun(kind, count));
        let samples = counted(self.level, self.samples);
        match self.documents {
            documents if documents == self.samples => samples,
            documents => format!("{samples} of {}", counted(Kind::Document, documents)),
        }
    }

    /// Returns what a reader of the means needs to know about the samples: omitted samples, the rule for missing
    /// predictions, and the systems with flagged predictions. Returns `None` if there is nothing to say.
    #[must_use]
    pub fn coverage(&self) -> Option<String> {
        let dataset = self.dataset.as_ref();
        let dataset = dataset.map(|dataset| format!("Only the samples of one dataset are compared: {dataset}."));
        let sentences: Vec<String> = dataset.into_iter().chain(self.missing()).chain(self.flags()).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    fn flags(&self) -> Option<String> {
        let flagged = self.systems.iter().filter(|system| system.flagged > 0);
        let flagged: Vec<String> = flagged
            .map(|system| format!("{} of {}", system.flagged, system.system))
            .collect();
        (!flagged.is_empty()).then(|| {
            let list = flagged.join(", ");
            format!(
                "Predictions that may have been made for the metrics (hidden, repeated or far too much text): {list}."
            )
        })
    }

    fn missing(&self) -> Option<String> {
        let nouns = |count| format!("{count} {}", noun(self.level, count));
        if let Some(left_out) = self.left_out.filter(|left_out| *left_out > 0) {
            return Some(format!(
                "Only {} with a prediction of every system are compared; {left_out} more are left out.",
                nouns(self.samples)
            ));
        }
        let missing: usize = self.systems.iter().map(|system| system.missing).sum();
        if missing == 0 {
            return None;
        }
        let differ = self.systems.len() > 1 && self.common < self.samples;
        let common = format!(
            "The systems cover different samples: {} of {} have a prediction of every system. ",
            self.common,
            nouns(self.samples)
        );
        Some(format!("{}{MISSING}", if differ { common.as_str() } else { "" }))
    }
}

/// The bootstrap of the intervals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resampling {
    /// Number of resamples of the documents.
    pub resamples: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Share of such intervals that contain the true value, for example 0.95.
    pub level: f64,
}

/// One system on all samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SystemSummary {
    /// Name of the system.
    pub system: String,
    /// Number of samples with scores.
    pub scored: usize,
    /// Number of missing predictions, which were scored as empty.
    pub missing: usize,
    /// Number of samples with signs that the prediction was made for the metrics.
    #[serde(default)]
    pub flagged: usize,
    /// Number of samples without scores because the reference could not be used.
    pub failed: usize,
    /// The metrics in the order of the registry.
    pub metrics: Vec<MetricSummary>,
    /// Means of metrics, by the arithmetic of TexOCR's tables.
    pub groups: Vec<GroupSummary>,
    /// Frequencies of TexOCR's error types; empty if they were not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_types: Vec<ErrorSummary>,
}

/// An error type on all samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ErrorSummary {
    /// The type.
    pub error_type: ErrorType,
    /// Number of samples with the error.
    pub found: u64,
    /// Number of samples for which the error could be judged.
    pub judged: u64,
    /// Wilson interval of the share `found / judged`, which assumes independent samples; `None` if no sample was
    /// judged.
    pub interval: Option<Interval>,
}

impl ErrorSummary {
    /// Returns the share of the judged samples that have the error; `None` if no sample was judged.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.found as f64 / self.judged as f64)
    }
}

impl SystemSummary {
    /// Returns the summary of a metric.
    #[must_use]
    pub fn metric(&self, id: &str) -> Option<&MetricSummary> {
        self.metrics.iter().find(|summary| summary.metric == id)
    }

    /// Returns the summary of a group of metrics.
    #[must_use]
    pub fn group(&self, id: &str) -> Option<&GroupSummary> {
        self.groups.iter().find(|summary| summary.group == id)
    }
}

/// A metric on all samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetricSummary {
    /// Id of the metric.
    pub metric: String,
    /// Mean over the samples on which the metric is defined; `None` without such samples.
    pub mean: Option<f64>,
    /// Confidence interval of the mean on other documents of this kind.
    pub interval: Option<Interval>,
    /// The reason why there is no mean or no interval; empty if both exist.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Number of samples on which the metric is defined.
    pub defined: usize,
    /// Reasons why the metric is undefined on the other samples, the most frequent first.
    pub undefined: Vec<Reason>,
    /// Pooled value of the corpus, if the metric has one that is not the mean, as corpus BLEU has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
}

/// A reason why a metric is undefined, and its frequency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The reason as given by the metric.
    pub reason: String,
    /// Number of samples with this reason.
    pub samples: usize,
}

/// A mean of metrics, each of which is a mean over samples: first down the columns of the table, then across.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupSummary {
    /// `structural`, `usability`, `fidelity`, `overall` or `overall_defined`.
    pub group: String,
    /// The mean; `None` if a member has no value. `overall_defined` is the mean of the existing values.
    pub value: Option<f64>,
    /// Confidence interval of the value.
    pub interval: Option<Interval>,
    /// Ids of the metrics in the mean.
    pub members: Vec<String>,
    /// Ids of the metrics without a value.
    pub undefined: Vec<String>,
}

/// The difference of two systems on the samples on which a metric is defined for both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The first system.
    pub first: String,
    /// The second system.
    pub second: String,
    /// Id of the metric.
    pub metric: String,
    /// Number of samples.
    pub samples: usize,
    /// Mean of the first system less mean of the second, in the unit of the metric.
    pub mean: f64,
    /// Confidence interval of the difference on other documents of this kind; `None` for fewer than two documents.
    pub interval: Option<Interval>,
    /// Two-sided p-value of the hypothesis that there is no difference, from the same draws, not corrected for the
    /// number of metrics.
    pub p_value: Option<f64>,
    /// Samples on which the first system is better.
    pub first_better: usize,
    /// Samples on which both have the same value.
    pub equal: usize,
    /// Samples on which the second system is better.
    pub second_better: usize,
    /// Whether the interval excludes 0.
    pub is_clear: bool,
    /// Summary in one sentence for a person.
    pub summary: String,
}

/// Input that could not be used. Everything else was scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Id of the sample.
    pub sample: String,
    /// The system of the prediction; `None` if the problem is with the reference or the image.
    pub system: Option<String>,
    /// The problem and what to do about it.
    pub message: String,
}

/// Largest number of values of a tag that are distinguished: those with most samples. Nobody reads longer tables, and a
/// numeric tag may have one value for each sample.
pub const MAX_TAG_VALUES: usize = 40;

/// The comparison by the values of a tag. Part of the file format, like [`Comparison`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Breakdown {
    /// Name of the tag.
    pub tag: String,
    /// The values in ascending order if all are numbers with the same unit, from easy to hard if all are kinds or
    /// difficulties of formulas, otherwise those with most samples first. Samples without the tag come last.
    pub values: Vec<TagSummary>,
    /// Number of values beyond [`MAX_TAG_VALUES`], which are left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_values: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The samples with one value of a tag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TagSummary {
    /// The value; `None` for samples without the tag.
    pub value: Option<String>,
    /// Number of samples with the value.
    pub samples: usize,
    /// Number of documents of these samples.
    pub documents: usize,
    /// The systems as in the comparison, in its order.
    pub systems: Vec<SystemSummary>,
}
