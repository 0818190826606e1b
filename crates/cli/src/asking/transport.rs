//! Requests over the network.

use std::io::ErrorKind;
use std::time::Duration;

use texlens_judge::{Account, Endpoint, HttpOutcome, HttpRequest, MAX_RESPONSE_BYTES};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error, Proxy};

/// An HTTP client that follows no redirects and limits the size of answers. A proxy sees only encrypted connections to
/// other machines.
pub(super) struct Transport {
    agent: Agent,
    account: Account,
}

impl Transport {
    pub(super) fn new(endpoint: &Endpoint, account: Account) -> Self {
        // An encrypted connection goes through a tunnel (CONNECT). A proxy would read anything else, including the key.
        let may_use_proxy = endpoint.is_encrypted() && !endpoint.is_local();
        let config = Agent::config_builder()
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .https_only(endpoint.is_encrypted())
            .proxy(may_use_proxy.then(Proxy::try_from_env).flatten())
            .user_agent(concat!("texlens/", env!("CARGO_PKG_VERSION")))
            .build();
        let agent = if endpoint.is_local() {
            Agent::with_parts(
                config,
                DefaultConnector::default(),
                Loopback(DefaultResolver::default()),
            )
        } else {
            config.into()
        };
        Self { agent, account }
    }

    /// Sends a request and waits for the whole answer.
    pub(super) fn send(&self, request: &HttpRequest, timeout_ms: u64) -> HttpOutcome {
        self.try_send(request, timeout_ms).unwrap_or_else(|error| match error {
            Error::Timeout(_) => self.account.timed_out(),
            Error::BodyExceedsLimit(_) => self.account.too_large(),
            error if was_never_connected(&error) => self.account.not_connected(&error.to_string()),
            error => self.account.unreachable(&error.to_string()),
        })
    }

    fn try_send(&self, request: &HttpRequest, timeout_ms: u64) -> Result<HttpOutcome, Error> {
        let mut post = self.agent.post(&request.url);
        for (name, value) in self.account.headers(request) {
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
        Ok(self.account.received(response.status().as_u16(), headers, &body))
    }
}

/// Resolves names to this machine only. A name server may decide the address of `x.localhost`, and the key travels
/// there unencrypted.
#[derive(Debug)]
struct Loopback(DefaultResolver);

impl Resolver for Loopback {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let all = self.0.resolve(uri, config, timeout)?;
        let mut own = self.empty();
        for address in all.iter().filter(|address| address.ip().is_loopback()) {
            own.push(*address);
        }
        if own.is_empty() {
            Err(Error::HostNotFound)
        } else {
            Ok(own)
        }
    }
}

/// Reports whether the server cannot have received the request.
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
