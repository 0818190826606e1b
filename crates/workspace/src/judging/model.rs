//! The fields that name a model to ask: its provider, its price, and the account.

use serde::{Deserialize, Serialize};
use texlens_judge::cost::{Money, Price, PriceTable};
use texlens_judge::{Account, ApiKey, Endpoint, ProtocolError, Provider, RunError, RunSettings};

/// A model as typed. The fields outlive the page, so they do not contain the API key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelForm {
    /// The provider, which determines the form of requests.
    pub provider: Provider,
    /// The address of the endpoint. If empty, the provider's own address is used.
    pub base: String,
    /// The name of the model.
    pub model: String,
    /// Price of prompt tokens in dollars per million. If empty, the price table decides.
    pub input: String,
    /// Price of answer tokens in dollars per million. If empty, the price table decides.
    pub output: String,
}

impl Default for ModelForm {
    fn default() -> Self {
        Self::of(Provider::OpenAi)
    }
}

/// A field or group of fields of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The endpoint: address and model.
    Endpoint,
    /// The API key.
    Key,
    /// The prices of tokens.
    Price,
    /// The budget.
    Budget,
}

/// A problem with a field, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The field.
    pub field: Field,
    /// A message that says what is wrong and what to do.
    pub message: String,
}

impl Problem {
    fn new(field: Field, message: &str) -> Self {
        Self {
            field,
            message: crate::brought::Refusal::new("", message).reason,
        }
    }
}

impl From<RunError> for Problem {
    fn from(error: RunError) -> Self {
        let field = match error {
            RunError::NoPrice { .. } => Field::Price,
            RunError::Range { .. } => Field::Endpoint,
        };
        Self::new(field, &error.to_string())
    }
}

impl From<ProtocolError> for Problem {
    fn from(error: ProtocolError) -> Self {
        Self::new(Field::Endpoint, &error.to_string())
    }
}

impl ModelForm {
    /// Returns an empty form for a provider.
    #[must_use]
    pub const fn of(provider: Provider) -> Self {
        Self {
            provider,
            base: String::new(),
            model: String::new(),
            input: String::new(),
            output: String::new(),
        }
    }

    /// Returns the address of the endpoint.
    #[must_use]
    pub fn address(&self) -> &str {
        match self.base.trim() {
            "" => self.provider.default_base(),
            base => base,
        }
    }

    /// Returns the endpoint.
    ///
    /// # Errors
    /// Returns the problem if the address or the model's name is not valid.
    pub fn endpoint(&self) -> Result<Endpoint, Problem> {
        Endpoint::new(self.provider, self.address(), &self.model)
            .map_err(|error| Problem::new(Field::Endpoint, &error.to_string()))
    }

    /// Returns the price of tokens, as typed or from the price table, or `None` if neither gives one.
    ///
    /// # Errors
    /// Returns the problem if what was typed is not a price.
    pub fn price(&self) -> Result<Option<Price>, Problem> {
        let typed = [&self.input, &self.output].map(|text| text.trim());
        if typed == ["", ""] {
            return Ok(self
                .endpoint()
                .ok()
                .and_then(|endpoint| PriceTable::default().price(&endpoint)));
        }
        let number = |text: &str| text.parse().ok();
        let price = number(typed[0])
            .zip(number(typed[1]))
            .and_then(|(input, output)| Price::per_million(input, output));
        match price {
            Some(price) => Ok(Some(price)),
            None => Err(Problem::new(
                Field::Price,
                "enter both prices in dollars per million tokens, for example 0.25 and 2, or leave both empty",
            )),
        }
    }

    /// Returns the prices from the table, or 0 for a local server, in dollars per million tokens read and written.
    #[must_use]
    pub fn listed_price(&self) -> Option<[f64; 2]> {
        if self.endpoint().is_ok_and(|endpoint| endpoint.is_local()) {
            return Some([0.0, 0.0]);
        }
        let table = PriceTable::default();
        table
            .find(self.provider, self.model.trim())
            .map(|entry| [entry.input, entry.output])
    }

    /// Returns the settings of a run with a budget.
    ///
    /// # Errors
    /// Returns the problem if the model is not named, or its price is unknown.
    pub fn settings(&self, budget: Money) -> Result<RunSettings, Problem> {
        let endpoint = self.endpoint()?;
        let Some(price) = self.price()? else {
            return Err(Problem::new(
                Field::Price,
                "the price of this model is unknown, so the budget cannot be enforced: enter the prices of a million tokens",
            ));
        };
        let mut settings = RunSettings::new(endpoint);
        settings.price = Some(price);
        settings.budget = Some(budget);
        Ok(settings)
    }

    /// Returns the account with the API key. Local servers need no key.
    ///
    /// # Errors
    /// Returns the problem if the key is missing, contains characters that a header cannot contain, or would be visible
    /// to others.
    pub fn account(&self, typed: &str) -> Result<Account, Problem> {
        let endpoint = self.endpoint()?;
        let needs_none = endpoint.is_local() || !endpoint.is_encrypted();
        let key = match typed.trim() {
            "" if needs_none => None,
            "" => {
                return Err(Problem::new(Field::Key, "enter your API key for this provider"));
            }
            typed => Some(
                ApiKey::new(typed)
                    .ok_or_else(|| Problem::new(Field::Key, "the key contains invalid characters; copy it again"))?,
            ),
        };
        Account::new(&endpoint, key).map_err(|error| Problem::new(Field::Key, &error.to_string()))
    }
}

/// Reads a budget.
///
/// # Errors
/// Returns the problem if what was typed is not an amount of money.
pub fn budget(typed: &str) -> Result<Money, Problem> {
    let budget = typed.trim().parse().ok().and_then(Money::dollars);
    budget.ok_or_else(|| Problem::new(Field::Budget, "enter the budget in dollars, for example 1 or 0.50"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn form() -> ModelForm {
        ModelForm {
            model: "a-model".to_owned(),
            input: "1".to_owned(),
            output: "2".to_owned(),
            ..ModelForm::default()
        }
    }

    #[test]
    fn each_part_says_what_is_wrong_with_it() {
        let one = budget("1").unwrap();
        assert!(form().settings(one).is_ok());
        let wrong = |form: ModelForm| form.settings(one).unwrap_err().field;
        let base = "not an address".to_owned();
        assert_eq!(wrong(ModelForm { base, ..form() }), Field::Endpoint);
        let input = "cheap".to_owned();
        assert_eq!(wrong(ModelForm { input, ..form() }), Field::Price);
        let [input, output] = [String::new(), String::new()];
        let unknown = ModelForm {
            input,
            output,
            ..form()
        };
        assert_eq!(wrong(unknown), Field::Price);
        assert_eq!(budget("-1").unwrap_err().field, Field::Budget);
    }

    #[test]
    fn only_a_local_server_does_without_a_key() {
        assert_eq!(form().account("").unwrap_err().field, Field::Key);
        let local = ModelForm {
            base: "http://localhost:11434/v1".to_owned(),
            ..form()
        };
        assert!(!local.account("").unwrap().has_key());
        assert!(form().account("sk-1").unwrap().has_key());
    }

    #[test]
    fn a_key_that_others_would_see_is_refused() {
        let remote = ModelForm {
            base: "http://10.0.0.1/v1".to_owned(),
            ..form()
        };
        assert!(remote.account("").is_ok());
        assert_eq!(remote.account("sk-1").unwrap_err().field, Field::Key);
        let key = "sk-0123456789abcdef";
        let model = key.to_owned();
        let problem = ModelForm { model, ..form() }.account(key).unwrap_err();
        assert!(
            problem.field == Field::Key && !problem.message.contains(key),
            "{problem:?}"
        );
    }
}
