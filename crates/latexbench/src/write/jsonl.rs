//! Items as JSONL.

use sha2::{Digest, Sha256};

use crate::item::Item;

/// Returns the items as JSONL: one [`Item`] per line, in order. `read_items` reads them again.
#[must_use]
pub fn to_jsonl(items: &[Item]) -> String {
    // Items hold strings, numbers and lists only, which all have a form in JSON.
    items
        .iter()
        .map(|item| serde_json::to_string(item).unwrap_or_default() + "\n")
        .collect()
}

/// Returns the SHA-256 of the items as JSONL, which tells whether two runs have the same items.
#[must_use]
pub fn items_hash(items: &[Item]) -> String {
    hex::encode(Sha256::digest(to_jsonl(items)))
}
