//! The provider, address and name of the model that is asked.
//!
//! Addresses are read without the crate `url`. It takes 215 kB of WebAssembly (78 kB compressed) and, like browsers,
//! accepts addresses that other programs read differently, for example `http://%6cocalhost`; they are refused here.

use serde::{Deserialize, Serialize};

/// The form of the requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Chat completions of `OpenAI`, which most other providers and local servers offer, too.
    OpenAi,
    /// Anthropic's Messages API.
    Anthropic,
    /// Google's `generateContent`.
    Gemini,
}

impl Provider {
    /// All providers.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// Returns the name that arguments and reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// Returns the address of the provider's own service.
    #[must_use]
    pub const fn default_base(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        }
    }
}

/// A model at an address. Its serialisation contains no key, because an endpoint has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Endpoint {
    provider: Provider,
    base: String,
    model: String,
}

#[derive(Serialize, Deserialize)]
struct Parts {
    provider: Provider,
    base: String,
    model: String,
}

/// The reason why an address or a model cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The address is not a web address.
    #[error(
        "the endpoint {0:?} must begin with https:// or http:// and name a host, for example https://api.openai.com/v1 or http://localhost:11434/v1"
    )]
    NotAnAddress(String),
    /// The address contains a user name with a password, a query or a fragment, which may be secrets.
    #[error("the endpoint must not contain a user, a password, `?` or `#`: a key belongs in its own field")]
    Secrets,
    /// No model is named.
    #[error("no model is named; give the provider's name of a model")]
    NoModel,
    /// A header or an address cannot contain the model's name.
    #[error("the model's name {0:?} holds white space or control characters")]
    BadModel(String),
}

impl Endpoint {
    /// Makes an endpoint from the base address of the provider's calls and the model's name. Examples of base addresses
    /// are `https://api.openai.com/v1` and `http://localhost:11434/v1`. The address of the call itself is accepted,
    /// too.
    ///
    /// # Errors
    /// If the address is not a web address, if it contains what may be a secret, or if the model has no usable name.
    pub fn new(provider: Provider, base: &str, model: &str) -> Result<Self, EndpointError> {
        let base = base.trim();
        let lower = base.to_ascii_lowercase();
        let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
        let not_an_address =
            || EndpointError::NotAnAddress(base.split(['?', '#', '@']).next().unwrap_or_default().to_owned());
        let rest = rest.ok_or_else(not_an_address)?;
        if base.contains(['?', '#', '@']) {
            return Err(EndpointError::Secrets);
        }
        if !is_host(rest.split('/').next().unwrap_or_default())
            || !base.bytes().all(|byte| byte.is_ascii_graphic())
            || base.contains(['\\', '"', '<', '>'])
        {
            return Err(not_an_address());
        }
        let model = model.trim();
        if model.is_empty() {
            return Err(EndpointError::NoModel);
        }
        if model.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(EndpointError::BadModel(model.to_owned()));
        }
        let base = base.trim_end_matches('/');
        let base = match provider {
            Provider::OpenAi => base.trim_end_matches("/chat/completions"),
            Provider::Anthropic => base.trim_end_matches("/messages"),
            Provider::Gemini => base.split("/models/").next().unwrap_or_default(),
        };
        Ok(Self {
            provider,
            base: base.to_owned(),
            model: model.to_owned(),
        })
    }

    /// Returns the form of the requests.
    #[must_use]
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// Returns the address without the part that every call adds, and without a slash at the end.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the provider's name of the model.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the host with its port, in lower case.
    #[must_use]
    pub fn host(&self) -> String {
        let rest = self.base.split_once("://").map_or("", |(_, rest)| rest);
        rest.split('/').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// Reports whether the server runs on this machine. Such a server is free unless a price is given, and a key may
    /// travel to it without encryption.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.host();
        let name = if host.starts_with('[') {
            host.split(']').next().map(|name| &name[1..])
        } else {
            host.split(':').next()
        };
        let name = name.unwrap_or_default();
        name == "localhost" || name.ends_with(".localhost") || name == "::1" || is_loopback(name)
    }

    /// Reports whether requests are encrypted. Unencrypted requests must not go through a proxy, which would read them.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.base.to_ascii_lowercase().starts_with("https://")
    }

    /// Reports whether a key would travel to another machine unencrypted. Then an [`Account`](crate::Account) with a
    /// key is refused.
    #[must_use]
    pub fn exposes_key(&self) -> bool {
        !self.is_encrypted() && !self.is_local()
    }
}

/// Accepts a name or an address, with or without a port. Programs understand anything else differently, and so would
/// send a key to different hosts.
fn is_host(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let Some((address, port)) = rest.split_once(']') else {
                return false;
            };
            (address.parse::<std::net::Ipv6Addr>().is_ok(), port)
        }
        None => {
            let (name, port) = host.split_at(host.find(':').unwrap_or(host.len()));
            let is_of_names = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
            (!name.is_empty() && name.bytes().all(is_of_names), port)
        }
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    name && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Accepts `127.x.y.z`, but no name that begins like it.
fn is_loopback(name: &str) -> bool {
    name.parse::<std::net::Ipv4Addr>()
        .is_ok_and(|address| address.is_loopback())
}

impl TryFrom<Parts> for Endpoint {
    type Error = EndpointError;

    fn try_from(parts: Parts) -> Result<Self, EndpointError> {
        Self::new(parts.provider, &parts.base, &parts.model)
    }
}

impl From<Endpoint> for Parts {
    fn from(endpoint: Endpoint) -> Self {
        Self {
            provider: endpoint.provider,
            base: endpoint.base,
            model: endpoint.model,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_with_and_without_the_call() {
        for base in [
            "https://host/v1",
            "https://host/v1/",
            "https://host/v1/chat/completions",
        ] {
            assert_eq!(
                Endpoint::new(Provider::OpenAi, base, "m").unwrap().base(),
                "https://host/v1"
            );
        }
        let base = "https://host/v1beta/models/m:generateContent";
        assert_eq!(
            Endpoint::new(Provider::Gemini, base, "m").unwrap().base(),
            "https://host/v1beta"
        );
    }

    #[test]
    fn what_may_be_a_secret_is_refused_and_not_repeated() {
        for base in [
            "https://me:secret@host/v1",
            "https://host/v1?key=secret",
            "ftp://host?secret",
        ] {
            let error = Endpoint::new(Provider::OpenAi, base, "m").unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
        for base in [
            "",
            "host/v1",
            "https://",
            "http://:80/",
            "https://ho st/",
            "file:///etc",
            "http://[::1].evil.com/",
            "http://[::1/",
            "http://[evil.com]/",
            "http://127.0.0.1:80%2f.evil.com/",
            "http://localhost:80:90/",
            "http://localhost:/",
            "http://localhost:+80/",
            "http://localhost:99999/",
            "http://localhost;evil.com/",
            "http://%6cocalhost/",
        ] {
            assert!(Endpoint::new(Provider::OpenAi, base, "m").is_err(), "{base}");
        }
    }

    #[test]
    fn only_this_machine_is_local() {
        let is_local = |base: &str| Endpoint::new(Provider::OpenAi, base, "m").unwrap().is_local();
        for base in [
            "http://localhost:1/v1",
            "http://127.0.0.1:8000",
            "http://[::1]:8000/v1",
            "HTTP://LOCALHOST",
        ] {
            assert!(is_local(base), "{base}");
        }
        for base in [
            "http://127.0.0.1.evil.com",
            "http://localhost.evil.com",
            "http://10.0.0.1",
            "https://api.openai.com/v1",
        ] {
            assert!(!is_local(base), "{base}");
        }
    }
}
