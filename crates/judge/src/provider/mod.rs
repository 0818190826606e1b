//! The providers' forms, one file each: they turn a [`Call`] into a request, and a response into the model's answer.

mod adaptation;
mod anthropic;
mod body;
mod gemini;
mod openai;
mod reply;
mod stream;

pub use adaptation::{Adaptation, Optional, Streaming, Structured};
pub use reply::{Reply, Usage};
pub(crate) use stream::Assembled;

use crate::{Call, Endpoint, Failure, HttpOutcome, HttpRequest, HttpResponse, Provider};

/// Makes the request of a call.
#[must_use]
pub fn request(endpoint: &Endpoint, call: &Call, adaptation: &Adaptation) -> HttpRequest {
    let request = match endpoint.provider() {
        Provider::OpenAi => openai::request(endpoint, call, adaptation),
        Provider::Anthropic => anthropic::request(endpoint, call, adaptation),
        Provider::Gemini => gemini::request(endpoint, call, adaptation),
    };
    HttpRequest {
        is_streamed: adaptation.streaming != Streaming::Off,
        ..request
    }
}

/// Reads the outcome of a request.
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

/// Makes a failure from a response whose status is not a success. All three providers put an object `error` with a
/// `message` into the body. Only the field that names the kind of error differs.
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
