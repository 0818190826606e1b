//! Contrast: the answer against the key.

use super::verdict::Verdict;
use crate::finding::{ErrorType, Findings};
use crate::item::{Contrast, Key};

/// Checks the answer of a detector. It must be one JSON object, in a Markdown fence or without, that has `bug_present`
/// and, if that is true, `bug_type`; other fields do not matter. An answer in another form does not pass.
pub(super) fn check(contrast: &Contrast, answer: &str) -> Verdict {
    let mut findings = Findings::on(answer);
    let whole = 0..answer.len();
    let Some(said) = read(answer) else {
        findings.add(
            ErrorType::Constraint,
            whole,
            "The answer is not a JSON object with bug_present and bug_type",
            "Answer with {\"bug_present\": true or false, \"bug_type\": a name or \"\"}",
        );
        return Verdict::of(findings.into_list());
    };
    let key = &contrast.key;
    let message = match (key.bug_present, said.bug_present) {
        (true, false) => Some("The document has a fault that the answer does not report"),
        (false, true) => Some("The document has no fault, but the answer reports one"),
        (true, true) if said.bug_type != key.bug_type => Some("The answer names another type of fault"),
        _ => None,
    };
    if let Some(message) = message {
        let correct = if key.bug_present {
            key.bug_type.as_str()
        } else {
            "no fault"
        };
        findings.add(
            ErrorType::Logical,
            whole,
            message,
            format!("The correct answer is: {correct}"),
        );
    }
    let verdict = Verdict::of(findings.into_list());
    Verdict {
        detected: Some(said),
        ..verdict
    }
}

/// Returns the answer, or `None` if it has another form. The type of an answer without a bug does not matter.
fn read(answer: &str) -> Option<Key> {
    let start = answer.find('{')?;
    let end = answer.rfind('}')?;
    let value: serde_json::Value = serde_json::from_str(answer.get(start..=end)?).ok()?;
    let bug_present = value.get("bug_present")?.as_bool()?;
    let bug_type = value
        .get("bug_type")
        .and_then(serde_json::Value::as_str)
        .unwrap_or_default();
    Some(Key {
        bug_present,
        bug_type: if bug_present {
            bug_type.to_owned()
        } else {
            String::new()
        },
    })
}
