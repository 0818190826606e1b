//! Verdicts from answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::reading::Reading;

/// Lowest and highest score.
const RANGE: [f64; 2] = [0.0, 10.0];

/// A judge's verdict on a formula or a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreVerdict {
    /// The score, from 0 to 10.
    pub score: f64,
    /// Whether the judge calls it correct, if the protocol asks for that.
    pub is_correct: Option<bool>,
    /// The judge's reasons: one analysis, or the errors that it found.
    pub reasons: Vec<String>,
    /// Whether the score was outside 0 to 10 and was clamped, as the protocol demands.
    pub is_clamped: bool,
}

/// Reads a valid answer.
pub(super) fn score(reading: Reading, answer: &Value) -> Option<ScoreVerdict> {
    let given = match reading {
        Reading::FirstInteger => answer.as_f64()?,
        Reading::Score | Reading::ClampedScore => answer.get("score")?.as_f64()?,
        Reading::CodeBlock | Reading::Verdict | Reading::Contrast | Reading::Extraction | Reading::Split => {
            return None;
        }
    };
    let score = given.clamp(RANGE[0], RANGE[1]);
    let reasons = ["analysis", "errors"]
        .into_iter()
        .filter_map(|name| answer.get(name))
        .flat_map(texts);
    Some(ScoreVerdict {
        score,
        is_correct: answer.get("is_correct").and_then(Value::as_bool),
        reasons: reasons.collect(),
        is_clamped: score != given,
    })
}

/// Returns the texts in a value, each after the names of its fields.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => vec![text.trim().to_owned()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(fields) => {
            let named = fields.iter().flat_map(|(name, value)| {
                let name = name.replace('_', " ");
                texts(value).into_iter().map(move |text| format!("{name}: {text}"))
            });
            named.collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn scores_are_read_as_their_protocols_say() {
        let read = |reading, answer| score(reading, &answer).unwrap();
        let verdict = read(
            Reading::Score,
            json!({"score": 7, "is_correct": false, "analysis": {"correctness": "a sign is lost"}}),
        );
        assert_eq!(verdict.reasons, ["correctness: a sign is lost"]);
        assert_eq!(
            (verdict.score, verdict.is_correct, verdict.is_clamped),
            (7.0, Some(false), false)
        );
        let verdict = read(
            Reading::ClampedScore,
            json!({"score": -2, "errors": ["a row is lost", ""]}),
        );
        assert_eq!(
            (verdict.score, verdict.is_clamped, verdict.reasons.len()),
            (0.0, true, 1)
        );
        assert_eq!(read(Reading::FirstInteger, json!(100)).score, 10.0);
        assert_eq!(score(Reading::Verdict, &json!({"score": 7})), None);
    }
}
