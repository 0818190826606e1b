//! Items as the page holds them.

use serde::{Deserialize, Serialize};
use texlens_latexbench::{Brief, Item, items_hash, to_jsonl};

/// Items with their origin. The page shows and asks briefs; the worker, which checks answers, gets the whole items as
/// text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchItems {
    /// The items in short.
    pub briefs: Vec<Brief>,
    /// The whole items, one JSON object per line.
    pub jsonl: String,
    /// Their SHA-256, which the runs on them name.
    pub hash: String,
    /// Where they come from.
    pub origin: BenchOrigin,
}

/// Where items come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BenchOrigin {
    /// They were made from a seed.
    Seed(u64),
    /// They were read from the file of this name.
    File(String),
}

impl BenchItems {
    /// Returns items as the page holds them.
    #[must_use]
    pub fn of(items: &[Item], origin: BenchOrigin) -> Self {
        Self {
            briefs: Brief::of(items),
            jsonl: to_jsonl(items),
            hash: items_hash(items),
            origin,
        }
    }
}
