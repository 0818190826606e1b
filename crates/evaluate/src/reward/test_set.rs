//! The unit tests that a reward counts.

use texlens_metrics::{Metric, TEXOCR_GROUPS, metric};

/// The unit tests that a reward counts: TexOCR's nine metrics, or some of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestSet {
    metrics: Vec<&'static str>,
}

impl Default for TestSet {
    /// Returns all nine.
    fn default() -> Self {
        let metrics = TEXOCR_GROUPS.into_iter().flat_map(|(_, members)| members);
        Self {
            metrics: metrics.collect(),
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
        let group = TEXOCR_GROUPS.into_iter().find(|(group, _)| *group == name);
        let out: Vec<&str> = match group {
            Some((_, members)) => members.to_vec(),
            None if Self::default().has(name) => vec![name],
            None => return Err(TestSetError::Unknown { name: name.to_owned() }),
        };
        self.metrics.retain(|metric| !out.contains(metric));
        if self.metrics.is_empty() {
            return Err(TestSetError::Empty);
        }
        Ok(self)
    }

    /// Reports whether the test of this metric counts.
    #[must_use]
    pub fn has(&self, metric: &str) -> bool {
        self.metrics.contains(&metric)
    }

    /// Returns the ids of the metrics whose tests count, in the order of the paper's tables.
    #[must_use]
    pub fn ids(&self) -> &[&'static str] {
        &self.metrics
    }

    /// Returns the metrics whose tests count.
    pub(super) fn metrics(&self) -> impl Iterator<Item = &'static dyn Metric> {
        self.metrics.iter().filter_map(|id| metric(id))
    }
}

/// The reason why a test cannot be left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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
}

/// Returns the groups with their tests, for a message.
fn known() -> String {
    let groups = TEXOCR_GROUPS.map(|(group, members)| format!("{group} ({})", members.join(", ")));
    groups.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_groups_can_be_left_out() {
        let all = TestSet::default();
        assert_eq!(
            all.ids(),
            ["sa", "cc", "rv", "ds", "baseline", "csr", "ctp", "fa", "ta"]
        );
        assert_eq!(all.metrics().count(), 9);
        let some = all.without("structural").unwrap().without("csr").unwrap();
        assert_eq!(some.ids(), ["ds", "baseline", "ctp", "fa", "ta"]);
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
}
