//! The price table, which is data: `prices.json` beside this crate's manifest.

use serde::{Deserialize, Serialize};

use super::Money;
use crate::{Endpoint, Provider};

/// The price of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The price of a token of the prompt.
    pub(super) input: Money,
    /// The price of a token of the answer.
    pub(super) output: Money,
}

impl Price {
    /// The price of a local server: nothing.
    pub const FREE: Self = Self {
        input: Money::ZERO,
        output: Money::ZERO,
    };

    /// Makes a price from dollars per million tokens of the prompt and of the answer, rounded up to a trillionth of a
    /// dollar per token. Returns `None` if a number is not an amount of money.
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
    /// Returns the dollars per million tokens of the prompt and of the answer.
    #[must_use]
    pub fn dollars_per_million(&self) -> [f64; 2] {
        [self.input, self.output].map(|price| price.times(1_000_000).as_dollars())
    }
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceEntry {
    /// The form of the model's calls.
    pub provider: Provider,
    /// The provider's name of the model, without the date of a version.
    pub model: String,
    /// US dollars per million tokens of the prompt.
    pub input: f64,
    /// US dollars per million tokens of the answer.
    pub output: f64,
    /// The month when this was the provider's list price, as `YYYY-MM`.
    pub as_of: String,
    /// The source of the price.
    pub source: String,
}

/// Prices of models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PriceTable(Vec<PriceEntry>);

/// The reason why a price table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// The text does not have the form of the table.
    #[error(
        "the price table cannot be read: {0}; it is a list of {{\"provider\", \"model\", \"input\", \"output\", \"as_of\", \"source\"}} with dollars per million tokens"
    )]
    Form(String),
    /// A price is not an amount of money.
    #[error("the price of {0} is not an amount of money")]
    Amount(String),
}

impl Default for PriceTable {
    /// Returns the table that comes with texlens.
    fn default() -> Self {
        // A test reads this table.
        Self::parse(include_str!("../../prices.json")).unwrap_or(Self(Vec::new()))
    }
}

impl PriceTable {
    /// Reads a table.
    ///
    /// # Errors
    /// If the text has another form, or if a price is not an amount of money.
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

    /// Returns the rows.
    #[must_use]
    pub fn entries(&self) -> &[PriceEntry] {
        &self.0
    }

    /// Returns the row of a model: the row of this name, or the row with the longest name that the model's name
    /// continues with a version (`-2025-08-07`, `-20250929`, `-latest`, `-001`).
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

    /// Returns the price of an endpoint's model. A local server is free; otherwise the table decides. Returns `None`
    /// for an unknown model; then no budget can be guaranteed.
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
