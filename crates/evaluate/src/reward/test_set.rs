//! The unit tests that a reward counts.

use std::ops::RangeInclusive;

use texlens_metrics::{Metric, TEXOCR_GROUPS, metric};

/// The weights that a test may have. With others, a sum of weights could lose its smaller ones to rounding.
const WEIGHTS: RangeInclusive<f64> = 1e-6..=1e6;

/// The unit tests that a reward counts: TexOCR's nine metrics, or some of them, with their weights.
#[derive(Debug, Clone, PartialEq)]
pub struct TestSet {
    tests: Vec<(&'static str, f64)>,
}

impl Default for TestSet {
    /// Returns all nine, with the weight 1.
    fn default() -> Self {
        let metrics = TEXOCR_GROUPS.into_iter().flat_map(|(_, members)| members);
        Self {
            tests: metrics.map(|metric| (metric, 1.0)).collect(),
        }
    }
}

impl TestSet {
    /// Leaves out a test by the id of its metric, or the three tests of a group: `structural`, `usability` or
    /// `fidelity`.
    ///
    /// # Errors
    /// If there is no such test or group, or if no test would remain.
    pub fn without(mut self, name: &str) -> Result<Self, TestSetError> {
        let out = named(name)?;
        self.tests.retain(|(metric, _)| !out.contains(metric));
        if self.tests.is_empty() {
            return Err(TestSetError::Empty);
        }
        Ok(self)
    }

    /// Gives a test, or each test of a group, a weight. It replaces an earlier one.
    ///
    /// # Errors
    /// If there is no such test or group, if it is left out, or if the weight is not from 10⁻⁶ to 10⁶.
    pub fn weighted(mut self, name: &str, weight: f64) -> Result<Self, TestSetError> {
        if !WEIGHTS.contains(&weight) {
            return Err(TestSetError::Weight {
                name: name.to_owned(),
                weight,
            });
        }
        let members = named(name)?;
        let mut counts = false;
        for (_, of_test) in self.tests.iter_mut().filter(|(metric, _)| members.contains(metric)) {
            *of_test = weight;
            counts = true;
        }
        match counts {
            true => Ok(self),
            false => Err(TestSetError::LeftOut { name: name.to_owned() }),
        }
    }

    /// Reports whether the test of this metric counts.
    #[must_use]
    pub fn has(&self, metric: &str) -> bool {
        self.weight(metric).is_some()
    }

    /// Returns the ids of the metrics whose tests count, in the order of the paper's tables.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.tests.iter().map(|(metric, _)| *metric)
    }

    /// Returns the weight of a metric's test; `None` if the test is left out.
    pub(super) fn weight(&self, metric: &str) -> Option<f64> {
        self.tests
            .iter()
            .find(|(id, _)| *id == metric)
            .map(|(_, weight)| *weight)
    }

    /// Returns the metrics whose tests count.
    pub(super) fn metrics(&self) -> impl Iterator<Item = &'static dyn Metric> {
        self.ids().filter_map(metric)
    }
}

/// Returns the ids of a group's metrics, or the id of one metric.
fn named(name: &str) -> Result<Vec<&'static str>, TestSetError> {
    let mut groups = TEXOCR_GROUPS.into_iter();
    if let Some((_, members)) = groups.clone().find(|(group, _)| *group == name) {
        return Ok(members.to_vec());
    }
    let one = groups.find_map(|(_, members)| members.into_iter().find(|metric| *metric == name));
    one.map(|metric| vec![metric])
        .ok_or_else(|| TestSetError::Unknown { name: name.to_owned() })
}

/// The reason why a test cannot be left out or weighted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TestSetError {
    /// There is no test and no group of this name.
    #[error("there is no unit test {name:?}; there are {}", known())]
    Unknown {
        /// The name as given.
        name: String,
    },
    /// Every test is left out.
    #[error("no unit test remains; leave fewer of them out")]
    Empty,
    /// A test that is left out has a weight.
    #[error("{name} is left out, so it has no weight")]
    LeftOut {
        /// The name as given.
        name: String,
    },
    /// A weight is outside its range.
    #[error(
        "the weight of {name} is {weight}, but must be from {} to {}; to omit a test, leave it out",
        WEIGHTS.start(),
        WEIGHTS.end()
    )]
    Weight {
        /// The name as given.
        name: String,
        /// The weight as given.
        weight: f64,
    },
}

/// Returns the groups with their tests, for a message.
fn known() -> String {
    let groups = TEXOCR_GROUPS.map(|(group, members)| format!("{group} ({})", members.join(", ")));
    groups.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(tests: &TestSet) -> Vec<&'static str> {
        tests.ids().collect()
    }

    #[test]
    fn tests_and_groups_can_be_left_out() {
        let all = TestSet::default();
        assert_eq!(
            ids(&all),
            ["sa", "cc", "rv", "ds", "baseline", "csr", "ctp", "fa", "ta"]
        );
        assert_eq!(all.metrics().count(), 9);
        let some = all.without("structural").unwrap().without("csr").unwrap();
        assert_eq!(ids(&some), ["ds", "baseline", "ctp", "fa", "ta"]);
        // Leaving a test out twice changes nothing.
        assert_eq!(some.clone().without("sa").unwrap(), some);
        let none = some.without("usability").unwrap().without("fidelity");
        assert_eq!(none, Err(TestSetError::Empty));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        let error = TestSet::default().without("bleu").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no unit test \"bleu\"; there are structural (sa, cc, rv), usability (ds, baseline, csr), \
             fidelity (ctp, fa, ta)"
        );
    }

    #[test]
    fn a_later_weight_replaces_an_earlier_one() {
        let tests = TestSet::default().weighted("fidelity", 2.0).unwrap();
        let tests = tests.weighted("fa", 5.0).unwrap();
        let weights: Vec<f64> = tests.ids().filter_map(|id| tests.weight(id)).collect();
        assert_eq!(weights, [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 5.0, 2.0]);
    }

    #[test]
    fn a_weight_without_effect_is_refused() {
        let tests = || TestSet::default().without("csr").unwrap();
        for weight in [0.0, -1.0, 1e7, f64::NAN, f64::INFINITY] {
            let error = tests().weighted("fa", weight).unwrap_err().to_string();
            assert!(error.contains("must be from 0.000001 to 1000000"), "{error}");
        }
        let error = tests().weighted("csr", 2.0).unwrap_err().to_string();
        assert_eq!(error, "csr is left out, so it has no weight");
        assert!(matches!(
            tests().weighted("bleu", 2.0),
            Err(TestSetError::Unknown { .. })
        ));
        // The others of the group have their weight.
        assert_eq!(tests().weighted("usability", 2.0).unwrap().weight("ds"), Some(2.0));
    }
}
