//! The key for an endpoint. Only this module reads a key, and only this module takes responses in.

use std::fmt;
use std::sync::Arc;

use crate::echo::Echo;
use crate::http::{self, HttpOutcome, HttpRequest, TransportFailure};
use crate::{ApiKey, Endpoint, PictureError, Provider};

/// A key, or none, for one endpoint.
///
/// A transport takes the headers of a request from the account. The account turns the response into an [`HttpOutcome`];
/// nothing else can make one. So every outcome is free of the key, in all encodings that `docs/judge.md` lists. The
/// account gives the key to no other address.
///
/// A copy is cheap. `Debug` shows no part of the key.
#[derive(Clone)]
pub struct Account(Arc<Inner>);

struct Inner {
    provider: Provider,
    /// The address to which the key may be sent.
    base: String,
    key: Option<ApiKey>,
    echo: Option<Echo>,
}

/// The reason why a key cannot be used with an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// The key would travel unencrypted to another machine.
    #[error("the key would travel unencrypted to {0}: use an address with https://, or give no key")]
    Exposed(String),
    /// The key is also part of the address or of the model's name, which reports show.
    #[error("the key must not be in the address or in the name of the model: reports show both")]
    Shown,
}

/// Length from which a key must not be part of the address or of the model's name, in bytes. Shorter keys may be there
/// by chance: the key of a local server is often the server's name.
const SHORTEST_SHOWN: usize = 16;

impl Account {
    /// Pairs an endpoint with its key, or with none.
    ///
    /// # Errors
    /// If the key would travel unencrypted to another machine, or is part of the address or of the model's name.
    pub fn new(endpoint: &Endpoint, key: Option<ApiKey>) -> Result<Self, AccountError> {
        if key.is_some() && endpoint.exposes_key() {
            return Err(AccountError::Exposed(endpoint.host()));
        }
        let echo = key.as_ref().map(|key| Echo::new(key.secret()));
        if let (Some(key), Some(echo)) = (&key, &echo)
            && key.secret().len() >= SHORTEST_SHOWN
            && [endpoint.base(), endpoint.model()]
                .into_iter()
                .any(|text| echo.is_in(text))
        {
            return Err(AccountError::Shown);
        }
        Ok(Self(Arc::new(Inner {
            provider: endpoint.provider(),
            base: endpoint.base().to_owned(),
            key,
            echo,
        })))
    }

    /// Reports whether there is a key.
    #[must_use]
    pub fn has_key(&self) -> bool {
        self.0.key.is_some()
    }

    /// Returns the headers of a request, including that of the key. The key's header is omitted if there is no key, as
    /// local servers expect, and if the request goes to another address.
    #[must_use]
    pub fn headers(&self, request: &HttpRequest) -> Vec<(String, String)> {
        let mut headers = request.headers.clone();
        let rest = request.url.strip_prefix(self.0.base.as_str());
        let is_for_it = rest.is_some_and(|rest| rest.starts_with('/'));
        let key = self.0.key.as_ref().filter(|_| is_for_it);
        headers.extend(key.map(|key| {
            (
                request.key.name.clone(),
                format!("{}{}", request.key.prefix, key.secret()),
            )
        }));
        headers
    }

    /// Makes an outcome from a response. Reads only the headers that ask to wait: `Retry-After` (seconds, or a date
    /// that is compared with `Date`) and `retry-after-ms`.
    #[must_use]
    pub fn received<'h>(
        &self,
        status: u16,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        body: &[u8],
    ) -> HttpOutcome {
        let body = String::from_utf8_lossy(body);
        let wait = http::retry_after(headers);
        match &self.0.echo {
            Some(echo) => {
                let (body, json) = echo.removed_from_body(&body);
                let wait = wait.filter(|wait| !echo.is_in(&wait.to_string()));
                HttpOutcome::response(status, wait, body, json)
            }
            None => {
                let json = serde_json::from_str(&body).ok();
                HttpOutcome::response(status, wait, body.into_owned(), json)
            }
        }
    }

    /// Returns the form of the requests.
    pub(crate) fn provider(&self) -> Provider {
        self.0.provider
    }

    /// Makes the outcome of a request that was not sent because a picture is missing.
    #[must_use]
    pub fn unsendable(&self, error: &PictureError) -> HttpOutcome {
        HttpOutcome::failed(TransportFailure::Unsendable(error.to_string()))
    }

    /// Makes the outcome of a connection that failed or broke. `message` is the system's explanation.
    #[must_use]
    pub fn unreachable(&self, message: &str) -> HttpOutcome {
        HttpOutcome::failed(TransportFailure::Unreachable(self.said(message)))
    }

    /// Makes the outcome of a connection that was never made. `message` is the system's explanation.
    #[must_use]
    pub fn not_connected(&self, message: &str) -> HttpOutcome {
        HttpOutcome::failed(TransportFailure::NotConnected(self.said(message)))
    }

    /// Makes the outcome of a call without an answer within the time limit.
    #[must_use]
    pub fn timed_out(&self) -> HttpOutcome {
        HttpOutcome::failed(TransportFailure::TimedOut)
    }

    /// Makes the outcome of an answer of more than [`MAX_RESPONSE_BYTES`](crate::MAX_RESPONSE_BYTES).
    #[must_use]
    pub fn too_large(&self) -> HttpOutcome {
        HttpOutcome::failed(TransportFailure::TooLarge)
    }

    /// Makes the outcome of a call that the caller ended.
    #[must_use]
    pub fn cancelled(&self) -> HttpOutcome {
        HttpOutcome::failed(TransportFailure::Cancelled)
    }

    fn said(&self, message: &str) -> String {
        let echo = self.0.echo.as_ref();
        echo.map_or_else(|| message.to_owned(), |echo| echo.removed_from(message))
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("base", &self.0.base)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Account {
    fn eq(&self, other: &Self) -> bool {
        self.0.base == other.0.base && self.0.key == other.0.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeyHeader;
    use crate::body::Body;

    const KEY: &str = "sk-very-secret-0123456789";

    fn endpoint(base: &str, model: &str) -> Endpoint {
        Endpoint::new(Provider::OpenAi, base, model).unwrap()
    }

    fn account() -> Account {
        Account::new(&endpoint("https://host/v1", "m"), ApiKey::new(KEY)).unwrap()
    }

    #[test]
    fn the_key_goes_into_its_header_at_its_address_and_nowhere_else() {
        let request = |url: &str| HttpRequest {
            url: url.to_owned(),
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            key: KeyHeader {
                name: "authorization".to_owned(),
                prefix: "Bearer ".to_owned(),
            },
            body: Body::new("{}", "", std::iter::empty()),
            is_streamed: false,
        };
        let headers = account().headers(&request("https://host/v1/chat/completions"));
        assert_eq!(headers[1], ("authorization".to_owned(), format!("Bearer {KEY}")));
        for other in [
            "https://other/v1/chat",
            "http://host/v1/chat",
            "https://host/v1.evil.com/",
            "https://host/v2/chat",
        ] {
            assert_eq!(account().headers(&request(other)).len(), 1, "{other}");
        }
        let none = Account::new(&endpoint("https://host/v1", "m"), None).unwrap();
        assert_eq!(none.headers(&request("https://host/v1/chat/completions")).len(), 1);
    }

    #[test]
    fn a_key_that_others_would_see_is_refused_and_not_repeated() {
        let error = |base: &str, model: &str| {
            let error = Account::new(&endpoint(base, model), ApiKey::new(KEY)).unwrap_err();
            assert!(!error.to_string().contains("secret"), "{error}");
            error
        };
        assert_eq!(
            error("http://10.0.0.1/v1", "m"),
            AccountError::Exposed("10.0.0.1".to_owned())
        );
        assert_eq!(error(&format!("https://host/{KEY}/v1"), "m"), AccountError::Shown);
        assert_eq!(error("https://host/v1", &KEY.to_uppercase()), AccountError::Shown);
        assert!(Account::new(&endpoint("http://localhost:1/v1", "m"), ApiKey::new(KEY)).is_ok());
        assert!(
            Account::new(
                &endpoint("http://localhost:1/lm-studio", "lm-studio"),
                ApiKey::new("lm-studio")
            )
            .is_ok()
        );
    }

    #[test]
    fn no_outcome_holds_the_key() {
        let escaped: String = KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
        for echo in [KEY, &escaped] {
            let body = format!(r#"{{"error":{{"message":"Incorrect API key provided: {echo}"}}}}"#);
            let outcome = account().received(401, [], body.as_bytes());
            let shown = format!("{outcome:?}");
            assert!(!shown.contains("0123456789") && !shown.contains("\\u00"), "{shown}");
            let shown = format!("{:?}", account().unreachable(&format!("x-api-key: {echo}")));
            assert!(!shown.contains("0123456789") && !shown.contains("u00"), "{shown}");
        }
        assert!(!format!("{:?}", account()).contains("secret"));
        let number = account().received(429, [("retry-after-ms", "123456789")], b"");
        assert!(!format!("{number:?}").contains("123456789"), "{number:?}");
    }
}
