//! Columns of texts, which are read where they are.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, LargeBinaryArray, PrimitiveArray,
    downcast_dictionary_array,
};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::{ArrowError, DataType};

/// The text of a row. A null is `None`. The bytes are not yet checked for UTF-8.
pub type RowText<'c> = Result<Option<&'c [u8]>, NotInDictionary>;

/// A row refers to a text that its dictionary does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("has an index outside its dictionary: convert the column to strings")]
pub struct NotInDictionary;

/// The reason why a column has no texts.
#[derive(Debug, thiserror::Error)]
pub enum TextArrayError {
    /// The column has another type, which is named.
    #[error("is of type {0} and must have strings: convert the column to strings")]
    NotText(String),
    /// The column refers to memory that it does not have.
    #[error("is damaged, so that its texts cannot be read: {0}")]
    Damaged(#[from] ArrowError),
}

/// A column of texts as bytes, without a copy.
#[derive(Debug, Clone)]
pub struct TextArray(ArrayRef);

impl TextArray {
    /// Reads a column of strings, of views or dictionaries of strings, of bytes, or of nulls only.
    ///
    /// # Errors
    /// If it has another type, or refers to memory that it does not have.
    pub fn of(column: &ArrayRef) -> Result<Self, TextArrayError> {
        match not_bytes(column.data_type()) {
            Some(other) => Err(TextArrayError::NotText(other)),
            None => Ok(Self(bytes(column)?)),
        }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Reports whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the text of a row. After the last row, there is none.
    pub fn text(&self, row: usize) -> RowText<'_> {
        text(&self.0, row)
    }

    /// Adds the texts of the rows to a list.
    pub fn add_to<'c>(&'c self, texts: &mut Vec<RowText<'c>>) {
        add(&self.0, texts);
    }

    /// Returns the texts of the rows.
    #[must_use]
    pub fn texts(&self) -> Vec<RowText<'_>> {
        let mut texts = Vec::with_capacity(self.len());
        self.add_to(&mut texts);
        texts
    }
}

/// Reports whether [`TextArray`] reads columns of this type. Bytes are texts if they are UTF-8, and a column of nulls has no
/// other type.
#[must_use]
pub fn is_text(kind: &DataType) -> bool {
    not_bytes(kind).is_none()
}

/// Returns the name of a type that is not one of strings.
#[must_use]
pub fn not_text(kind: &DataType) -> Option<String> {
    match kind {
        // A column of nulls only has the type null.
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => None,
        DataType::Dictionary(_, texts) => not_text(texts).map(|other| format!("a dictionary of {other}")),
        other => Some(other.to_string()),
    }
}

/// Returns the name of a type that is neither one of strings nor one of bytes.
fn not_bytes(kind: &DataType) -> Option<String> {
    match kind {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => None,
        DataType::Dictionary(_, texts) => not_bytes(texts).map(|other| format!("a dictionary of {other}")),
        other => not_text(other),
    }
}

/// Returns the same texts as bytes, without a copy: arrays of strings trust that these are UTF-8. Fails if a text is
/// said to stand outside the memory of the array.
fn bytes(part: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let bytes: ArrayRef = match part.data_type() {
        DataType::Utf8 => Arc::new(BinaryArray::from(part.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Arc::new(LargeBinaryArray::from(part.as_string::<i64>().clone())),
        DataType::Utf8View => {
            let views = part.as_string_view().clone().to_binary_view();
            check_views(&views)?;
            return Ok(Arc::new(views));
        }
        // Each different text is stored once, and rows are indices, which are checked when they are used.
        DataType::Dictionary(_, _) => {
            let dictionary = part.as_any_dictionary();
            return Ok(dictionary.with_values(bytes(dictionary.values())?));
        }
        _ => return Ok(Arc::clone(part)),
    };
    // Of bytes, this checks every offset.
    bytes.to_data().validate_data()?;
    Ok(bytes)
}

/// Fails if a text is said to stand outside the buffers. The view of a null may have any value.
fn check_views(views: &BinaryViewArray) -> Result<(), ArrowError> {
    let buffers = views.data_buffers();
    let is_inside = |view: ByteView| {
        let (start, length) = (view.offset as usize, view.length as usize);
        let buffer = buffers.get(view.buffer_index as usize);
        buffer.is_some_and(|buffer| start.checked_add(length).is_some_and(|end| end <= buffer.len()))
    };
    let wrong = views.views().iter().enumerate().find(|(row, view)| {
        let view = ByteView::from(**view);
        views.is_valid(*row) && view.length > MAX_INLINE_VIEW_LEN && !is_inside(view)
    });
    wrong.map_or(Ok(()), |(row, _)| {
        let why = format!("the view of row {row} refers to no buffer");
        Err(ArrowError::InvalidArgumentError(why))
    })
}

/// Returns the text of a row of an array of bytes.
fn text(part: &dyn Array, row: usize) -> RowText<'_> {
    if row >= part.len() || part.is_null(row) {
        return Ok(None);
    }
    match part.data_type() {
        DataType::Binary => Ok(Some(part.as_binary::<i32>().value(row))),
        DataType::LargeBinary => Ok(Some(part.as_binary::<i64>().value(row))),
        DataType::BinaryView => Ok(Some(part.as_binary_view().value(row))),
        DataType::Dictionary(_, _) => downcast_dictionary_array!(
            part => of_key(part, row),
            _ => Ok(None)
        ),
        _ => Ok(None),
    }
}

/// Returns the text of a dictionary to which a row refers that is not null.
fn of_key<K: ArrowDictionaryKeyType<Native: TryInto<usize>>>(
    dictionary: &DictionaryArray<K>,
    row: usize,
) -> RowText<'_> {
    let key = dictionary.keys().value(row).try_into().ok();
    match key.filter(|key| *key < dictionary.values().len()) {
        Some(key) => text(dictionary.values(), key),
        None => Err(NotInDictionary),
    }
}

/// Adds the texts of an array of bytes.
fn add<'c>(part: &'c dyn Array, texts: &mut Vec<RowText<'c>>) {
    match part.data_type() {
        DataType::Binary => texts.extend(part.as_binary::<i32>().iter().map(Ok)),
        DataType::LargeBinary => texts.extend(part.as_binary::<i64>().iter().map(Ok)),
        DataType::BinaryView => texts.extend(part.as_binary_view().iter().map(Ok)),
        DataType::Dictionary(_, _) => downcast_dictionary_array!(
            part => {
                let mut different = Vec::new();
                add(part.values(), &mut different);
                texts.extend(of_keys(part.keys(), &different));
            }
            _ => {}
        ),
        _ => texts.extend(std::iter::repeat_n(Ok(None), part.len())),
    }
}

/// Returns the texts of a dictionary to which the keys refer.
fn of_keys<'c, K: ArrowDictionaryKeyType<Native: TryInto<usize>>>(
    keys: &PrimitiveArray<K>,
    texts: &[RowText<'c>],
) -> impl Iterator<Item = RowText<'c>> {
    keys.iter().map(|key| {
        let Some(key) = key else { return Ok(None) };
        let text = key.try_into().ok().and_then(|key| texts.get(key));
        text.copied().unwrap_or(Err(NotInDictionary))
    })
}

#[cfg(test)]
mod tests {
    use arrow_array::types::Int8Type;
    use arrow_array::{Int64Array, LargeStringArray, NullArray, StringArray, StringViewArray};

    use super::*;

    #[test]
    fn every_type_of_texts_is_read() {
        let texts = [Some("x"), None, Some("a text that no view holds"), Some("")];
        let columns: [ArrayRef; 7] = [
            Arc::new(StringArray::from_iter(texts)),
            Arc::new(LargeStringArray::from_iter(texts)),
            Arc::new(StringViewArray::from_iter(texts)),
            Arc::new(BinaryArray::from_iter(texts)),
            Arc::new(LargeBinaryArray::from_iter(texts)),
            Arc::new(BinaryViewArray::from_iter(texts)),
            Arc::new(DictionaryArray::<Int8Type>::from_iter(texts)),
        ];
        for column in columns {
            let array = TextArray::of(&column).unwrap();
            let read: Vec<_> = array.texts().into_iter().map(Result::unwrap).collect();
            assert!((0..4).map(|row| array.text(row).unwrap()).eq(read.iter().copied()));
            assert_eq!(array.text(4), Ok(None));
            assert_eq!(
                read,
                texts.map(|text| text.map(str::as_bytes)),
                "{}",
                column.data_type()
            );
        }
        let nulls: ArrayRef = Arc::new(NullArray::new(2));
        assert_eq!(TextArray::of(&nulls).unwrap().texts(), [Ok(None), Ok(None)]);
    }

    #[test]
    fn other_types_are_named() {
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
        let error = TextArray::of(&numbers).unwrap_err().to_string();
        assert!(error.contains("Int64"), "{error}");
        assert_eq!(not_text(&DataType::Binary), Some("Binary".to_owned()));
        assert_eq!(not_text(&DataType::Utf8View), None);
    }
}
