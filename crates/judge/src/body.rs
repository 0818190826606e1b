//! Bodies of requests, in which pictures stand for their data.

use std::borrow::Cow;
use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::Picture;

/// The body of a request: JSON with a place for the data of each picture. The data is put in when the request is sent, so
/// that a run of a thousand pages holds none of them.
///
/// `Display` and the serialised form show each picture as its hash, size and length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Picture(Picture),
}

/// The reason why the data of a picture cannot be put into a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The data cannot be read.
    #[error("a picture cannot be read: {0}")]
    Unreadable(String),
    /// The data is not that of the picture, for example because the file has changed.
    #[error("a picture has changed since the request was prepared; start again")]
    Changed,
}

impl Body {
    /// Makes a body of JSON in which the data of the pictures stands as [`place`], in their order.
    pub(crate) fn new(json: &str, mark: &str, pictures: impl Iterator<Item = Picture>) -> Self {
        let mut parts = Vec::new();
        let mut rest = json;
        for (index, picture) in pictures.enumerate() {
            let Some((before, after)) = rest.split_once(&place(mark, index)) else {
                continue;
            };
            parts.extend([Part::Text(before.to_owned()), Part::Picture(picture)]);
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        Self(parts)
    }

    /// Returns the pictures in their order.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.0.iter().filter_map(|part| match part {
            Part::Picture(picture) => Some(picture),
            Part::Text(_) => None,
        })
    }

    /// Returns the body as it is sent. `data` returns the bytes of a picture.
    ///
    /// # Errors
    /// If the bytes of a picture cannot be read, or are others.
    pub fn filled<'d>(
        &self,
        mut data: impl FnMut(&Picture) -> Result<Cow<'d, [u8]>, String>,
    ) -> Result<String, PictureError> {
        let mut body = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => body += text,
                Part::Picture(picture) => {
                    let bytes = data(picture).map_err(PictureError::Unreadable)?;
                    if hex::encode(Sha256::digest(&bytes)) != picture.sha256 {
                        return Err(PictureError::Changed);
                    }
                    BASE64_STANDARD.encode_string(bytes, &mut body);
                }
            }
        }
        Ok(body)
    }
}

/// Returns what stands for the data of a picture while the JSON is made. The mark occurs in no text of the call.
pub(crate) fn place(mark: &str, index: usize) -> String {
    format!("{mark}:{index}:")
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(text) => f.write_str(text),
            Part::Picture(picture) => write!(
                f,
                "({} x {} pixels, {} bytes, SHA-256 {})",
                picture.width, picture.height, picture.bytes, picture.sha256
            ),
        })
    }
}

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::PictureFormat;

    fn picture(bytes: &[u8]) -> Picture {
        Picture {
            sha256: hex::encode(Sha256::digest(bytes)),
            format: PictureFormat::Png,
            width: 2,
            height: 3,
            bytes: bytes.len() as u64,
        }
    }

    #[test]
    fn data_comes_in_when_the_request_is_sent() {
        let pictures = [picture(b"one"), picture(b"two")];
        let json = format!(r#"["{}","{}"]"#, place("abc", 0), place("abc", 1));
        let body = Body::new(&json, "abc", pictures.iter().cloned());
        assert_eq!(body.pictures().count(), 2);
        let data = |asked: &Picture| Ok(Cow::from(if *asked == pictures[0] { &b"one"[..] } else { b"two" }));
        assert_eq!(body.filled(data).unwrap(), r#"["b25l","dHdv"]"#);
        assert_eq!(body.filled(|_| Ok(Cow::from(&b"one"[..]))), Err(PictureError::Changed));
        let gone = body.filled(|_| Err("gone".to_owned()));
        assert_eq!(gone, Err(PictureError::Unreadable("gone".to_owned())));
        let shown: Vec<String> = serde_json::from_str(&body.to_string()).unwrap();
        assert!(shown[0].contains("2 x 3") && shown[1].contains(&pictures[1].sha256));
    }
}
