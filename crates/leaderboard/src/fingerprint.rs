//! Hashes that show that two leaderboards have the same references.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The kind of a hash. Hashes of different kinds are not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fingerprint {
    /// [Fingerprint](fingerprint) of all formulas of the references.
    Formulas,
    /// [Fingerprint](fingerprint) of all tables of the references.
    Tables,
    /// [Fingerprint](fingerprint) of the references as LaTeX.
    References,
    /// Hash of the list of reference files, as in [`Files::sha256`](texlens_evaluate::Files::sha256).
    Files,
}

/// Returns the fingerprint of texts: SHA-256 of their hashes, sorted and joined by line feeds. It depends neither on
/// the order of the texts nor on their names. Outer dollars and spaces of a text do not count. Without texts, there is
/// no fingerprint.
#[must_use]
pub fn fingerprint<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<String> {
    let hash = |text: &str| hex::encode(Sha256::digest(text));
    let mut hashes: Vec<String> = texts.into_iter().map(|text| hash(bare(text))).collect();
    if hashes.is_empty() {
        return None;
    }
    hashes.sort_unstable();
    Some(hash(&hashes.join("\n")))
}

/// Returns a formula without the spaces and pairs of dollars around it.
pub(crate) fn bare(formula: &str) -> &str {
    let mut bare = formula.trim();
    while let Some(inner) = bare.strip_prefix('$').and_then(|rest| rest.strip_suffix('$')) {
        bare = inner;
    }
    bare.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_delimiters_do_not_count_and_numbers_do() {
        let print = |texts: &[&str]| fingerprint(texts.iter().copied());
        assert_eq!(print(&["$a$", "$$b$$"]), print(&[" b ", "a"]));
        assert_ne!(print(&["a"]), print(&["a", "a"]));
        assert_ne!(print(&["a", "b"]), print(&["ab"]));
        assert_eq!(print(&[]), None);
        assert!(print(&["$", "$$", ""]).is_some());
    }
}
