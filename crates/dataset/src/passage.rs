//! The text of a passage and the bytes of a picture, when they are needed.

use crate::input::{Listing, ReadError};
use crate::notice::{Notices, Problem};
use crate::plan::{Part, Passage, Picture};

impl Listing {
    /// The text of a passage, as it stands there.
    ///
    /// # Errors
    /// If it cannot be read, is no text or is longer than the limit.
    pub fn passage(&self, passage: &Passage) -> Result<String, Problem> {
        let limit = self.limits().text_bytes;
        let text = match &passage.part {
            Part::Whole => self.read_text(passage.file, limit)?,
            Part::Field { record, pointer, .. } => {
                let table = self.table(passage.file, &mut Notices::default())?;
                let object = table.object_at(record.clone())?;
                serde_json::Value::Object(object)
                    .pointer_mut(pointer)
                    .map(serde_json::Value::take)
                    .and_then(|value| value.as_str().map(str::to_owned))
                    .unwrap_or_default()
            }
        };
        if text.len() as u64 > limit {
            return Err(ReadError::TooBig { limit }.into());
        }
        Ok(text)
    }

    /// The bytes of a picture: an image, or a whole document.
    ///
    /// # Errors
    /// If it cannot be read or is longer than the limit.
    pub fn picture(&self, picture: &Picture) -> Result<Vec<u8>, ReadError> {
        self.read(picture.file, self.limits().file_bytes)
    }
}
