//! The licence that a model states.

use serde_json::Value;

/// Longest licence that is shown, in characters.
const LONGEST: usize = 80;

/// Returns the licence in the head of a model card, or in a configuration.
pub(crate) fn licence(card: Option<&[u8]>, config: &Value) -> Option<String> {
    let card = card.map(String::from_utf8_lossy).unwrap_or_default();
    let mut lines = card.lines().skip_while(|line| line.trim().is_empty());
    let head = lines.next().filter(|line| line.trim_end() == "---");
    let head: Vec<&str> = match head {
        Some(_) => lines.take_while(|line| line.trim_end() != "---").collect(),
        None => Vec::new(),
    };
    let field = |name: &str| {
        let value = head
            .iter()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        let value = value.trim().trim_matches(['"', '\'', '[', ']']).trim();
        (!value.is_empty()).then(|| value.to_owned())
    };
    let stated = match field("license") {
        // The name of a licence that the hubs do not know.
        Some(other) if other == "other" => field("license_name").or(Some(other)),
        stated => stated,
    };
    let stated = stated.or_else(|| config.get("license")?.as_str().map(str::to_owned));
    stated.map(|licence| licence.chars().filter(|c| !c.is_control()).take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_head_of_the_card_counts_first() {
        let config = json!({"license": "bsd-3-clause"});
        for (card, expected) in [
            ("---\nlicense: mit\ntags:\n- ocr\n---\nlicense: no", Some("mit")),
            ("---\nlicense: other\nlicense_name: gemma\n---\n", Some("gemma")),
            ("---\nlicense: [apache-2.0]\n---\n", Some("apache-2.0")),
            ("---\ntags: x\n---\nlicense: mit", Some("bsd-3-clause")),
            ("license: mit", Some("bsd-3-clause")),
        ] {
            assert_eq!(licence(Some(card.as_bytes()), &config).as_deref(), expected, "{card}");
        }
        assert_eq!(licence(None, &json!({})), None);
    }
}
