//! Requests with a JSON body.

use serde_json::Value;

use crate::{HttpRequest, KeyHeader};

/// Makes a request with a JSON body.
pub(super) fn post(url: String, key: (&str, &str), headers: &[(&str, &str)], body: &Value) -> HttpRequest {
    let json = ("content-type", "application/json");
    let headers = std::iter::once(&json).chain(headers);
    HttpRequest {
        url,
        headers: headers
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        key: KeyHeader {
            name: key.0.to_owned(),
            prefix: key.1.to_owned(),
        },
        body: body.to_string(),
    }
}

/// Adds a field to an object if there is a value.
pub(super) fn put(object: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(name.to_owned(), value.into());
    }
}
