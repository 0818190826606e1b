//! Amounts of money without accumulated rounding errors.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Units per US dollar. An amount is stored in trillionths, so a price of one dollar per million tokens is a million
/// units per token.
const PER_DOLLAR: f64 = 1e12;

/// An amount in US dollars, never negative, exact to a trillionth, at most about 18 million. Serialises as a number of
/// dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(u64);

impl Money {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Makes an amount in dollars. Returns `None` if the number is negative, not finite or too large.
    #[must_use]
    pub fn dollars(dollars: f64) -> Option<Self> {
        let is_amount = dollars.is_finite() && dollars >= 0.0 && dollars * PER_DOLLAR <= u64::MAX as f64;
        is_amount.then(|| Self((dollars * PER_DOLLAR).round() as u64))
    }

    /// Returns the amount in dollars.
    #[must_use]
    pub fn as_dollars(self) -> f64 {
        self.0 as f64 / PER_DOLLAR
    }

    /// Returns the sum of both amounts, at most the largest amount.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns the difference, at least zero.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns a multiple of the amount.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Turns a price for a million into the price for one, rounded up.
    pub(super) fn millionth(self) -> Self {
        Self(self.0.div_ceil(1_000_000))
    }
}

impl fmt::Display for Money {
    /// Writes an amount, for example `$0.0123`: with four decimals, with six below a tenth of a cent, and with two if
    /// it is zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = self.as_dollars();
        let decimals = if self.0 == 0 {
            2
        } else if dollars < 0.001 {
            6
        } else {
            4
        };
        write!(f, "${dollars:.decimals$}")
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_dollars())
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        Self::dollars(dollars).ok_or_else(|| serde::de::Error::custom(format!("{dollars} is not an amount of money")))
    }
}
