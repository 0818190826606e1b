//! What a run would send, and what that would come to, before anything is sent.

use super::Run;
use super::items::{Item, State};
use crate::HttpRequest;
use crate::cost::{Money, TokenEstimate};
use crate::provider::{self, Usage};

/// What is to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Estimate {
    /// Calls that are not settled.
    pub calls: u64,
    /// The most requests that these can take: an answer that is not valid is sent back to be corrected. Requests that fail on
    /// their way and are sent again are not counted.
    pub most_requests: u64,
    /// Tokens that are to be expected.
    pub likely: Usage,
    /// The most tokens, if no answer has to be corrected.
    pub at_most: Usage,
    /// What these cost; none where no price is known.
    pub cost: Option<[Money; 2]>,
}

impl Run {
    /// What sending every open call once is likely to come to, and the most that it can: tokens and, where the price is known, money.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let mut estimate = Estimate::default();
        let open = self.items.iter().filter(|item| matches!(item.state, State::Open(_)));
        for call in open.map(Item::to_be_sent) {
            let tokens = TokenEstimate::of(call);
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

    /// The requests of all open calls as they would be sent, for a look at them beforehand.
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
