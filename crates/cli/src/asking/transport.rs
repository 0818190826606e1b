//! Requests over the network.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use texlens_judge::{
    Account, Endpoint, HttpOutcome, HttpRequest, MAX_RESPONSE_BYTES, Picture, PictureFormat, Streamed,
};
use ureq::config::Config;
use ureq::http::{Response, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, Error, Proxy, Timeout};

/// An HTTP client that follows no redirects and limits the size of answers. A proxy sees only encrypted connections to
/// other machines.
pub(super) struct Transport {
    agent: Agent,
    account: Account,
    /// The folder with the pictures that requests show, under their SHA-256.
    pictures: Option<PathBuf>,
    /// Length of the streamed answers that have not ended, in bytes.
    pub(super) coming: AtomicUsize,
}

impl Transport {
    pub(super) fn new(endpoint: &Endpoint, account: Account, pictures: Option<PathBuf>) -> Self {
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
        Self {
            agent,
            account,
            pictures,
            coming: AtomicUsize::new(0),
        }
    }

    /// Sends a request and waits for the whole answer.
    pub(super) fn send(&self, request: &HttpRequest, timeout_ms: u64) -> HttpOutcome {
        let body = match request.body.filled(|picture| self.picture(picture).map(Cow::from)) {
            Ok(body) => body,
            Err(error) => return self.account.unsendable(&error),
        };
        self.try_send(request, &body, timeout_ms)
            .unwrap_or_else(|error| match error {
                Error::Timeout(_) => self.account.timed_out(),
                Error::BodyExceedsLimit(_) => self.account.too_large(),
                error if was_never_connected(&error) => self.account.not_connected(&error.to_string()),
                error => self.account.unreachable(&error.to_string()),
            })
    }

    /// Takes in a stream until it ends, or until no more of it is needed.
    fn take_stream(&self, response: &mut Response<Body>) -> Result<Streamed, Error> {
        let mut streamed = Streamed::new(&self.account);
        let mut coming = Coming {
            all: &self.coming,
            counted: 0,
        };
        let mut body = response.body_mut().as_reader();
        let mut bytes = [0; 8_192];
        loop {
            let count = body.read(&mut bytes).map_err(broken)?;
            let goes_on = streamed.push(bytes.get(..count).unwrap_or_default());
            coming.is_now(streamed.text_length());
            if count == 0 || !goes_on {
                return Ok(streamed);
            }
        }
    }

    fn picture(&self, picture: &Picture) -> Result<Vec<u8>, String> {
        let folder = self.pictures.as_ref().ok_or("this command has no pictures")?;
        let path = folder.join(picture_file(picture));
        std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn try_send(&self, request: &HttpRequest, body: &str, timeout_ms: u64) -> Result<HttpOutcome, Error> {
        let mut post = self.agent.post(&request.url);
        for (name, value) in self.account.headers(request) {
            post = post.header(name, value);
        }
        let timeout = Some(Duration::from_millis(timeout_ms));
        let mut response = post.config().timeout_global(timeout).build().send(body)?;
        let is_stream = request.is_streamed && response.status().is_success() && {
            let kind = response.headers().get("content-type");
            kind.and_then(|kind| kind.to_str().ok())
                .is_some_and(|kind| kind.starts_with("text/event-stream"))
        };
        if is_stream {
            let streamed = self.take_stream(&mut response)?;
            return Ok(streamed.finish(headers(&response)));
        }
        let body = response
            .body_mut()
            .with_config()
            .limit(MAX_RESPONSE_BYTES as u64)
            .read_to_vec()?;
        Ok(self
            .account
            .received(response.status().as_u16(), headers(&response), &body))
    }
}

/// Returns the name of the file with a picture's data.
pub(crate) fn picture_file(picture: &Picture) -> String {
    let ending = match picture.format {
        PictureFormat::Png => "png",
        PictureFormat::Jpeg => "jpg",
    };
    format!("{}.{ending}", picture.sha256)
}

/// The length of a streamed answer, which counts until it ends.
struct Coming<'c> {
    all: &'c AtomicUsize,
    counted: usize,
}

impl<'c> Coming<'c> {
    fn is_now(&mut self, length: usize) {
        self.all.fetch_add(length - self.counted, Ordering::Relaxed);
        self.counted = length;
    }
}

impl Drop for Coming<'_> {
    fn drop(&mut self) {
        self.all.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

fn headers(response: &Response<Body>) -> impl Iterator<Item = (&str, &str)> {
    let headers = response.headers().iter();
    headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
}

/// Returns the error of a broken stream as that of the client.
fn broken(error: io::Error) -> Error {
    match error.kind() {
        ErrorKind::TimedOut => Error::Timeout(Timeout::Global),
        _ => Error::Io(error),
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
