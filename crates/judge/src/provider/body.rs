//! Requests with a JSON body.

use serde_json::Value;

use crate::body::{Body, place};
use crate::mark::mark;
use crate::{Call, HttpRequest, KeyHeader, Picture, Turn};

/// The places of a call's pictures in its request.
pub(super) struct Pictures {
    mark: String,
    pictures: Vec<Picture>,
}

impl Pictures {
    /// Takes the pictures of a call, in the order of its turns.
    pub(super) fn of(call: &Call) -> Self {
        let turns = call.turns.iter();
        let texts = turns
            .clone()
            .map(|turn| turn.text.as_str())
            .chain([call.system.as_str()]);
        let pictures: Vec<Picture> = turns.flat_map(|turn| &turn.pictures).cloned().collect();
        Self {
            // Most calls have no pictures, so that nothing has to be told from a text.
            mark: if pictures.is_empty() {
                String::new()
            } else {
                mark(texts)
            },
            pictures,
        }
    }

    /// Returns the content of each turn, with the pictures before the text. `picture` makes the part of a picture from its
    /// media type and what stands for its data, `text` the part of a text.
    pub(super) fn contents<'c>(
        &'c self,
        call: &'c Call,
        picture: impl Fn(&str, String) -> Value + 'c,
        text: impl Fn(&str) -> Value + 'c,
    ) -> impl Iterator<Item = (&'c Turn, Vec<Value>)> + 'c {
        let mut index = 0;
        call.turns.iter().map(move |turn| {
            let mut parts = Vec::with_capacity(turn.pictures.len() + 1);
            for shown in &turn.pictures {
                parts.push(picture(shown.format.media_type(), place(&self.mark, index)));
                index += 1;
            }
            parts.push(text(&turn.text));
            (turn, parts)
        })
    }

    /// Makes a request with a JSON body.
    pub(super) fn post(self, url: String, key: (&str, &str), headers: &[(&str, &str)], body: &Value) -> HttpRequest {
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
            body: Body::new(&body.to_string(), &self.mark, self.pictures.into_iter()),
            is_streamed: false,
        }
    }
}

/// Adds a field to an object if there is a value.
pub(super) fn put(object: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(name.to_owned(), value.into());
    }
}
