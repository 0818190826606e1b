//! The only JSON value in a model's answer.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Maximum length of an answer that is parsed, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// Finds the JSON in an answer: the whole answer, its only code block, or the only object or array in its prose.
/// Nothing is guessed or repaired. A field that occurs twice makes the JSON invalid, since readers differ in which one
/// they take.
///
/// Takes linear time in the length of the answer.
///
/// # Errors
/// The error in the answer, in words for the model.
pub fn extract(answer: &str) -> Result<Value, String> {
    if answer.len() > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    let answer = answer.trim().trim_start_matches('\u{feff}');
    if answer.is_empty() {
        return Err("it is empty".to_owned());
    }
    if answer.starts_with(['{', '[', '"']) || answer.parse::<f64>().is_ok() {
        let whole = parse(answer);
        if whole.is_ok() || answer.ends_with(['}', ']', '"']) {
            return whole;
        }
    }
    if answer.contains("```") {
        return parse(block(answer)?);
    }
    parse(embedded(answer)?)
}

fn parse(text: &str) -> Result<Value, String> {
    let Strict(value) = serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    Ok(value)
}

/// Returns the content of the only code block.
fn block(answer: &str) -> Result<&str, String> {
    let mut parts = answer.split("```");
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(_), Some(block), Some(_), None) => {
            let is_language = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            Ok(block.trim_start_matches(is_language).trim())
        }
        (_, _, None, _) => Err("its code block does not end".to_owned()),
        _ => Err("it has several code blocks".to_owned()),
    }
}

/// Returns the only object or array in prose.
fn embedded(answer: &str) -> Result<&str, String> {
    let mut found: Option<&str> = None;
    let mut rest = answer;
    while let Some(start) = rest.find(['{', '[']) {
        let from = &rest[start..];
        let end = balanced(from).ok_or("a bracket in it is not closed")?;
        let piece = &from[..end];
        // Words in brackets are not JSON.
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(piece).is_ok();
        if is_json && found.replace(piece).is_some() {
            return Err("it holds several JSON values".to_owned());
        }
        rest = &from[if is_json { end } else { 1 }..];
        if !is_json && end > MAX_RETRIED {
            return Err("what stands in its brackets is not JSON".to_owned());
        }
    }
    found.ok_or_else(|| "it holds no JSON".to_owned())
}

/// Longest piece in brackets that is not JSON and is still searched, in bytes. Keeps the search linear.
const MAX_RETRIED: usize = 256;

/// Returns the number of bytes up to and including the partner of the bracket with which the text begins. Skips
/// strings.
fn balanced(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// A value without repeated fields.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("a number out of range"))?;
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some((name, Strict(value))) = fields.next_entry::<String, _>()? {
            if values.contains_key(&name) {
                return Err(A::Error::custom(format!("the field {name:?} occurs twice")));
            }
            values.insert(name, value);
        }
        Ok(Value::Object(values))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_only_json_of_an_answer_is_found() {
        for answer in [
            r#"{"score": 7}"#,
            " \n{\"score\": 7}\n",
            "```json\n{\"score\": 7}\n```",
            "Here it is:\n```\n{\"score\": 7}\n```\nGood luck!",
            r#"I would say {"score": 7}."#,
            r#"By {correctness} [sic], the verdict is {"score": 7}"#,
            r#"Die Antwort lautet: {"score": 7}, Ende."#,
        ] {
            assert_eq!(extract(answer), Ok(json!({"score": 7})), "{answer}");
        }
        assert_eq!(extract(r#"{"a": "} ] \" {"}"#), Ok(json!({"a": "} ] \" {"})));
    }

    #[test]
    fn what_is_not_one_json_value_is_refused() {
        for answer in [
            "",
            "7 of 10",
            "The score is 7.",
            r#"{"score": 7} {"score": 10}"#,
            r#"{"score": 7, "score": 10}"#,
            r#"{"score": 7"#,
            r#"{"score": 7,}"#,
            r"{score: 7}",
            "{'score': 7}",
            "```json\n{\"score\": 7}\n``` or ```json\n{\"score\": 8}\n```",
            "```json\n{\"score\": 7}",
            r#"{"score": NaN}"#,
            r#"First {"score": 7}, then {"score": 10}"#,
            r#"{"why": "\frac12 \alpha", "score": 7}"#,
        ] {
            assert!(extract(answer).is_err(), "{answer}: {:?}", extract(answer));
        }
    }

    #[test]
    fn hostile_answers_are_quickly_done_with() {
        for answer in [
            "[".repeat(60_000),
            "[a".repeat(20_000),
            format!("x{}", "[a]".repeat(20_000)),
            "{\"".repeat(30_000),
        ] {
            assert!(extract(&answer).is_err());
        }
        assert!(extract(&"x".repeat(MAX_BYTES + 1)).is_err());
    }
}
