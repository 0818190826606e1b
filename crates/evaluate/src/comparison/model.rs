//! What is said of several systems on the same samples. Part of the file format, as [`crate::model`] is.

use serde::{Deserialize, Serialize};
use texlens_metrics::Kind;
use texlens_stats::Interval;
use texlens_vocabulary::noun;

use crate::error_types::ErrorType;
use crate::missing::MISSING;

/// Systems on the same samples of one level: means with intervals, and what differs between each two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What a sample is.
    pub level: Kind,
    /// Number of samples.
    pub samples: usize,
    /// Number of documents they come from: what intervals are drawn over, since samples of one document resemble each
    /// other.
    pub documents: usize,
    /// Samples of which every system has a prediction.
    #[serde(default)]
    pub common: usize,
    /// The dataset that the samples are of, where there are others besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// Samples that were left out because not all systems have a prediction of them; none if nobody asked for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
    /// How the intervals came about.
    pub resampling: Resampling,
    /// In the order in which they were given.
    pub systems: Vec<SystemSummary>,
    /// Each two systems on each metric.
    pub differences: Vec<Difference>,
    /// The same by the values of tags that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<Breakdown>,
    /// Samples that could not be scored, and files that could not be used.
    pub problems: Vec<Problem>,
}

impl Comparison {
    /// What a reader of its means has to know of the samples: that others were left out, how missing predictions count, and
    /// which systems have flagged ones. None where there is nothing of that.
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

/// The bootstrap behind the intervals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resampling {
    /// How often documents were drawn anew.
    pub resamples: usize,
    /// Where the draws start.
    pub seed: u64,
    /// Share of such intervals that hold the true value, for example 0.95.
    pub level: f64,
}

/// One system over all samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SystemSummary {
    /// Its name.
    pub system: String,
    /// Samples with scores.
    pub scored: usize,
    /// Predictions that are not there; they were scored as empty ones.
    pub missing: usize,
    /// Samples whose prediction shows signs of having been made for the metrics.
    #[serde(default)]
    pub flagged: usize,
    /// Samples without scores, because the reference could not be used.
    pub failed: usize,
    /// In the order of the registry.
    pub metrics: Vec<MetricSummary>,
    /// Means over metrics: the arithmetic of TexOCR's tables.
    pub groups: Vec<GroupSummary>,
    /// How often each of TexOCR's error types was found; empty where they were not looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_types: Vec<ErrorSummary>,
}

/// An error type over all samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ErrorSummary {
    /// The type.
    pub error_type: ErrorType,
    /// Samples that have it.
    pub found: u64,
    /// Samples of which it is known whether they have it.
    pub judged: u64,
    /// Wilson interval of the share `found / judged`, which takes samples for independent; none where none was judged.
    pub interval: Option<Interval>,
}

impl ErrorSummary {
    /// Share of the judged samples that have it; none where none was judged.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.found as f64 / self.judged as f64)
    }
}

impl SystemSummary {
    /// The summary of a metric.
    #[must_use]
    pub fn metric(&self, id: &str) -> Option<&MetricSummary> {
        self.metrics.iter().find(|summary| summary.metric == id)
    }

    /// The summary of a group of metrics.
    #[must_use]
    pub fn group(&self, id: &str) -> Option<&GroupSummary> {
        self.groups.iter().find(|summary| summary.group == id)
    }
}

/// A metric over all samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetricSummary {
    /// Its id.
    pub metric: String,
    /// Mean over the samples on which it is defined; none where there are none.
    pub mean: Option<f64>,
    /// Where the mean over other documents of this kind is expected.
    pub interval: Option<Interval>,
    /// Why there is no mean or no interval; empty where there are both.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Samples on which it is defined.
    pub defined: usize,
    /// Why it is not on the others, the commonest reason first.
    pub undefined: Vec<Reason>,
    /// The value of the corpus as a whole, where the metric has one that is not the mean, as corpus BLEU.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
}

/// Why a metric is not defined, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// As the metric said it.
    pub reason: String,
    /// On so many samples.
    pub samples: usize,
}

/// A mean over metrics, each of which is a mean over samples: first down the columns of the table, then across.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupSummary {
    /// `structural`, `usability`, `fidelity`, `overall` or `overall_defined`.
    pub group: String,
    /// None where a member has no value; `overall_defined` is the mean of what there is.
    pub value: Option<f64>,
    /// Of the value.
    pub interval: Option<Interval>,
    /// Ids of the metrics that went in.
    pub members: Vec<String>,
    /// Ids of those without a value.
    pub undefined: Vec<String>,
}

/// Two systems on the samples on which a metric is defined for both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// A system.
    pub first: String,
    /// Another one.
    pub second: String,
    /// Id of the metric.
    pub metric: String,
    /// Number of samples.
    pub samples: usize,
    /// Mean of the first less mean of the second, in the unit of the metric.
    pub mean: f64,
    /// Where the difference on other documents of this kind is expected; none for fewer than two documents.
    pub interval: Option<Interval>,
    /// Two-sided p-value of "there is no difference" by the same draws, not corrected for the number of metrics.
    pub p_value: Option<f64>,
    /// Samples on which the first system is better.
    pub first_better: usize,
    /// Samples on which both have the same value.
    pub equal: usize,
    /// Samples on which the second system is better.
    pub second_better: usize,
    /// Whether the interval leaves out 0.
    pub is_clear: bool,
    /// All this in one sentence for a person.
    pub summary: String,
}

/// What could not be used; everything else was scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Id of the sample.
    pub sample: String,
    /// The system whose prediction it is about; none where it is about the reference or the image.
    pub system: Option<String>,
    /// What is wrong and what to do.
    pub message: String,
}

/// Values of a tag that are told apart, those with most samples: of more, nobody reads the table, and a tag of numbers may have one for each sample.
pub const MAX_TAG_VALUES: usize = 40;

/// The samples by the values of a tag. Part of the file format, as [`Comparison`] is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Breakdown {
    /// The tag.
    pub tag: String,
    /// In ascending order where all are numbers, otherwise those with most samples first; samples without the tag last.
    pub values: Vec<TagSummary>,
    /// Values beyond [`MAX_TAG_VALUES`], which are left out.
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
    /// None for samples without the tag.
    pub value: Option<String>,
    /// How many samples have it.
    pub samples: usize,
    /// How many documents they come from.
    pub documents: usize,
    /// As over all samples; in the order of the comparison.
    pub systems: Vec<SystemSummary>,
}
