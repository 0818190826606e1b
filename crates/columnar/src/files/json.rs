//! Rows as JSON objects.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeListArray, ListArray, OffsetSizeTrait, RecordBatch, StructArray};
use arrow_schema::DataType;
use serde_json::{Map, Number, Value};

use super::limits::MAX_ROW;
use crate::text::TextArray;

/// Maximum nesting of values.
const MAX_DEPTH: usize = 16;

/// Returns the rows as objects with the names of the columns, each made when it is asked for. Bytes of other things than
/// texts and values of other types, such as dates, are left out; so are texts that are not UTF-8, and values with which
/// a row would be over [`MAX_ROW`]. `take` may give another value for a column of the table, by its place and its row.
pub fn objects(
    batch: &RecordBatch,
    take: impl FnMut(usize, usize) -> Option<Value>,
) -> impl Iterator<Item = Map<String, Value>> {
    objects_within(MAX_ROW, batch, take)
}

fn objects_within(
    most: u64,
    batch: &RecordBatch,
    mut take: impl FnMut(usize, usize) -> Option<Value>,
) -> impl Iterator<Item = Map<String, Value>> {
    let schema = batch.schema();
    let columns: Vec<Column> = batch.columns().iter().map(|column| Column::of(column, 0)).collect();
    (0..batch.num_rows()).map(move |row| {
        let mut room = Room(Some(most));
        let cells = columns.iter().zip(schema.fields()).enumerate();
        cells
            .filter_map(|(place, (column, field))| {
                let before = room;
                let value = take(place, row).or_else(|| column.value(row, &mut room));
                if room.0.is_none() {
                    // What is left is enough for other columns.
                    room = before;
                    return None;
                }
                Some((field.name().clone(), value?))
            })
            .collect()
    })
}

/// Number of bytes that the values of a row may still take; `None` after they were too many.
#[derive(Debug, Clone, Copy)]
struct Room(Option<u64>);

impl Room {
    /// Takes a value with so many bytes beside it.
    fn take(&mut self, bytes: usize) -> Option<()> {
        let size = bytes.saturating_add(size_of::<Value>()) as u64;
        self.0 = self.0.and_then(|left| left.checked_sub(size));
        self.0.map(|_| ())
    }
}

/// A column that becomes JSON.
enum Column {
    Numbers(ArrayRef),
    Texts(TextArray),
    Structures(StructArray, Vec<Column>),
    Lists(ListArray, Box<Column>),
    LargeLists(LargeListArray, Box<Column>),
    Others,
}

impl Column {
    fn of(array: &ArrayRef, depth: usize) -> Self {
        if depth > MAX_DEPTH {
            return Self::Others;
        }
        match array.data_type() {
            DataType::Struct(_) => {
                let structures = array.as_struct();
                let columns = structures.columns().iter();
                let columns = columns.map(|column| Self::of(column, depth + 1)).collect();
                Self::Structures(structures.clone(), columns)
            }
            DataType::List(_) => {
                let lists = array.as_list();
                Self::Lists(lists.clone(), Box::new(Self::of(lists.values(), depth + 1)))
            }
            DataType::LargeList(_) => {
                let lists = array.as_list();
                Self::LargeLists(lists.clone(), Box::new(Self::of(lists.values(), depth + 1)))
            }
            DataType::Boolean
            | DataType::Int8
            | DataType::Int16
            | DataType::Int32
            | DataType::Int64
            | DataType::UInt8
            | DataType::UInt16
            | DataType::UInt32
            | DataType::UInt64
            | DataType::Float32
            | DataType::Float64 => Self::Numbers(array.clone()),
            _ => TextArray::of(array).map_or(Self::Others, Self::Texts),
        }
    }

    /// Returns the value of a row; `None` where it is left out.
    fn value(&self, row: usize, room: &mut Room) -> Option<Value> {
        match self {
            Self::Numbers(array) => {
                room.take(0)?;
                number(array, row)
            }
            Self::Texts(texts) => {
                let text = texts.text(row).ok()?;
                room.take(text.map_or(0, <[u8]>::len))?;
                let Some(bytes) = text else { return Some(Value::Null) };
                Some(std::str::from_utf8(bytes).ok()?.into())
            }
            Self::Structures(array, columns) => {
                room.take(0)?;
                if !is_there(array, row) {
                    return Some(Value::Null);
                }
                let mut object = Map::new();
                for (column, field) in columns.iter().zip(array.fields()) {
                    if let Some(value) = column.value(row, room) {
                        room.take(field.name().len())?;
                        object.insert(field.name().clone(), value);
                    }
                    room.0?;
                }
                Some(object.into())
            }
            Self::Lists(array, items) => list(array, array.value_offsets(), items, row, room),
            Self::LargeLists(array, items) => list(array, array.value_offsets(), items, row, room),
            Self::Others => None,
        }
    }
}

fn is_there(array: &dyn Array, row: usize) -> bool {
    row < array.len() && array.is_valid(row)
}

/// Returns the list of a row. `offsets` are the places in `items` at which the lists begin, and the end of the last one.
fn list<O: OffsetSizeTrait>(
    array: &dyn Array,
    offsets: &[O],
    items: &Column,
    row: usize,
    room: &mut Room,
) -> Option<Value> {
    room.take(0)?;
    if !is_there(array, row) {
        return Some(Value::Null);
    }
    let (start, end) = (offsets.get(row)?.as_usize(), offsets.get(row + 1)?.as_usize());
    let mut list = Vec::new();
    for item in start..end {
        let value = items.value(item, room);
        if value.is_none() {
            room.take(0)?;
        }
        list.push(value.unwrap_or_default());
    }
    Some(list.into())
}

fn number(array: &dyn Array, row: usize) -> Option<Value> {
    macro_rules! whole {
        ($kind:ty) => {
            Number::from(array.as_primitive::<$kind>().value(row)).into()
        };
    }
    if !is_there(array, row) {
        return Some(Value::Null);
    }
    Some(match array.data_type() {
        DataType::Boolean => array.as_boolean().value(row).into(),
        DataType::Int8 => whole!(Int8Type),
        DataType::Int16 => whole!(Int16Type),
        DataType::Int32 => whole!(Int32Type),
        DataType::Int64 => whole!(Int64Type),
        DataType::UInt8 => whole!(UInt8Type),
        DataType::UInt16 => whole!(UInt16Type),
        DataType::UInt32 => whole!(UInt32Type),
        DataType::UInt64 => whole!(UInt64Type),
        DataType::Float32 => float(array.as_primitive::<Float32Type>().value(row).into()),
        DataType::Float64 => float(array.as_primitive::<Float64Type>().value(row)),
        _ => return None,
    })
}

/// JSON has no number for NaN or infinity.
fn float(value: f64) -> Value {
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::builder::{ListBuilder, StringDictionaryBuilder};
    use arrow_array::types::Int32Type;
    use arrow_array::{Int64Array, StringArray};
    use serde_json::json;

    use super::*;

    #[test]
    fn values_that_would_make_a_row_too_large_are_left_out() {
        let text = "a text of some length".to_owned();
        let mut lists = ListBuilder::new(StringDictionaryBuilder::<Int32Type>::new());
        lists.append_value(vec![Some(text.clone()); 2]);
        lists.append_value(vec![Some(text.clone()); 100]);
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("texts", Arc::new(lists.finish())),
            (
                "long",
                Arc::new(StringArray::from(vec!["x".to_owned(), "x".repeat(600)])),
            ),
            ("id", Arc::new(Int64Array::from(vec![1, 2]))),
        ];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let rows = objects_within(500, &batch, |_, _| None);
        assert_eq!(
            Value::from_iter(rows),
            json!([{"texts": [text, text], "long": "x", "id": 1}, {"id": 2}])
        );
    }
}
