//! Contrast: the answer against the key.

use super::verdict::Verdict;
use crate::finding::{ErrorType, Findings};
use crate::item::{Contrast, Key};

/// Checks the answer of a detector. It must have one JSON object with `bug_present` and, if that is true, `bug_type`.
/// Other fields, a Markdown fence and words around it do not matter. An answer in another form does not pass.
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

/// Returns the only answer in a text, or `None` if there is none or more than one. Words around it may have braces, too.
fn read(answer: &str) -> Option<Key> {
    let mut found = None;
    let mut rest = answer;
    while let Some(object) = rest.find('{').and_then(|start| rest.get(start..)) {
        let mut values = serde_json::Deserializer::from_str(object).into_iter::<serde_json::Value>();
        let value = values.next().and_then(Result::ok);
        let end = if value.is_some() { values.byte_offset() } else { 1 };
        rest = object.get(end..)?;
        if let Some(said) = value.as_ref().and_then(key) {
            if found.is_some() {
                return None;
            }
            found = Some(said);
        }
    }
    found
}

/// Returns what an object says; `None` if it is no answer.
fn key(value: &serde_json::Value) -> Option<Key> {
    let bug_present = value.get("bug_present")?.as_bool()?;
    let bug_type = value
        .get("bug_type")
        .and_then(serde_json::Value::as_str)
        .unwrap_or_default();
    Some(Key {
        bug_present,
        // The type of an answer without a bug does not matter.
        bug_type: if bug_present {
            bug_type.to_owned()
        } else {
            String::new()
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_around_the_object_may_have_braces() {
        let object = "{\"bug_present\": true, \"bug_type\": \"Label Mismatch\", \"notes\": \"{\"}";
        for text in [
            object.to_owned(),
            format!("\\label{{a}} is wrong:\n```json\n{object}\n```\nIt has no \\ref{{a}}."),
        ] {
            let said = read(&text).unwrap();
            assert_eq!(
                (said.bug_present, said.bug_type.as_str()),
                (true, "Label Mismatch"),
                "{text}"
            );
        }
        for text in [
            format!("{object} {object}"),
            "{\"bug_present\": \"true\"}".to_owned(),
            "{".to_owned(),
        ] {
            assert_eq!(read(&text), None, "{text}");
        }
    }
}
