//! The requests that a transport takes and the outcomes that it gives. A transport is the browser's `fetch` or the
//! command's HTTP client.

use std::time::SystemTime;

use serde::Serialize;
use serde_json::Value;

use crate::body::Body;

/// Maximum size of a response that a transport reads, in bytes. For a larger one, it reports
/// [`Account::too_large`](crate::Account::too_large).
pub const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// A `POST` request that is sent unchanged, without following redirects. It never contains the key, so it may be shown,
/// logged and kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HttpRequest {
    /// The address.
    pub url: String,
    /// Names and values, without the key's header.
    pub headers: Vec<(String, String)>,
    /// The header for the key.
    pub key: KeyHeader,
    /// The body.
    pub body: Body,
    /// Whether the answer comes piece by piece, as server-sent events.
    pub is_streamed: bool,
}

/// The header in which a provider expects the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeyHeader {
    /// The header's name.
    pub name: String,
    /// The text before the key.
    pub prefix: String,
}

/// The outcome of a request. Only an [`Account`](crate::Account) can make one. If the server has sent the key back, the
/// account has removed it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct HttpOutcome(Kind);

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// The server answered.
    Response(HttpResponse),
    /// The server did not answer.
    Failed(TransportFailure),
}

/// The parts of a response that matter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HttpResponse {
    status: u16,
    retry_after_ms: Option<u64>,
    body: String,
    /// The body, if it is JSON.
    #[serde(skip)]
    json: Option<Value>,
}

impl HttpResponse {
    /// Returns the HTTP status, for example 200.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns how long to wait before the next request, if a header of the response says so; at most a day.
    #[must_use]
    pub fn retry_after_ms(&self) -> Option<u64> {
        self.retry_after_ms
    }

    /// Returns the text of the body. Bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Returns the body, if it is JSON. The responses of a transcript have none.
    #[must_use]
    pub fn json(&self) -> Option<&Value> {
        self.json.as_ref()
    }
}

/// The reason why there is no response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum TransportFailure {
    /// The time limit passed.
    #[error("no answer came within the time limit")]
    TimedOut,
    /// There was no connection, or it ended before the answer was complete. In a browser, it is also possible that the
    /// server does not allow the page's origin.
    #[error("the connection failed: {0}")]
    Unreachable(String),
    /// No connection was made, so nothing was sent and nothing can have been charged. A browser cannot distinguish this
    /// case and reports [`Unreachable`](Self::Unreachable).
    #[error("no connection could be made: {0}")]
    NotConnected(String),
    /// The answer is larger than [`MAX_RESPONSE_BYTES`], or the stream larger than
    /// [`MAX_STREAM_BYTES`](crate::MAX_STREAM_BYTES).
    #[error("the answer is longer than {} MiB", MAX_RESPONSE_BYTES >> 20)]
    TooLarge,
    /// The caller ended the call.
    #[error("the call was cancelled")]
    Cancelled,
    /// A part of the request could not be read, so nothing was sent.
    #[error("the request could not be put together: {0}")]
    Unsendable(String),
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

    /// Returns the outcome in the form in which it is kept: without the parsed body, which takes more memory than its
    /// text.
    pub(crate) fn into_kept(mut self) -> Self {
        if let Kind::Response(response) = &mut self.0 {
            response.json = None;
        }
        self
    }

    /// Returns the response.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn as_result(&self) -> Result<&HttpResponse, &TransportFailure> {
        match &self.0 {
            Kind::Response(response) => Ok(response),
            Kind::Failed(failure) => Err(failure),
        }
    }
}

/// Longest wait that a server can ask for, in milliseconds; longer ones are cut to it. The run ends at far shorter
/// waits.
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
