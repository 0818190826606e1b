//! The cost of calls: tokens, prices, and an upper bound before a call is sent.

mod money;
mod pictures;
mod prices;
mod tokens;

pub use money::Money;
pub use prices::{Price, PriceEntry, PriceError, PriceTable};
pub use tokens::TokenEstimate;

use crate::Usage;

impl Price {
    /// Returns the cost of these tokens.
    #[must_use]
    pub fn of(&self, usage: Usage) -> Money {
        self.input.times(usage.input).plus(self.output.times(usage.output))
    }
}
