//! Items as JSONL.

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
