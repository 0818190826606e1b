//! Hashes in the form that manifests use.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Returns the SHA-256 hash in hexadecimal.
pub(crate) fn sha256(data: &[u8]) -> String {
    Sha256::digest(data).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
