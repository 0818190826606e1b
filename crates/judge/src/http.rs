//! Requests to be sent and what came of them: what a transport takes and gives. A transport is the browser's `fetch` or the command's HTTP client.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Most bytes of a response that a transport reads; above, it reports [`Account::too_large`](crate::Account::too_large).
pub const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// A `POST` to be sent as it is, without following redirects. It never holds the key, so it may be shown, logged and kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpRequest {
    /// Where to.
    pub url: String,
    /// Names and values, without the key's.
    pub headers: Vec<(String, String)>,
    /// The header that holds the key.
    pub key: KeyHeader,
    /// JSON.
    pub body: String,
}

/// The header in which a provider wants the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyHeader {
    /// Its name.
    pub name: String,
    /// What stands before the key.
    pub prefix: String,
}

/// What came of a request. Only an [`Account`](crate::Account) makes one: it has removed the key from it, should a server have sent it back.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct HttpOutcome(Kind);

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// The server answered.
    Response(HttpResponse),
    /// It did not.
    Failed(TransportFailure),
}

/// A response as far as it matters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HttpResponse {
    status: u16,
    retry_after_ms: Option<u64>,
    body: String,
    /// The body, where it is JSON.
    #[serde(skip)]
    json: Option<Value>,
}

impl HttpResponse {
    /// For example 200.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// How long to wait before the next request, if the server said so in a header; at most a day.
    #[must_use]
    pub fn retry_after_ms(&self) -> Option<u64> {
        self.retry_after_ms
    }

    /// The text; what is not UTF-8 in it is replaced.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The body, where it is JSON. Not that of a transcript.
    #[must_use]
    pub fn json(&self) -> Option<&Value> {
        self.json.as_ref()
    }
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum TransportFailure {
    /// The time limit passed.
    #[error("no answer came within the time limit")]
    TimedOut,
    /// No connection, or one that ended before the answer was whole. In a browser also: the server does not allow the page's origin.
    #[error("the connection failed: {0}")]
    Unreachable(String),
    /// No connection was made, so nothing was sent and nothing can have been charged. A browser cannot tell, and says [`Unreachable`](Self::Unreachable).
    #[error("no connection could be made: {0}")]
    NotConnected(String),
    /// More than [`MAX_RESPONSE_BYTES`].
    #[error("the answer is longer than {} MiB", MAX_RESPONSE_BYTES >> 20)]
    TooLarge,
    /// The caller ended it.
    #[error("the call was cancelled")]
    Cancelled,
}

impl HttpOutcome {
    pub(crate) fn response(status: u16, retry_after_ms: Option<u64>, body: String, json: Option<Value>) -> Self {
        Self(Kind::Response(HttpResponse {
            status,
            retry_after_ms,
            body,
            json,
        }))
    }

    pub(crate) fn failed(failure: TransportFailure) -> Self {
        Self(Kind::Failed(failure))
    }

    /// The same to be kept: without the parsed body, which takes more room than its text.
    pub(crate) fn into_kept(mut self) -> Self {
        if let Kind::Response(response) = &mut self.0 {
            response.json = None;
        }
        self
    }

    /// The response.
    ///
    /// # Errors
    /// Why there is none.
    pub fn as_result(&self) -> Result<&HttpResponse, &TransportFailure> {
        match &self.0 {
            Kind::Response(response) => Ok(response),
            Kind::Failed(failure) => Err(failure),
        }
    }
}

/// Longest wait that a server can ask for, in milliseconds; a longer one is this one. The run ends at far shorter ones.
const LONGEST_WAIT_MS: u64 = 86_400_000;

pub(crate) fn retry_after<'h>(headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> Option<u64> {
    let [mut milliseconds, mut seconds, mut date] = [None; 3];
    for (name, value) in headers {
        let place = match name.to_ascii_lowercase().as_str() {
            "retry-after-ms" => &mut milliseconds,
            "retry-after" => &mut seconds,
            "date" => &mut date,
            _ => continue,
        };
        *place = Some(value.trim());
    }
    let number = |text: &str, factor: f64| {
        let number: f64 = text.parse().ok()?;
        (number >= 0.0 && number.is_finite()).then_some((number * factor).ceil() as u64)
    };
    let from_seconds = || {
        let text = seconds?;
        number(text, 1_000.0).or_else(|| {
            let [then, now]: [Option<SystemTime>; 2] =
                [Some(text), date].map(|text| httpdate::parse_http_date(text?).ok());
            let wait = then?.duration_since(now?).unwrap_or_default();
            u64::try_from(wait.as_millis()).ok()
        })
    };
    let wait = milliseconds.and_then(|text| number(text, 1.0)).or_else(from_seconds);
    wait.map(|wait| wait.min(LONGEST_WAIT_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(headers: &[(&str, &str)]) -> Option<u64> {
        retry_after(headers.iter().copied())
    }

    #[test]
    fn the_time_to_wait_is_read_in_all_its_forms() {
        assert_eq!(wait(&[("Retry-After", "7")]), Some(7_000));
        assert_eq!(wait(&[("retry-after", "7"), ("retry-after-ms", "250.5")]), Some(251));
        let date = ("Date", "Sun, 22 Nov 2026 08:00:00 GMT");
        let later = ("Retry-After", "Sun, 22 Nov 2026 08:01:30 GMT");
        assert_eq!(wait(&[later, date]), Some(90_000));
        assert_eq!(wait(&[later]), None);
        assert_eq!(wait(&[("Retry-After", "soon")]), None);
        assert_eq!(wait(&[("Retry-After", "-1")]), None);
        assert_eq!(wait(&[("Retry-After", "1e999")]), None);
        assert_eq!(wait(&[("Retry-After", "NaN")]), None);
        assert_eq!(wait(&[("Retry-After", "99999999999999999999")]), Some(LONGEST_WAIT_MS));
        let ages = ("Retry-After", "Sun, 22 Nov 2099 08:01:30 GMT");
        assert_eq!(wait(&[ages, date]), Some(LONGEST_WAIT_MS));
    }
}
