//! What all calls of a run have taken together.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Run;
use crate::cost::Money;
use crate::provider::{Optional, Usage};

/// Sums over the answers of a run, those of earlier runs included. Equal calls, which were sent once, count once.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sums {
    /// Parameters that were not sent because the provider does not know or accept them.
    pub left_out: BTreeSet<Optional>,
    /// The provider's names of the models that answered, which often name a version.
    pub models: BTreeSet<String>,
    /// Number of requests for all answers, also in earlier runs.
    pub requests: u64,
    /// Tokens of all answers.
    pub usage: Usage,
    /// Whether part of the tokens is an upper bound, because the provider did not report them.
    pub is_estimated: bool,
    /// The cost of all answers in dollars; `None` if no price is known.
    pub cost: Option<Money>,
}

impl Run {
    /// Sums the answers. Linear in the number of calls.
    #[must_use]
    pub fn sums(&self) -> Sums {
        let mut sums = Sums {
            cost: self.settings.price.map(|_| Money::ZERO),
            ..Sums::default()
        };
        let mut keys = BTreeSet::new();
        let records = (0..self.items.len()).filter_map(|item| self.record(item));
        for record in records.filter(|record| record.requests > 0 && keys.insert(&record.key)) {
            sums.left_out.extend(&record.left_out);
            sums.models.extend(record.model.clone());
            sums.requests += u64::from(record.requests);
            sums.usage = sums.usage.plus(record.usage);
            sums.is_estimated |= record.is_estimated;
            sums.cost = sums.cost.map(|cost| cost.plus(record.cost));
        }
        sums
    }
}
