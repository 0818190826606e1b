//! Rows as JSON objects.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch, StructArray};
use arrow_schema::DataType;
use serde_json::{Map, Number, Value};

use crate::text::{RowText, TextArray};

/// Maximum nesting of values.
const MAX_DEPTH: usize = 16;

/// Returns the rows as objects with the names of the columns. Bytes of other things than texts and values of other
/// types, such as dates, are left out; so are texts that are not UTF-8. `take` may give another value for a column of
/// the table, by its place and its row.
pub fn objects(
    batch: &RecordBatch,
    mut take: impl FnMut(usize, usize) -> Option<Value>,
) -> impl Iterator<Item = Map<String, Value>> {
    let schema = batch.schema();
    let columns: Vec<Vec<Option<Value>>> = batch.columns().iter().map(|column| values(column, 0)).collect();
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    (0..batch.num_rows()).map(move |row| {
        let cells = columns.iter_mut().zip(schema.fields()).enumerate();
        cells
            .filter_map(|(place, (cells, field))| {
                let cell = cells.next().flatten();
                Some((field.name().clone(), take(place, row).or(cell)?))
            })
            .collect()
    })
}

/// Returns the value of every row; `None` where it is left out.
fn values(array: &dyn Array, depth: usize) -> Vec<Option<Value>> {
    macro_rules! numbers {
        ($kind:ty) => {
            (array.as_primitive::<$kind>().iter())
                .map(|number| Some(number.map_or(Value::Null, |number| Number::from(number).into())))
                .collect()
        };
    }
    if depth > MAX_DEPTH {
        return vec![None; array.len()];
    }
    match array.data_type() {
        DataType::Boolean => {
            let values = array.as_boolean().iter();
            values
                .map(|value| Some(value.map_or(Value::Null, Value::Bool)))
                .collect()
        }
        DataType::Int8 => numbers!(Int8Type),
        DataType::Int16 => numbers!(Int16Type),
        DataType::Int32 => numbers!(Int32Type),
        DataType::Int64 => numbers!(Int64Type),
        DataType::UInt8 => numbers!(UInt8Type),
        DataType::UInt16 => numbers!(UInt16Type),
        DataType::UInt32 => numbers!(UInt32Type),
        DataType::UInt64 => numbers!(UInt64Type),
        DataType::Float32 => {
            let values = array.as_primitive::<Float32Type>().iter();
            values.map(|value| Some(float(value.map(f64::from)))).collect()
        }
        DataType::Float64 => array
            .as_primitive::<Float64Type>()
            .iter()
            .map(|value| Some(float(value)))
            .collect(),
        DataType::Struct(_) => structures(array.as_struct(), depth),
        DataType::List(_) => {
            let lists = array.as_list::<i32>().iter();
            lists
                .map(|list| Some(list.map_or(Value::Null, |list| items(&*list, depth))))
                .collect()
        }
        DataType::LargeList(_) => {
            let lists = array.as_list::<i64>().iter();
            lists
                .map(|list| Some(list.map_or(Value::Null, |list| items(&*list, depth))))
                .collect()
        }
        _ => match TextArray::of(&array.slice(0, array.len())) {
            Ok(texts) => texts.texts().into_iter().map(text).collect(),
            Err(_) => vec![None; array.len()],
        },
    }
}

fn text(text: RowText<'_>) -> Option<Value> {
    match text.ok()? {
        None => Some(Value::Null),
        Some(bytes) => Some(std::str::from_utf8(bytes).ok()?.into()),
    }
}

/// JSON has no number for NaN or infinity.
fn float(value: Option<f64>) -> Value {
    value.and_then(Number::from_f64).map_or(Value::Null, Value::Number)
}

fn items(list: &dyn Array, depth: usize) -> Value {
    let items = values(list, depth + 1).into_iter();
    items.map(Option::unwrap_or_default).collect()
}

fn structures(array: &StructArray, depth: usize) -> Vec<Option<Value>> {
    let columns = array.columns().iter();
    let mut columns: Vec<_> = columns.map(|column| values(column, depth + 1).into_iter()).collect();
    let row = |row: usize| {
        let cells = columns.iter_mut().zip(array.fields());
        let cells = cells.filter_map(|(cells, field)| Some((field.name().clone(), cells.next().flatten()?)));
        let object: Map<String, Value> = cells.collect();
        Some(if array.is_null(row) { Value::Null } else { object.into() })
    };
    (0..array.len()).map(row).collect()
}
