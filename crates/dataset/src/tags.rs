//! What is known of a sample besides its texts, for a person: names and values as words.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// No sample has more tags.
const MAX_TAGS: usize = 64;
/// Characters of a name or a value; what is longer is no tag to group samples by.
const MAX_LENGTH: usize = 120;

/// Tags as words: texts as they are, numbers and truth values as written, lists of such joined with commas. Left out are
/// objects, nulls, and names and values of more than 120 characters; of more than 64 tags, the last in the order of names.
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

/// Keeps of the tags of a whole those that another part of it has as well, with the same value.
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
