//! Requests to be sent and what came of them: what a transport takes and gives. A transport is the browser's `fetch` or the command's HTTP client.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::ApiKey;

/// Most bytes of a response that a transport should read; above, it reports [`TransportFailure::TooLarge`].
pub const MAX_RESPONSE_BYTES: usize = 4 << 20;

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

impl HttpRequest {
    /// The headers to be sent. Without a key, as local servers want it, the key's header is left out.
    #[must_use]
    pub fn headers_with(&self, key: Option<&ApiKey>) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        headers.extend(key.map(|key| (self.key.name.clone(), format!("{}{}", self.key.prefix, key.secret()))));
        headers
    }
}

/// What came of a request. It is made with the key at hand so that nothing that is kept can hold it, should a server send it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HttpOutcome {
    /// The server answered.
    Response(HttpResponse),
    /// It did not.
    Failed(TransportFailure),
}

/// A response as far as it matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpResponse {
    /// For example 200.
    pub status: u16,
    /// How long to wait before the next request, if the server said so in a header.
    pub retry_after_ms: Option<u64>,
    /// The text; what is not UTF-8 in it is replaced.
    pub body: String,
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
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
    /// A response. Of the headers those are read that say how long to wait: `Retry-After` (seconds, or a date, which is compared with `Date`) and `retry-after-ms`.
    #[must_use]
    pub fn received<'h>(
        status: u16,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        body: &[u8],
        key: Option<&ApiKey>,
    ) -> Self {
        let body = String::from_utf8_lossy(body);
        Self::Response(HttpResponse {
            status,
            retry_after_ms: retry_after(headers),
            body: without(key, &body),
        })
    }

    /// A failed connection, with what the system says of it.
    #[must_use]
    pub fn unreachable(message: &str, key: Option<&ApiKey>) -> Self {
        Self::Failed(TransportFailure::Unreachable(without(key, message)))
    }

    /// A connection that was never made, with what the system says of it.
    #[must_use]
    pub fn not_connected(message: &str, key: Option<&ApiKey>) -> Self {
        Self::Failed(TransportFailure::NotConnected(without(key, message)))
    }
}

fn without(key: Option<&ApiKey>, text: &str) -> String {
    key.map_or_else(|| text.to_owned(), |key| key.removed_from(text))
}

fn retry_after<'h>(headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> Option<u64> {
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
    milliseconds.and_then(|text| number(text, 1.0)).or_else(from_seconds)
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
    }

    #[test]
    fn no_outcome_holds_the_key() {
        let key = ApiKey::new("sk-0123456789").unwrap();
        let echo = br#"{"error":{"message":"Incorrect API key provided: sk-0123456789"}}"#;
        let outcome = HttpOutcome::received(401, [], echo, Some(&key));
        assert!(!format!("{outcome:?}").contains("0123456789"), "{outcome:?}");
        let outcome = HttpOutcome::unreachable("x-api-key: sk-0123456789", Some(&key));
        assert!(!format!("{outcome:?}").contains("0123456789"), "{outcome:?}");
    }

    #[test]
    fn the_key_goes_into_its_header_and_nowhere_else() {
        let request = HttpRequest {
            url: "https://host/v1".to_owned(),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            key: KeyHeader {
                name: "authorization".to_owned(),
                prefix: "Bearer ".to_owned(),
            },
            body: "{}".to_owned(),
        };
        let key = ApiKey::new("secret").unwrap();
        let headers = request.headers_with(Some(&key));
        assert_eq!(headers[1], ("authorization".to_owned(), "Bearer secret".to_owned()));
        assert_eq!(request.headers_with(None), request.headers);
    }
}
