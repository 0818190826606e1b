//! JSON schemas (Draft-07) with which answers are validated.
//!
//! The validator is written here because libraries are too large for a web app. `boon` 0.6 adds 1.38 MB of WebAssembly,
//! `jsonschema` 0.33 adds 1.91 MB (compressed 0.32 and 0.42 MB, a fifth and a quarter of the whole app). They support
//! regular expressions, addresses and formats, which no schema of a judge has. Both libraries also need random numbers,
//! through a switch that must be set for the whole build.
//!
//! This validator knows the keywords in [`check`] and refuses a schema with any other keyword, so that it ignores
//! nothing in a schema. A test compares its verdicts with those of `boon`.

use std::sync::Arc;

use serde_json::{Map, Value};

/// A schema with the text from which it was read. A copy is cheap.
#[derive(Debug, Clone)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    source: String,
    value: Value,
    for_provider: Value,
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        (self.name(), self.source()) == (other.name(), other.source())
    }
}

/// The reason why a schema cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// The schema is not JSON.
    #[error("the schema is not JSON: {0}")]
    Json(String),
    /// A keyword is unknown or has an invalid value.
    #[error("the schema at {place}: {what}")]
    Keyword {
        /// JSON pointer to the keyword.
        place: String,
        /// The error.
        what: String,
    },
}

impl Schema {
    /// Reads a schema. Providers see `name`; characters other than ASCII letters, digits, `_` and `-` become `_`.
    ///
    /// # Errors
    /// If the schema is not JSON, or contains a keyword that this validator does not know.
    pub fn parse(name: &str, source: &str) -> Result<Self, SchemaError> {
        let value: Value = serde_json::from_str(source).map_err(|error| SchemaError::Json(error.to_string()))?;
        Self::new(name, value)
    }

    /// Makes a schema from a parsed value.
    ///
    /// # Errors
    /// See [`Schema::parse`].
    pub fn new(name: &str, value: Value) -> Result<Self, SchemaError> {
        check(&value, "")?;
        let allowed = |c: char| {
            if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
                c
            } else {
                '_'
            }
        };
        Ok(Self(Arc::new(Inner {
            name: name.chars().map(allowed).take(64).collect(),
            source: value.to_string(),
            for_provider: for_provider(&value),
            value,
        })))
    }

    /// Returns the name that providers see.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the schema as JSON, without white space.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Returns the schema without the keywords that providers refuse: titles, identifiers, and limits on numbers,
    /// lengths and counts. Unless the schema contains `not` or `oneOf`, every answer that it accepts is valid by this
    /// one, too. The prompt states the limits, and [`errors`](Self::errors) enforces them.
    #[must_use]
    pub fn for_provider(&self) -> Value {
        self.0.for_provider.clone()
    }

    /// Returns the errors of an answer, at most ten, each with its place as a JSON pointer. Empty if the answer is
    /// valid.
    #[must_use]
    pub fn errors(&self, answer: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        validate(&self.0.value, answer, "", &mut errors);
        errors.truncate(10);
        errors
    }
}

/// Refuses a schema with a keyword that [`validate`] would ignore.
fn check(schema: &Value, place: &str) -> Result<(), SchemaError> {
    let wrong = |keyword: &str, what: &str| SchemaError::Keyword {
        place: format!("{place}/{keyword}"),
        what: what.to_owned(),
    };
    let schema = match schema {
        Value::Bool(_) => return Ok(()),
        Value::Object(schema) => schema,
        _ => return Err(wrong("", "a schema is an object or a boolean")),
    };
    for (keyword, value) in schema {
        let below = format!("{place}/{keyword}");
        match keyword.as_str() {
            "$schema" | "$id" | "$comment" | "title" | "description" | "default" | "examples" | "const" => {}
            "type" => {
                let types = value
                    .as_array()
                    .map_or_else(|| vec![value], |types| types.iter().collect());
                let known = ["null", "boolean", "object", "array", "number", "string", "integer"];
                if !types
                    .iter()
                    .all(|name| name.as_str().is_some_and(|name| known.contains(&name)))
                {
                    return Err(wrong(keyword, "is not a type"));
                }
            }
            "enum" if value.is_array() => {}
            "required" if value.as_array().is_some_and(|names| names.iter().all(Value::is_string)) => {}
            "properties" => {
                let properties = value.as_object().ok_or_else(|| wrong(keyword, "must be an object"))?;
                properties
                    .iter()
                    .try_for_each(|(name, schema)| check(schema, &format!("{below}/{name}")))?;
            }
            "additionalProperties" | "items" | "not" if !value.is_array() => check(value, &below)?,
            "anyOf" | "allOf" | "oneOf" => {
                let schemas = value.as_array().ok_or_else(|| wrong(keyword, "must be an array"))?;
                schemas
                    .iter()
                    .enumerate()
                    .try_for_each(|(index, schema)| check(schema, &format!("{below}/{index}")))?;
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" if value.is_number() => {}
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
                if value.is_u64() => {}
            "uniqueItems" if value.is_boolean() => {}
            _ => return Err(wrong(keyword, "is unknown here, or has an invalid value")),
        }
    }
    Ok(())
}

fn for_provider(schema: &Value) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    let mut kept = Map::new();
    for (keyword, value) in schema {
        let value = match keyword.as_str() {
            "properties" => Value::Object(
                value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, schema)| (name.clone(), for_provider(schema)))
                    .collect(),
            ),
            "anyOf" | "allOf" | "oneOf" => {
                Value::Array(value.as_array().into_iter().flatten().map(for_provider).collect())
            }
            "items" | "additionalProperties" => for_provider(value),
            "type" | "enum" | "const" | "required" | "description" => value.clone(),
            _ => continue,
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}

fn validate(schema: &Value, value: &Value, place: &str, errors: &mut Vec<String>) {
    let here = if place.is_empty() { "the answer" } else { place };
    let schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => return errors.push(format!("{here} must not be there")),
        _ => return,
    };
    for (keyword, limit) in schema {
        if let Some(error) = broken(keyword, limit, value) {
            errors.push(format!("{here} {error}"));
        }
    }
    combined(schema, value, place, errors);
    if let Value::Array(items) = value
        && let Some(schema) = schema.get("items")
    {
        for (index, item) in items.iter().enumerate() {
            validate(schema, item, &format!("{place}/{index}"), errors);
        }
    }
    if let Value::Object(fields) = value {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, field) in fields {
            let below = format!("{place}/{name}");
            match (
                properties.and_then(|properties| properties.get(name)),
                schema.get("additionalProperties"),
            ) {
                (Some(schema), _) => validate(schema, field, &below, errors),
                (None, Some(Value::Bool(false))) => {
                    errors.push(format!("{below} is a field that the schema does not have"))
                }
                (None, Some(schema)) => validate(schema, field, &below, errors),
                (None, None) => {}
            }
        }
    }
}

/// Checks the keywords whose schemas apply to the value itself.
fn combined(schema: &Map<String, Value>, value: &Value, place: &str, errors: &mut Vec<String>) {
    let here = if place.is_empty() { "the answer" } else { place };
    let is_valid = |schema: &Value| {
        let mut errors = Vec::new();
        validate(schema, value, place, &mut errors);
        errors.is_empty()
    };
    let of = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    for schema in of("allOf").into_iter().flatten() {
        validate(schema, value, place, errors);
    }
    if of("anyOf").is_some_and(|schemas| !schemas.iter().any(is_valid)) {
        errors.push(format!("{here} fits none of the forms it may have"));
    }
    if of("oneOf").is_some_and(|schemas| schemas.iter().filter(|schema| is_valid(schema)).count() != 1) {
        errors.push(format!("{here} must fit exactly one of the forms it may have"));
    }
    if schema.get("not").is_some_and(is_valid) {
        errors.push(format!("{here} has a form that it must not have"));
    }
}

/// Returns the error of a value by a keyword that applies to the value alone.
fn broken(keyword: &str, limit: &Value, value: &Value) -> Option<String> {
    let number = || Some((value.as_f64()?, limit.as_f64()?));
    let length = || Some((value.as_str()?.chars().count() as u64, limit.as_u64()?));
    let count = || Some((value.as_array()?.len() as u64, limit.as_u64()?));
    let fields = || Some((value.as_object()?.len() as u64, limit.as_u64()?));
    let (is_broken, what) = match keyword {
        "type" => {
            let types = limit
                .as_array()
                .map_or_else(|| vec![limit], |types| types.iter().collect());
            let is_of = |name: &&Value| name.as_str().is_some_and(|name| is_of_type(value, name));
            (!types.iter().any(is_of), "must be of type")
        }
        "enum" => (!limit.as_array()?.iter().any(|one| equal(one, value)), "must be one of"),
        "const" => (!equal(limit, value), "must be"),
        "required" => {
            let has = |name: &&Value| name.as_str().is_some_and(|name| value.get(name).is_some());
            let missing = limit.as_array()?.iter().find(|name| value.is_object() && !has(name))?;
            return Some(format!("lacks the field {missing}"));
        }
        "minimum" => (number().is_some_and(|(value, limit)| value < limit), "must be at least"),
        "maximum" => (number().is_some_and(|(value, limit)| value > limit), "must be at most"),
        "exclusiveMinimum" => (number().is_some_and(|(value, limit)| value <= limit), "must be above"),
        "exclusiveMaximum" => (number().is_some_and(|(value, limit)| value >= limit), "must be below"),
        "minLength" => (
            length().is_some_and(|(value, limit)| value < limit),
            "must have at least this many characters:",
        ),
        "maxLength" => (
            length().is_some_and(|(value, limit)| value > limit),
            "must have at most this many characters:",
        ),
        "minItems" => (
            count().is_some_and(|(value, limit)| value < limit),
            "must have at least this many items:",
        ),
        "maxItems" => (
            count().is_some_and(|(value, limit)| value > limit),
            "must have at most this many items:",
        ),
        "minProperties" => (
            fields().is_some_and(|(value, limit)| value < limit),
            "must have at least this many fields:",
        ),
        "maxProperties" => (
            fields().is_some_and(|(value, limit)| value > limit),
            "must have at most this many fields:",
        ),
        "uniqueItems" => {
            let items = value.as_array()?;
            let is_repeated = |(index, item): (usize, &Value)| items.iter().take(index).any(|other| equal(other, item));
            let is_broken = limit.as_bool()? && items.iter().enumerate().any(is_repeated);
            return is_broken.then(|| "must not have the same item twice".to_owned());
        }
        _ => return None,
    };
    is_broken.then(|| format!("{what} {limit}"))
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        // Since Draft-06, 8.0 is an integer.
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => false,
    }
}

/// Compares numbers by value, as JSON Schema does: 1 equals 1.0.
fn equal(first: &Value, second: &Value) -> bool {
    match (first, second) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        _ => first == second,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn errors(schema: Value, value: Value) -> Vec<String> {
        Schema::new("test", schema).unwrap().errors(&value)
    }

    fn score() -> Value {
        json!({"type": "object", "additionalProperties": false, "required": ["score"],
            "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 10}, "why": {"type": "string", "maxLength": 3}}})
    }

    #[test]
    fn an_answer_is_held_to_its_schema_and_told_where_it_is_wrong() {
        assert_eq!(errors(score(), json!({"score": 7, "why": "äöü"})), Vec::<String>::new());
        assert_eq!(errors(score(), json!({"score": 7.0})), Vec::<String>::new());
        assert_eq!(errors(score(), json!({"score": 11})), ["/score must be at most 10"]);
        assert_eq!(
            errors(score(), json!({"score": "7"})),
            [r#"/score must be of type "integer""#]
        );
        assert_eq!(
            errors(score(), json!({"score": 7.5})),
            [r#"/score must be of type "integer""#]
        );
        assert_eq!(errors(score(), json!({})), [r#"the answer lacks the field "score""#]);
        assert_eq!(
            errors(score(), json!({"score": 1, "more": 2})),
            ["/more is a field that the schema does not have"]
        );
        assert_eq!(errors(score(), json!([])), [r#"the answer must be of type "object""#]);
    }

    #[test]
    fn a_schema_with_what_would_be_ignored_is_refused() {
        for keyword in ["pattern", "format", "$ref", "if", "contains", "minimun"] {
            let mut schema = json!({"type": "string"});
            schema[keyword] = json!("x");
            let error = Schema::new("test", json!({"properties": {"a": schema}}))
                .unwrap_err()
                .to_string();
            assert!(error.contains(&format!("/properties/a/{keyword}")), "{error}");
        }
        assert!(Schema::new("test", json!({"type": "text"})).is_err());
        assert!(Schema::new("test", json!([1])).is_err());
        assert!(Schema::parse("test", "{").is_err());
    }

    #[test]
    fn providers_get_no_limits() {
        let schema = Schema::new("a name!", score()).unwrap();
        assert_eq!(schema.name(), "a_name_");
        assert_eq!(
            schema.for_provider(),
            json!({"type": "object", "additionalProperties": false, "required": ["score"],
                "properties": {"score": {"type": "integer"}, "why": {"type": "string"}}})
        );
    }
}
