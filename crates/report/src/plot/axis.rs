//! Mapping of values to positions, and round numbers for the labels.

/// Approximate number of ticks of an axis.
const TICKS: f64 = 5.0;

/// A range of numbers with round ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// The low end.
    pub low: f64,
    /// The high end, greater than `low`.
    pub high: f64,
    step: f64,
}

impl Axis {
    /// Creates an axis that contains all finite values and has round ends. Without any values, it reaches from 0 to 1.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let ends = finite.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (low, high) = ends.unwrap_or((0.0, 1.0));
        // If all values are equal, they are in the middle.
        let (low, high) = if low < high {
            (low, high)
        } else {
            let margin = if low == 0.0 { 0.5 } else { low.abs() / 10.0 };
            (low - margin, high + margin)
        };
        let step = round_step((high - low) / TICKS);
        Self {
            low: (low / step + TOLERANCE).floor() * step,
            high: (high / step - TOLERANCE).ceil() * step,
            step,
        }
    }

    /// Creates an axis as [`Self::of`] does, but limited to the range of possible values: a rate is never greater than
    /// 1.
    #[must_use]
    pub fn within(values: impl IntoIterator<Item = f64>, range: std::ops::RangeInclusive<f64>) -> Self {
        let axis = Self::of(values);
        let (low, high) = (axis.low.max(*range.start()), axis.high.min(*range.end()));
        if low < high { Self { low, high, ..axis } } else { axis }
    }

    /// Returns the position of a value, from 0 at the low end to 1 at the high end.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Returns the round numbers on the axis.
    #[must_use]
    pub fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step - TOLERANCE).ceil();
        let count = ((self.high / self.step + TOLERANCE).floor() - first).max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "about five")]
        let count = count.min(4.0 * TICKS) as usize;
        (0..=count).map(|tick| (first + tick as f64) * self.step).collect()
    }

    /// Formats a tick with as many digits as it needs.
    #[must_use]
    pub fn label(&self, tick: f64) -> String {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 9")]
        let digits = (-(self.step.log10() + TOLERANCE).floor()).clamp(0.0, 9.0) as usize;
        super::text::number(tick, digits)
    }
}

/// Rounding error allowed in quotients that should be integers.
const TOLERANCE: f64 = 1e-9;

/// Returns the smallest step of at least `least` that is 1, 2 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= least * (1.0 - TOLERANCE));
    step.filter(|step| step.is_finite() && *step > 0.0).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|tick| axis.label(tick)).collect()
    }

    #[test]
    fn ends_and_ticks_are_round() {
        let axis = Axis::of([0.613, 0.947]);
        assert_eq!(labels(axis), ["0.6", "0.7", "0.8", "0.9", "1.0"]);
        assert_eq!(
            labels(Axis::of([0.91, 0.93])),
            ["0.910", "0.915", "0.920", "0.925", "0.930"]
        );
        assert_eq!(labels(Axis::of([-3.0, 12.0])), ["−5", "0", "5", "10", "15"]);
        assert!((axis.share(0.8) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn what_is_one_value_or_none_has_an_axis_too() {
        for values in [
            &[][..],
            &[0.0],
            &[1.0],
            &[f64::NAN],
            &[1e300],
            &[0.5, 0.5],
            &[f64::MIN, f64::MAX],
        ] {
            let axis = Axis::of(values.iter().copied());
            assert!(axis.low < axis.high, "{values:?}: {axis:?}");
            assert!(!axis.ticks().is_empty(), "{values:?}");
            assert!(axis.share(values.first().copied().unwrap_or_default()).abs() <= 1.0 || values[0].is_nan());
        }
    }

    #[test]
    fn an_axis_ends_where_the_values_can() {
        let axis = Axis::within([0.72, 1.0], 0.0..=1.0);
        assert!((axis.low, axis.high) == (0.7, 1.0) || axis.low > 0.699, "{axis:?}");
        assert!(Axis::within([1.0, 1.0], 0.0..=1.0).high <= 1.0);
    }
}
