//! Turns arguments into endpoints, prices and accounts.

use std::env;
use std::path::Path;

use clap::ValueEnum;
use texlens_judge::cost::{Money, Price, PriceTable};
use texlens_judge::{Account, ApiKey, Endpoint, Provider};

use super::error::AskingError;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};

/// Environment variable of a judge's key.
pub(crate) const JUDGE_KEY: &str = "TEXLENS_JUDGE_KEY";

/// Environment variable of the key of a model under test.
pub(crate) const SUBJECT_KEY: &str = "TEXLENS_SUBJECT_KEY";

/// Environment variable of the key of a model that reads pages.
pub(crate) const READER_KEY: &str = "TEXLENS_READER_KEY";

/// The form of requests to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProviderArgument {
    /// Chat completions: OpenAI, most other providers, and local servers
    Openai,
    /// Anthropic's Messages API
    Anthropic,
    /// Google's generateContent
    Gemini,
}

impl From<ProviderArgument> for Provider {
    fn from(provider: ProviderArgument) -> Self {
        match provider {
            ProviderArgument::Openai => Self::OpenAi,
            ProviderArgument::Anthropic => Self::Anthropic,
            ProviderArgument::Gemini => Self::Gemini,
        }
    }
}

/// Reads a temperature from an argument.
pub(crate) fn temperature(text: &str) -> Result<f64, String> {
    let given = text.parse().ok().filter(|given| (0.0..=2.0).contains(given));
    given.ok_or_else(|| "give a number from 0 to 2".to_owned())
}

/// Returns the endpoint of a model; without an address, that of the provider's own service.
pub(crate) fn endpoint(provider: Provider, base: Option<&str>, model: &str) -> Result<Endpoint, AskingError> {
    Ok(Endpoint::new(provider, base.unwrap_or(provider.default_base()), model)?)
}

/// Returns the budget of a run.
pub(crate) fn budget(dollars: Option<f64>) -> Result<Option<Money>, AskingError> {
    let money = |dollars| Money::dollars(dollars).ok_or(AskingError::Budget);
    dollars.map(money).transpose()
}

/// Returns the given price in the form `IN,OUT`, or that of the price table. `option` is the name of the argument.
pub(crate) fn price(
    (option, given): (&'static str, Option<&str>),
    table: Option<&Path>,
    endpoint: &Endpoint,
) -> Result<Option<Price>, Failure> {
    if let Some(price) = given {
        let amounts = price
            .split_once(',')
            .and_then(|(input, output)| Some((input.trim().parse().ok()?, output.trim().parse().ok()?)));
        let price = amounts.and_then(|(input, output)| Price::per_million(input, output));
        return Ok(Some(price.ok_or(AskingError::PriceForm(option))?));
    }
    let table = match table {
        Some(path) => PriceTable::parse(&read_text(path, MAX_TEXT)?).map_err(AskingError::Price)?,
        None => PriceTable::default(),
    };
    Ok(table.price(endpoint))
}

/// Returns the account of an endpoint, with the key in an environment variable if there is one. An argument would be
/// visible to every program on the machine.
///
/// # Errors
/// If the key must not be sent to the endpoint.
pub(crate) fn account(endpoint: &Endpoint, variable: &'static str) -> Result<Account, AskingError> {
    let key = match env::var_os(variable) {
        Some(key) => Some(key.to_str().and_then(ApiKey::new).ok_or(AskingError::Key(variable))?),
        None => None,
    };
    Account::new(endpoint, key).map_err(|error| AskingError::Account(variable, error))
}

/// Returns the account of an endpoint beside another one. Without a key in its own variable, it takes the key of the
/// other endpoint if both have the same provider and address. A key goes to no other address.
///
/// # Errors
/// As [`account`].
pub(crate) fn account_beside(
    endpoint: &Endpoint,
    variable: &'static str,
    (other, other_variable): (&Endpoint, &'static str),
) -> Result<Account, AskingError> {
    let is_same = (endpoint.provider(), endpoint.base()) == (other.provider(), other.base());
    let has_own = env::var_os(variable).is_some();
    account(endpoint, if is_same && !has_own { other_variable } else { variable })
}
