//! Columns of images, as the hubs of datasets have them: bytes, or structures of `bytes` and `path`.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::text::TextArray;

/// A column of images.
#[derive(Debug, Clone)]
pub struct ImageArray {
    bytes: TextArray,
    path: Option<TextArray>,
    nulls: Option<NullBuffer>,
}

/// The image of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowImage<'c> {
    /// The encoded image.
    pub bytes: Option<&'c [u8]>,
    /// The name of its file, which need not be there.
    pub path: Option<&'c str>,
}

impl ImageArray {
    /// Reads a column. Returns `None` if its type is another one.
    #[must_use]
    pub fn of(column: &ArrayRef) -> Option<Self> {
        match column.data_type() {
            DataType::Struct(_) => {
                let structure = column.as_struct();
                let bytes = structure
                    .column_by_name("bytes")
                    .filter(|bytes| is_bytes(bytes.data_type()))?;
                let path = structure.column_by_name("path").map(TextArray::of);
                Some(Self {
                    bytes: TextArray::of(bytes).ok()?,
                    path: path.and_then(Result::ok),
                    nulls: structure.nulls().cloned(),
                })
            }
            kind if is_bytes(kind) => Some(Self {
                bytes: TextArray::of(column).ok()?,
                path: None,
                nulls: None,
            }),
            _ => None,
        }
    }

    /// Returns the images of the rows.
    #[must_use]
    pub fn images(&self) -> Vec<RowImage<'_>> {
        let paths = self.path.as_ref().map(TextArray::texts).unwrap_or_default();
        let mut images = Vec::with_capacity(self.bytes.len());
        for (row, bytes) in self.bytes.texts().into_iter().enumerate() {
            if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
                images.push(RowImage::default());
                continue;
            }
            let path = paths.get(row).and_then(|path| path.ok().flatten());
            images.push(RowImage {
                bytes: bytes.ok().flatten(),
                path: path.and_then(|path| std::str::from_utf8(path).ok()),
            });
        }
        images
    }
}

fn is_bytes(kind: &DataType) -> bool {
    matches!(kind, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{BinaryArray, Int64Array, StringArray, StructArray};
    use arrow_schema::Field;

    use super::*;

    #[test]
    fn images_are_bytes_with_or_without_a_path() {
        let bytes: ArrayRef = Arc::new(BinaryArray::from(vec![Some(&b"png"[..]), None, Some(b"jpg")]));
        let paths: ArrayRef = Arc::new(StringArray::from(vec![Some("a.png"), Some("b.png"), None]));
        let fields = vec![
            Field::new("bytes", DataType::Binary, true),
            Field::new("path", DataType::Utf8, true),
        ];
        let nulls = NullBuffer::from(vec![true, true, false]);
        let structure = StructArray::new(fields.into(), vec![bytes.clone(), paths], Some(nulls));
        let image = |bytes, path| RowImage { bytes, path };
        let column: ArrayRef = Arc::new(structure);
        let images = ImageArray::of(&column).unwrap();
        let expected = [
            image(Some(&b"png"[..]), Some("a.png")),
            image(None, Some("b.png")),
            image(None, None),
        ];
        assert_eq!(images.images(), expected);
        let images = ImageArray::of(&bytes).unwrap();
        assert_eq!(images.images()[2], image(Some(b"jpg"), None));
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
        assert!(ImageArray::of(&numbers).is_none());
    }
}
