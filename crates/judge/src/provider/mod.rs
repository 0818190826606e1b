//! The providers' forms: a [`Call`] as a request, and a response as what the model said. One file each.

mod adaptation;
mod anthropic;
mod gemini;
mod openai;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use adaptation::{Adaptation, Optional, Structured};

use crate::failure::printable;
use crate::{Call, Endpoint, Failure, HttpOutcome, HttpRequest, HttpResponse, KeyHeader, Provider};

/// Tokens that a call took, as the provider counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Of the prompt.
    pub input: u64,
    /// Of the answer, what the model thought before it included.
    pub output: u64,
}

impl Usage {
    /// Both together with others.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
        }
    }
}

/// What a response comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// What the model said, or why it said nothing.
    pub said: Result<String, Failure>,
    /// Tokens, where the provider told them.
    pub usage: Option<Usage>,
    /// The model that answered, as the provider names it: often more exact than what was asked for.
    pub model: Option<String>,
}

impl Reply {
    fn failed(failure: Failure) -> Self {
        Self {
            said: Err(failure),
            usage: None,
            model: None,
        }
    }

    fn malformed(message: &str) -> Self {
        Self::failed(Failure::Malformed {
            message: message.to_owned(),
        })
    }
}

/// The request for a call.
#[must_use]
pub fn request(endpoint: &Endpoint, call: &Call, adaptation: &Adaptation) -> HttpRequest {
    match endpoint.provider() {
        Provider::OpenAi => openai::request(endpoint, call, adaptation),
        Provider::Anthropic => anthropic::request(endpoint, call, adaptation),
        Provider::Gemini => gemini::request(endpoint, call, adaptation),
    }
}

/// What came back.
#[must_use]
pub fn read(provider: Provider, outcome: &HttpOutcome) -> Reply {
    let response = match outcome.as_result() {
        Ok(response) => response,
        Err(failure) => return Reply::failed(failure.clone().into()),
    };
    if !(200..300).contains(&response.status()) {
        return Reply::failed(refusal(response));
    }
    let Some(body) = response.json() else {
        return Reply::malformed("it is not JSON");
    };
    match provider {
        Provider::OpenAi => openai::read(body),
        Provider::Anthropic => anthropic::read(body),
        Provider::Gemini => gemini::read(body),
    }
}

/// What a failed status means. All three providers put an object `error` with a `message` into the body; only their names for its kind differ.
fn refusal(response: &HttpResponse) -> Failure {
    // Google's OpenAI-compatible service puts the object into an array.
    let error = response
        .json()
        .map(|body| body.get(0).unwrap_or(body))
        .map(|body| body.get("error").unwrap_or(body));
    let field = |name: &str| error.and_then(|error| error.get(name)?.as_str());
    let message = field("message").or_else(|| error?.as_str()).unwrap_or(response.body());
    let code = ["code", "type", "status"]
        .map(|name| field(name).unwrap_or_default())
        .join(" ");
    let message = match field("param") {
        Some(parameter) if !message.contains(parameter) => format!("{message} ({parameter})"),
        _ => message.to_owned(),
    };
    let retry_after = response.retry_after_ms().or_else(|| gemini::retry_delay(error?));
    Failure::of_status(response.status(), &code, &message, retry_after)
}

/// A request with a JSON body.
fn post(url: String, key: (&str, &str), headers: &[(&str, &str)], body: &Value) -> HttpRequest {
    let json = ("content-type", "application/json");
    let headers = std::iter::once(&json).chain(headers);
    HttpRequest {
        url,
        headers: headers
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        key: KeyHeader {
            name: key.0.to_owned(),
            prefix: key.1.to_owned(),
        },
        body: body.to_string(),
    }
}

/// Longest name of a model that is kept, in bytes.
const MAX_NAME: usize = 200;

/// A model as the provider names it.
fn name(model: &str) -> String {
    printable(model, MAX_NAME)
}

/// A number of tokens; what is no number counts as not told.
fn tokens(usage: &Value, name: &str) -> Option<u64> {
    usage.get(name)?.as_u64()
}

/// Puts a field into an object if there is something to put.
fn put(object: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(name.to_owned(), value.into());
    }
}
