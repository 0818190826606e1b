//! TexOCR-Bench's nine metrics, and means over them.

use texlens_vocabulary::Score;

use crate::metric::Input;

/// Metrics of structural faithfulness.
pub(crate) const STRUCTURAL: [&str; 3] = ["sa", "cc", "rv"];
/// Metrics of end-to-end usability.
pub(crate) const USABILITY: [&str; 3] = ["ds", "baseline", "csr"];
/// Metrics of transcription fidelity.
pub(crate) const FIDELITY: [&str; 3] = ["ctp", "fa", "ta"];

/// TexOCR-Bench's three groups of metrics, each with the id of its mean, in the order of the paper's tables.
pub const GROUPS: [(&str, [&str; 3]); 3] = [
    ("structural", STRUCTURAL),
    ("usability", USABILITY),
    ("fidelity", FIDELITY),
];

/// Returns the ids of the nine metrics.
pub(crate) fn nine() -> impl Iterator<Item = &'static str> {
    GROUPS.into_iter().flat_map(|(_, members)| members)
}

/// Metrics with their values, and metrics whose scores are undefined.
pub(crate) struct Members {
    pub(crate) defined: Vec<(&'static str, f64)>,
    pub(crate) undefined: Vec<&'static str>,
}

impl Members {
    pub(crate) fn of(input: &Input<'_>, ids: impl Iterator<Item = &'static str>) -> Self {
        let (mut defined, mut undefined) = (Vec::new(), Vec::new());
        for id in ids {
            match input.value_of(id) {
                Some(value) => defined.push((id, value)),
                None => undefined.push(id),
            }
        }
        Self { defined, undefined }
    }

    /// Returns the plain mean of the defined values; `None` if there are none.
    pub(crate) fn mean(&self) -> Option<f64> {
        let sum: f64 = self.defined.iter().map(|(_, value)| value).sum();
        (!self.defined.is_empty()).then(|| sum / self.defined.len() as f64)
    }

    /// Lists the defined values, for example `sa 0.75, cc 1.00`.
    pub(crate) fn listed(&self) -> String {
        listed(&self.defined)
    }
}

/// Returns the score of a group: the mean of its metrics. It is undefined if one of them is undefined.
pub(crate) fn group_mean(metric: &'static str, input: &Input<'_>, ids: [&'static str; 3]) -> Score {
    let members = Members::of(input, ids.into_iter());
    match members.mean().filter(|_| members.undefined.is_empty()) {
        Some(mean) => Score::value_of(metric, mean, Vec::new()).saying(format!("mean of {}", members.listed())),
        None => Score::undefined(metric, missing(&members.undefined)),
    }
}

/// Returns the reason why there is no mean, for example `csr and ta are missing`.
pub(crate) fn missing(undefined: &[&str]) -> String {
    match undefined {
        [only] => format!("{only} is missing"),
        [first @ .., last] => format!("{} and {last} are missing", first.join(", ")),
        [] => String::new(),
    }
}

/// Returns a note on the metrics that a mean omits, for example `without csr, ta`.
pub(crate) fn without(undefined: &[&str]) -> String {
    format!("without {}", undefined.join(", "))
}

/// Lists values, for example `sa 0.75, cc 1.00`.
pub(crate) fn listed(values: &[(&str, f64)]) -> String {
    let values = values.iter().map(|(id, value)| format!("{id} {value:.2}"));
    values.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::metric::Group;
    use crate::registry::registry;

    #[test]
    fn the_groups_are_those_of_the_registry() {
        let groups = [Group::Structural, Group::Usability, Group::Fidelity];
        for (group, (id, members)) in groups.into_iter().zip(GROUPS) {
            assert_eq!(group.mean(), Some(id));
            let registered = registry().iter().map(|metric| metric.info());
            let registered: BTreeSet<_> = registered
                .filter(|info| info.group == group)
                .map(|info| info.id)
                .collect();
            assert_eq!(registered, BTreeSet::from(members));
        }
    }
}
