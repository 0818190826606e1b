//! Fisher's transformation, for intervals of correlations.

use crate::{Confidence, Estimate};

/// Returns `tanh(atanh(r) ± z sqrt(numerator / (n - lost)))`, within -1 to 1. If `n` is at most `lost`, the variance is
/// infinite and the interval is -1 to 1. The interval of a coefficient of 1 or -1 has no width.
pub(crate) fn estimate(r: f64, numerator: f64, n: usize, lost: usize, confidence: Confidence) -> Estimate {
    let ends = match n.checked_sub(lost) {
        None | Some(0) => [-1.0, 1.0],
        Some(freedom) => {
            let reach = confidence.z() * (numerator / freedom as f64).sqrt();
            [libm::atanh(r) - reach, libm::atanh(r) + reach].map(libm::tanh)
        }
    };
    Estimate::within(r, ends, confidence)
}
