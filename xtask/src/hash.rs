//! Hashes in the form that manifests use.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 hash in hexadecimal.
pub(crate) fn sha256(data: &[u8]) -> String {
    hex::encode(Sha256::digest(data))
}
