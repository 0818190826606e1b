//! Turns arguments into the settings of a run.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use texlens_judge::{Account, Endpoint, Protocol, Provider, RunSettings, Task};

use super::arguments::Arguments;
use super::error::JudgeError;
use crate::asking::{AskingError, JUDGE_KEY, SUBJECT_KEY, account_beside, budget, endpoint, price};
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::terminal::{self, Form};

/// Protocols that are used if none is named.
const PROTOCOLS: [&str; 2] = ["texlens_formula", "texlens_table"];

/// Returns the named protocols, at most one for formulas and one for tables.
pub(super) fn protocols(arguments: &Arguments) -> Result<Vec<Protocol>, Failure> {
    let named: Vec<&str> = match arguments.protocols.as_slice() {
        [] => PROTOCOLS.to_vec(),
        named => named.iter().map(String::as_str).collect(),
    };
    let mut protocols: Vec<Protocol> = Vec::new();
    for name in named {
        let protocol = protocol(name)?;
        if !matches!(protocol.task(), Task::Formula | Task::Table) {
            return Err(JudgeError::OtherTask(name.to_owned()).into());
        }
        if let Some(other) = protocols.iter().find(|other| other.task() == protocol.task()) {
            return Err(JudgeError::SameTask(other.name().to_owned(), name.to_owned()).into());
        }
        protocols.push(match arguments.max_output_tokens {
            Some(tokens) => protocol.with_max_output_tokens(tokens),
            None => protocol,
        });
    }
    Ok(protocols)
}

fn protocol(name: &str) -> Result<Protocol, Failure> {
    if let Some(protocol) = Protocol::named(name) {
        return Ok(protocol);
    }
    let path = Path::new(name);
    if !path.is_file() {
        return Err(JudgeError::NoProtocol {
            name: name.to_owned(),
            known: Protocol::names().collect::<Vec<_>>().join(", "),
        }
        .into());
    }
    Ok(Protocol::parse(&read_text(path, MAX_TEXT)?).map_err(JudgeError::Protocol)?)
}

pub(super) fn list_protocols() -> Result<ExitCode, Failure> {
    let mut out = terminal::output(Form::Text);
    for protocol in Protocol::names().filter_map(Protocol::named) {
        writeln!(
            out,
            "{}\n  {}\n  Source: {}",
            protocol.name(),
            protocol.about(),
            protocol.source()
        )
        .map_err(Failure::Write)?;
    }
    out.flush().map_err(Failure::Write)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_settings(arguments: &Arguments, protocols: &[Protocol]) -> Result<RunSettings, Failure> {
    let provider: Provider = arguments.provider.into();
    let model = arguments.model.as_deref().unwrap_or_default();
    let endpoint = endpoint(provider, arguments.endpoint.as_deref(), model)?;
    let price = price(
        ("--price", arguments.price.as_deref()),
        arguments.prices.as_deref(),
        &endpoint,
    )?;
    let timeout = protocols.iter().filter_map(Protocol::timeout_ms).max();
    let mut settings = RunSettings::new(endpoint);
    settings.concurrency = arguments.concurrency;
    settings.budget = budget(arguments.budget)?;
    settings.price = price;
    settings.seed = arguments.seed;
    settings.keep_transcript = arguments.transcript.is_some() || arguments.keep_transcript;
    settings.attempts = protocols
        .iter()
        .filter_map(Protocol::attempts)
        .max()
        .unwrap_or(settings.attempts);
    settings.timeout_ms = match arguments.timeout {
        Some(seconds) => seconds * 1_000,
        None => timeout.unwrap_or(settings.timeout_ms),
    };
    Ok(settings)
}

/// Returns the judge's settings with the endpoint and the price of the model under test.
pub(super) fn subject_settings(arguments: &Arguments, judge: &RunSettings) -> Result<RunSettings, Failure> {
    let model = arguments.subject_model.as_deref().ok_or(JudgeError::NoSubject)?;
    let provider = arguments.subject_provider.map(Provider::from);
    let base = match (&arguments.subject_endpoint, provider) {
        (Some(base), _) => Some(base.as_str()),
        (None, Some(other)) if other != judge.endpoint.provider() => None,
        (None, _) => Some(judge.endpoint.base()),
    };
    let provider = provider.unwrap_or_else(|| judge.endpoint.provider());
    let endpoint = endpoint(provider, base, model)?;
    Ok(RunSettings {
        price: price(
            ("--subject-price", arguments.subject_price.as_deref()),
            arguments.prices.as_deref(),
            &endpoint,
        )?,
        endpoint,
        ..judge.clone()
    })
}

/// Returns the account of the model under test. The judge's key goes to the judge's provider and address only.
pub(super) fn subject_account(endpoint: &Endpoint, judge: &Endpoint) -> Result<Account, AskingError> {
    account_beside(endpoint, SUBJECT_KEY, (judge, JUDGE_KEY))
}
