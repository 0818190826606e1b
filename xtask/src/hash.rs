//! Hashes as they are written into manifests.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(data: &[u8]) -> String {
    hex::encode(Sha256::digest(data))
}
