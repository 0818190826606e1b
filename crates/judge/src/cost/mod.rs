//! What a call costs: tokens, prices, and the most that it can come to before it is sent.

mod money;
mod prices;
mod tokens;

pub use money::Money;
pub use prices::{Price, PriceEntry, PriceError, PriceTable};
pub use tokens::TokenEstimate;

use crate::Usage;

impl Price {
    /// What this many tokens cost.
    #[must_use]
    pub fn of(&self, usage: Usage) -> Money {
        self.input.times(usage.input).plus(self.output.times(usage.output))
    }
}
