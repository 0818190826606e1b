//! Requests over the network.

use std::io::ErrorKind;
use std::time::Duration;

use texlens_judge::{ApiKey, HttpOutcome, HttpRequest, MAX_RESPONSE_BYTES, TransportFailure};
use ureq::{Agent, Error};

/// A client that follows no redirects and reads no endless answers.
pub(super) struct Transport {
    agent: Agent,
    key: Option<ApiKey>,
}

impl Transport {
    pub(super) fn new(key: Option<ApiKey>) -> Self {
        let config = Agent::config_builder()
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(concat!("texlens/", env!("CARGO_PKG_VERSION")));
        Self {
            agent: config.build().into(),
            key,
        }
    }

    /// Sends a request and waits for the whole answer.
    pub(super) fn send(&self, request: &HttpRequest, timeout_ms: u64) -> HttpOutcome {
        self.try_send(request, timeout_ms).unwrap_or_else(|error| match error {
            Error::Timeout(_) => HttpOutcome::Failed(TransportFailure::TimedOut),
            Error::BodyExceedsLimit(_) => HttpOutcome::Failed(TransportFailure::TooLarge),
            error if was_never_connected(&error) => HttpOutcome::not_connected(&error.to_string(), self.key.as_ref()),
            error => HttpOutcome::unreachable(&error.to_string(), self.key.as_ref()),
        })
    }

    fn try_send(&self, request: &HttpRequest, timeout_ms: u64) -> Result<HttpOutcome, Error> {
        let mut post = self.agent.post(&request.url);
        for (name, value) in request.headers_with(self.key.as_ref()) {
            post = post.header(name, value);
        }
        let timeout = Some(Duration::from_millis(timeout_ms));
        let mut response = post
            .config()
            .timeout_global(timeout)
            .build()
            .send(request.body.as_str())?;
        let body = response
            .body_mut()
            .with_config()
            .limit(MAX_RESPONSE_BYTES as u64)
            .read_to_vec()?;
        let headers = response.headers().iter();
        let headers = headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
        Ok(HttpOutcome::received(
            response.status().as_u16(),
            headers,
            &body,
            self.key.as_ref(),
        ))
    }
}

/// Whether the server cannot have got the request.
fn was_never_connected(error: &Error) -> bool {
    match error {
        Error::HostNotFound
        | Error::ConnectionFailed
        | Error::ConnectProxyFailed(_)
        | Error::Rustls(_)
        | Error::Tls(_) => true,
        Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        _ => false,
    }
}
