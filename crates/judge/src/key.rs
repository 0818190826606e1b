//! The key of a provider's account.

use std::fmt;

/// A secret key. It cannot be printed or serialised: `Debug` shows no part of it, and there is no `Serialize`.
///
/// Only an [`Account`](crate::Account) can read it. The account puts it into the headers of a request. Only the account
/// can make an [`HttpOutcome`](crate::HttpOutcome), from which it has removed the key.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Makes a key from a typed text and drops white space around it. Returns `None` if nothing is left, or if the text
    /// contains characters that a header cannot contain.
    #[must_use]
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Self(key.to_owned()))
    }

    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_never_printed() {
        let key = ApiKey::new(" sk-0123456789 \n").unwrap();
        assert_eq!(format!("{key:?}"), "ApiKey(hidden)");
    }

    #[test]
    fn what_a_header_cannot_hold_is_no_key() {
        for text in ["", "  ", "a b", "key\u{e9}", "a\r\nx: y"] {
            assert_eq!(ApiKey::new(text), None, "{text:?}");
        }
    }
}
