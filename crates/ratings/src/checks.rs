//! Attention checks that every study can have.

use crate::scale::Scale;
use crate::study::{Check, Expected};

/// References with a version that is something else.
const CHECKS: [(&str, &str); 6] = [
    (r"E = m c^2", r"\sum_{i=1}^{n} x_i"),
    (r"\frac{a}{b} + c", r"\alpha \to \beta"),
    (r"\int_0^1 x^2 \, dx = \frac{1}{3}", r"A \subset B"),
    (r"\sqrt{x^2 + y^2}", r"\lim_{n \to \infty} a_n"),
    (r"a_{n+1} = a_n + a_{n-1}", r"\det M = 0"),
    (r"\lim_{x \to 0} \frac{\sin x}{x} = 1", r"f \colon X \to Y"),
];

/// Returns the checks of a scale. For ratings, every second version is the reference itself and the others are
/// something else. For choices, one of the two versions is the reference itself.
#[must_use]
pub fn checks(scale: Scale) -> Vec<Check> {
    let check = |(index, (reference, other)): (usize, &(&str, &str))| {
        let is_same = index % 2 == 0;
        let (versions, expected) = match scale {
            Scale::Choice => (vec![reference, other], Expected::Version(0)),
            _ if is_same => (vec![reference], high(scale)),
            _ => (vec![other], low(scale)),
        };
        Check {
            reference: (*reference).to_owned(),
            versions: versions.into_iter().map(|version| (*version).to_owned()).collect(),
            expected,
        }
    };
    CHECKS.iter().enumerate().map(check).collect()
}

fn high(scale: Scale) -> Expected {
    if scale == Scale::Five {
        Expected::Ratings(4, 5)
    } else {
        Expected::Ratings(8, 10)
    }
}

fn low(scale: Scale) -> Expected {
    if scale == Scale::Five {
        Expected::Ratings(1, 2)
    } else {
        Expected::Ratings(0, 2)
    }
}
