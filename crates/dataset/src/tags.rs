//! Tags of a sample, with names and values as words for people.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Maximum number of tags of a sample.
const MAX_TAGS: usize = 64;
/// Maximum number of characters of a name or a value. Longer ones are not useful for grouping samples.
const MAX_LENGTH: usize = 120;

/// Returns tags as words: texts unchanged, numbers and truth values as written, and lists of these joined with commas.
/// Omits objects, nulls, and names and values of more than 120 characters. Of more than 64 tags, keeps the first 64 in
/// the order of their names.
#[must_use]
pub fn words(tags: &Map<String, Value>) -> BTreeMap<String, String> {
    let is_short = |text: &str| text.chars().nth(MAX_LENGTH).is_none();
    let words = tags
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), word(value)?)));
    words
        .filter(|(name, value)| !name.is_empty() && is_short(name) && is_short(value))
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .take(MAX_TAGS)
        .collect()
}

/// Keeps only those tags of `whole` that `part` has with the same value.
pub fn keep_common(whole: &mut BTreeMap<String, String>, part: &BTreeMap<String, String>) {
    whole.retain(|name, value| part.get(name) == Some(value));
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(items) if items.len() <= MAX_TAGS => {
            let items: Option<Vec<String>> = items
                .iter()
                .map(|item| word(item).filter(|_| !item.is_array()))
                .collect();
            Some(items?.join(", "))
        }
        Value::Array(_) | Value::Object(_) | Value::Null => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    fn words_of(value: &Value) -> Vec<(String, String)> {
        words(value.as_object().unwrap()).into_iter().collect()
    }

    #[test]
    fn what_is_a_word_is_a_tag() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            words_of(
                &json!({"language": "en", "columns": 2, "weak": false, "kinds": ["a", 1], "box": {"x": 1}, "none": null})
            ),
            [
                pair("columns", "2"),
                pair("kinds", "a, 1"),
                pair("language", "en"),
                pair("weak", "false")
            ]
        );
    }

    #[test]
    fn a_whole_has_what_all_its_parts_have() {
        let mut whole = words(json!({"language": "en", "columns": 2}).as_object().unwrap());
        keep_common(
            &mut whole,
            &words(json!({"language": "en", "columns": 1}).as_object().unwrap()),
        );
        assert_eq!(whole, words(json!({"language": "en"}).as_object().unwrap()));
    }

    #[test]
    fn what_is_long_is_none() {
        let long = "x".repeat(MAX_LENGTH + 1);
        assert_eq!(words_of(&json!({"a": long, "": "x", "nested": [["x"]]})), []);
        let many: Map<String, Value> = (0..100).map(|index| (index.to_string(), json!(index))).collect();
        assert_eq!(words(&many).len(), MAX_TAGS);
    }
}
