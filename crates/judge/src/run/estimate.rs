//! The requests, tokens and cost of a run, before anything is sent.

use super::Run;
use super::items::{Item, State};
use crate::HttpRequest;
use crate::cost::{Money, TokenEstimate};
use crate::provider::{self, Usage};

/// An estimate for the open calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Estimate {
    /// Number of calls that are not settled.
    pub calls: u64,
    /// Maximum number of requests for these calls, since an invalid answer is sent back for correction. Failed requests
    /// that are sent again are not counted.
    pub most_requests: u64,
    /// The expected tokens.
    pub likely: Usage,
    /// Maximum number of tokens, if no answer needs a correction.
    pub at_most: Usage,
    /// The cost of both; `None` if no price is known.
    pub cost: Option<[Money; 2]>,
}

impl Run {
    /// Estimates the likely and the maximum tokens of sending every open call once, and their cost if the price is
    /// known.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let mut estimate = Estimate::default();
        let open = self.items.iter().filter(|item| matches!(item.state, State::Open(_)));
        for call in open.map(Item::to_be_sent) {
            let tokens = TokenEstimate::of(&self.settings.endpoint, call);
            estimate.calls += 1;
            estimate.most_requests += 1 + u64::from(self.settings.corrections);
            estimate.likely = estimate.likely.plus(Usage {
                input: tokens.likely,
                output: TokenEstimate::likely_answer(call),
            });
            estimate.at_most = estimate.at_most.plus(Usage {
                input: tokens.at_most,
                output: call.parameters.max_output_tokens.into(),
            });
        }
        if let Some(price) = self.settings.price {
            estimate.cost = Some([price.of(estimate.likely), price.of(estimate.at_most)]);
        }
        estimate
    }

    /// Returns the requests of all open calls as they would be sent, for a preview.
    pub fn preview(&self) -> impl Iterator<Item = (usize, HttpRequest)> {
        let open = self
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| matches!(item.state, State::Open(_)));
        open.map(|(number, item)| {
            (
                number,
                provider::request(&self.settings.endpoint, item.to_be_sent(), &self.adaptation),
            )
        })
    }
}
