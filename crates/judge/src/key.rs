//! The key of a provider's account.

use std::fmt;

/// What stands where the key stood.
const REMOVED: &str = "[key removed]";

/// Shortest key that is looked for in answers; anything shorter would be found by chance.
const SHORTEST: usize = 6;

/// A secret. It cannot be printed or serialised: `Debug` shows no part of it, and there is no `Serialize`.
///
/// No part of this crate keeps one. A request says where the key belongs ([`HttpRequest::key`](crate::HttpRequest::key)), the transport puts it there
/// with [`HttpRequest::headers_with`](crate::HttpRequest::headers_with), and what comes back is searched for it before anything else sees it
/// ([`HttpOutcome::received`](crate::HttpOutcome::received)).
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// A key as it was typed; white space around it is dropped. None if nothing is left, or if it holds characters that a header cannot.
    #[must_use]
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Self(key.to_owned()))
    }

    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// The text without the key, wherever it stands in it.
    #[must_use]
    pub fn removed_from(&self, text: &str) -> String {
        if self.0.len() < SHORTEST {
            return text.to_owned();
        }
        text.replace(&self.0, REMOVED)
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
    fn a_key_is_never_printed_and_is_removed_from_texts() {
        let key = ApiKey::new(" sk-0123456789 \n").unwrap();
        assert_eq!(format!("{key:?}"), "ApiKey(hidden)");
        assert_eq!(key.removed_from("wrong key sk-0123456789!"), "wrong key [key removed]!");
    }

    #[test]
    fn what_a_header_cannot_hold_is_no_key() {
        for text in ["", "  ", "a b", "key\u{e9}", "a\r\nx: y"] {
            assert_eq!(ApiKey::new(text), None, "{text:?}");
        }
    }
}
