//! The price table, which is data: `prices.json` beside this crate's manifest.

use serde::{Deserialize, Serialize};

use super::Money;
use crate::{Endpoint, Provider};

/// What a token costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// Of the prompt.
    pub(super) input: Money,
    /// Of the answer.
    pub(super) output: Money,
}

impl Price {
    /// Nothing, as on a local server.
    pub const FREE: Self = Self {
        input: Money::ZERO,
        output: Money::ZERO,
    };

    /// Dollars per million tokens of the prompt and of the answer, rounded up to a trillionth of a dollar per token; none for what is no amount.
    #[must_use]
    pub fn per_million(input: f64, output: f64) -> Option<Self> {
        let price = |dollars| Some(Money::dollars(dollars)?.millionth());
        Some(Self {
            input: price(input)?,
            output: price(output)?,
        })
    }
}

impl Price {
    /// Dollars per million tokens of the prompt and of the answer.
    #[must_use]
    pub fn dollars_per_million(&self) -> [f64; 2] {
        [self.input, self.output].map(|price| price.times(1_000_000).as_dollars())
    }
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceEntry {
    /// Whose form the model's calls have.
    pub provider: Provider,
    /// The provider's name of the model, without the date that versions carry.
    pub model: String,
    /// US dollars per million tokens of the prompt.
    pub input: f64,
    /// US dollars per million tokens of the answer.
    pub output: f64,
    /// When this was the provider's list price, `YYYY-MM`.
    pub as_of: String,
    /// Where it is from.
    pub source: String,
}

/// Prices of models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PriceTable(Vec<PriceEntry>);

/// Why a price table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// Not the form of the table.
    #[error(
        "the price table cannot be read: {0}; it is a list of {{\"provider\", \"model\", \"input\", \"output\", \"as_of\", \"source\"}} with dollars per million tokens"
    )]
    Form(String),
    /// A price that is none.
    #[error("the price of {0} is no amount of money")]
    Amount(String),
}

impl Default for PriceTable {
    /// The table that comes with texlens.
    fn default() -> Self {
        // A test reads it.
        Self::parse(include_str!("../../prices.json")).unwrap_or(Self(Vec::new()))
    }
}

impl PriceTable {
    /// Reads a table.
    ///
    /// # Errors
    /// If it has another form, or a price is no amount.
    pub fn parse(json: &str) -> Result<Self, PriceError> {
        let table: Self = serde_json::from_str(json).map_err(|error| PriceError::Form(error.to_string()))?;
        match table
            .0
            .iter()
            .find(|entry| Price::per_million(entry.input, entry.output).is_none())
        {
            Some(entry) => Err(PriceError::Amount(entry.model.clone())),
            None => Ok(table),
        }
    }

    /// Its lines.
    #[must_use]
    pub fn entries(&self) -> &[PriceEntry] {
        &self.0
    }

    /// The line of a model: the one of its name, or the longest that the name goes on from with a version (`-2025-08-07`, `-20250929`, `-latest`, `-001`).
    #[must_use]
    pub fn find(&self, provider: Provider, model: &str) -> Option<&PriceEntry> {
        let model = model.trim_start_matches("models/");
        let is_version = |rest: &str| {
            rest == "-latest"
                || (rest.starts_with('-') && rest.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()))
        };
        let fits = |entry: &&PriceEntry| {
            let rest = model.strip_prefix(entry.model.as_str());
            entry.provider == provider && rest.is_some_and(|rest| rest.is_empty() || is_version(rest))
        };
        self.0.iter().filter(fits).max_by_key(|entry| entry.model.len())
    }

    /// The price of an endpoint's model: that of the table; nothing on a local server that the table does not know; else none, and then no budget can be held.
    #[must_use]
    pub fn price(&self, endpoint: &Endpoint) -> Option<Price> {
        if endpoint.is_local() {
            return Some(Price::FREE);
        }
        let entry = self.find(endpoint.provider(), endpoint.model())?;
        Price::per_million(entry.input, entry.output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Usage;

    #[test]
    fn the_table_that_comes_along_can_be_read() {
        let table = PriceTable::parse(include_str!("../../prices.json")).unwrap();
        assert!(table.entries().len() >= 10);
        assert!(
            table
                .entries()
                .iter()
                .all(|entry| entry.as_of.len() == 7 && entry.source.contains("check"))
        );
    }

    #[test]
    fn versions_of_a_model_have_its_price_and_other_models_have_not() {
        let table = PriceTable::default();
        let found = |model| table.find(Provider::OpenAi, model).map(|entry| entry.model.as_str());
        assert_eq!(found("gpt-5-mini"), Some("gpt-5-mini"));
        assert_eq!(found("gpt-5-mini-2025-08-07"), Some("gpt-5-mini"));
        assert_eq!(found("gpt-5-2025-08-07"), Some("gpt-5"));
        assert_eq!(found("gpt-5-turbo"), None);
        assert_eq!(found("gpt-55"), None);
        assert!(table.find(Provider::Anthropic, "gpt-5").is_none());
    }

    #[test]
    fn a_call_costs_what_its_tokens_cost() {
        let price = Price::per_million(0.25, 2.0).unwrap();
        let usage = Usage {
            input: 1_000,
            output: 100,
        };
        assert_eq!(price.of(usage).as_dollars(), 0.000_45);
        assert_eq!(price.of(usage).to_string(), "$0.000450");
        assert_eq!(Price::per_million(-1.0, 0.0), None);
        assert_eq!(Price::per_million(f64::NAN, 0.0), None);
        let immense = Usage {
            input: u64::MAX,
            output: u64::MAX,
        };
        assert!(price.of(immense) > Money::dollars(1e6).unwrap());
    }
}
