//! Fisher's transformation: intervals of correlations.

use crate::{Confidence, Estimate};

/// `tanh(atanh(r) ± z sqrt(numerator / (n - lost)))`, within -1 to 1. Where `n` is not above `lost` the variance is not
/// finite and the interval is all of -1 to 1; a coefficient of 1 or -1 has an interval without width.
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
