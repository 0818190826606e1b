//! Simulated people, the same for the same seed.

use texlens_evaluate::{Bootstrap, Confidence};
use texlens_ratings::{Pair, Study, Subject, Version};
use texlens_stats::Choices;

/// Draws from a normal distribution, approximately: the sum of twelve uniform numbers.
pub(crate) fn normal(choices: &mut Choices) -> f64 {
    (0..12).map(|_| uniform(choices)).sum::<f64>() - 6.0
}

/// Draws from 0 to 1.
pub(crate) fn uniform(choices: &mut Choices) -> f64 {
    choices.below(1 << 24) as f64 / f64::from(1 << 24)
}

/// Returns pairs of a system's predictions.
pub(crate) fn pairs(count: usize) -> Vec<Pair> {
    let pair = |number| Pair {
        id: format!("page#{number}"),
        reference: format!("x_{{{number}}}"),
        versions: vec![Version {
            system: "secret system".to_owned(),
            prediction: format!("x^{{{number}}}"),
        }],
    };
    (1..=count).map(pair).collect()
}

/// Returns the pairs of each rater.
pub(crate) fn pairs_of_raters(study: &Study) -> Vec<Vec<usize>> {
    let pairs = |rater| {
        let subjects = study.tasks_of(rater).unwrap().iter().map(|task| task.subject);
        let pair = |subject| match subject {
            Subject::Pair(pair) => Some(pair),
            Subject::Check(_) => None,
        };
        subjects.filter_map(pair).collect()
    };
    (1..=study.raters()).map(pairs).collect()
}

/// A bootstrap that is quick enough for tests.
pub(crate) fn quick() -> Bootstrap {
    Bootstrap::new(200, 1, Confidence::default()).unwrap()
}
