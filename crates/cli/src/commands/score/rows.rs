//! Samples from the rows of a Parquet or Arrow file. A row that cannot be scored gives an error in its place, and so does
//! a part of the file that cannot be read.

use std::borrow::Cow;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use serde_json::Value;
use texlens_columnar::{BadPart, Batch, Input, Reader, RowText, TextArray};
use texlens_dataset::{Encoding, decode_as};
use texlens_evaluate::{InputError, Kind, noun, side_noun};
use texlens_metrics::Side;
use texlens_native::Findings;

use super::columns::Columns;
use super::sample::{Done, Place, Scoring};
use super::sink::Ids;
use crate::commands::arguments::Assignment;
use crate::failure::Failure;
use crate::input::lines::MAX_LINE;
use crate::input::{self, ReadError};

/// A Parquet or Arrow file with samples.
pub(super) struct RowFile {
    reader: Reader,
    /// Places of the columns among those that are read.
    columns: Columns,
    /// The names of the columns with their roles.
    pub(super) named: Vec<(&'static str, String)>,
    ids: Option<Ids>,
}

impl RowFile {
    /// Opens a file, and finds its columns.
    pub(super) fn open(path: &Path, given: &[Assignment]) -> Result<Self, Failure> {
        let unreadable = |error: ReadError| Failure::Read {
            path: path.to_owned(),
            error,
        };
        let not_open = |error| Failure::OpenTable {
            path: path.to_owned(),
            error,
        };
        let file = input::open(path).map_err(unreadable)?;
        let input = Input::of_file(file).map_err(|error| unreadable(error.into()))?;
        let mut reader = Reader::open(input, true).map_err(not_open)?;
        let schema = reader.schema().clone();
        let columns = Columns::of(&schema, given)?;
        let mut read: Vec<usize> = [
            Some(columns.reference),
            Some(columns.prediction),
            columns.id,
            columns.kind,
        ]
        .into_iter()
        .flatten()
        .collect();
        read.sort_unstable();
        read.dedup();
        reader.select(&read).map_err(not_open)?;
        let name = |place: usize| schema.field(place).name().clone();
        let mut named = vec![
            ("reference", name(columns.reference)),
            ("prediction", name(columns.prediction)),
        ];
        named.extend(columns.id.map(|place| ("id", name(place))));
        named.extend(columns.kind.map(|place| ("kind", name(place))));
        let among = |place: usize| read.iter().position(|other| *other == place).unwrap_or_default();
        let ids = |place: usize| match schema.field(place).data_type() {
            kind if kind.is_unsigned_integer() => Ids::Unsigned,
            kind if kind.is_integer() => Ids::Signed,
            _ => Ids::Texts,
        };
        Ok(Self {
            reader,
            columns: Columns {
                reference: among(columns.reference),
                prediction: among(columns.prediction),
                id: columns.id.map(among),
                kind: columns.kind.map(among),
            },
            named,
            ids: columns.id.map(ids),
        })
    }

    /// Returns the number of rows, if the file tells it.
    pub(super) fn rows(&self) -> Option<u64> {
        self.reader.rows()
    }

    /// Returns the type of the ids, if there are any.
    pub(super) fn ids(&self) -> Option<Ids> {
        self.ids
    }

    /// Reports whether rows give their kind.
    pub(super) fn has_kinds(&self) -> bool {
        self.columns.kind.is_some()
    }

    /// Reads the next rows.
    pub(super) fn next(&mut self) -> Option<Result<Rows, BadPart>> {
        let batch = match self.reader.next()? {
            Ok(batch) => batch,
            Err(bad) => return Some(Err(bad)),
        };
        let bad = |reason: String| BadPart {
            part: "a batch of rows".to_owned(),
            first_row: batch.first_row,
            lost: Some(batch.columns.num_rows() as u64),
            reason,
        };
        Some(Rows::of(&batch, self.columns).map_err(bad))
    }
}

/// The columns of some rows.
pub(super) struct Rows {
    first_row: u64,
    reference: TextArray,
    prediction: TextArray,
    id: Option<IdColumn>,
    kind: Option<TextArray>,
}

enum IdColumn {
    Texts(TextArray),
    Numbers(Vec<Value>),
}

/// A row of a table.
pub(super) struct Row<'r> {
    number: u64,
    id: Result<Value, String>,
    kind: Option<RowText<'r>>,
    reference: RowText<'r>,
    prediction: RowText<'r>,
}

impl Rows {
    fn of(batch: &Batch, columns: Columns) -> Result<Self, String> {
        let texts = |place: usize| {
            let column = batch.columns.columns().get(place).ok_or("a column is missing")?;
            TextArray::of(column).map_err(|error| format!("a column {error}"))
        };
        let ids = |place: usize| match batch.columns.columns().get(place).and_then(numbers) {
            Some(numbers) => Ok(IdColumn::Numbers(numbers)),
            None => texts(place).map(IdColumn::Texts),
        };
        Ok(Self {
            first_row: batch.first_row,
            reference: texts(columns.reference)?,
            prediction: texts(columns.prediction)?,
            id: columns.id.map(ids).transpose()?,
            kind: columns.kind.map(texts).transpose()?,
        })
    }

    /// Returns the rows one by one, with ids in an encoding.
    pub(super) fn rows(&self, encoding: Encoding) -> Vec<Row<'_>> {
        let count = self.reference.len();
        let ids: Vec<Result<Value, String>> = match &self.id {
            // Without a column of ids, the number of a row is its id.
            None => (self.first_row..).take(count).map(|row| Ok(row.into())).collect(),
            Some(IdColumn::Numbers(numbers)) => numbers.iter().map(|number| known(number.clone())).collect(),
            Some(IdColumn::Texts(texts)) => texts
                .texts()
                .into_iter()
                .map(|id| decoded(id, "id", encoding).map(Value::from))
                .collect(),
        };
        let kinds = self.kind.as_ref().map(TextArray::texts);
        let texts = self.reference.texts().into_iter().zip(self.prediction.texts());
        let rows = (self.first_row..).zip(texts).zip(ids).enumerate();
        rows.map(|(place, ((number, (reference, prediction)), id))| Row {
            number,
            id,
            kind: kinds.as_ref().and_then(|kinds| kinds.get(place).copied()),
            reference,
            prediction,
        })
        .collect()
    }
}

fn known(id: Value) -> Result<Value, String> {
    match id {
        Value::Null => Err("the id is null".to_owned()),
        id => Ok(id),
    }
}

/// Returns the whole numbers of a column; `None` if it has another type.
fn numbers(column: &ArrayRef) -> Option<Vec<Value>> {
    fn of<T: ArrowPrimitiveType<Native: Into<Value>>>(column: &dyn Array) -> Vec<Value> {
        let numbers = column.as_primitive::<T>().iter();
        numbers.map(|number| number.map_or(Value::Null, Into::into)).collect()
    }
    Some(match column.data_type() {
        DataType::Int8 => of::<Int8Type>(column),
        DataType::Int16 => of::<Int16Type>(column),
        DataType::Int32 => of::<Int32Type>(column),
        DataType::Int64 => of::<Int64Type>(column),
        DataType::UInt8 => of::<UInt8Type>(column),
        DataType::UInt16 => of::<UInt16Type>(column),
        DataType::UInt32 => of::<UInt32Type>(column),
        DataType::UInt64 => of::<UInt64Type>(column),
        _ => return None,
    })
}

/// Returns a text that must be UTF-8. `what` names it in errors.
fn read<'t>(text: RowText<'t>, what: &str) -> Result<&'t str, String> {
    let bytes = text.map_err(|error| format!("the {what} {error}"))?;
    let bytes = bytes.ok_or_else(|| format!("the {what} is null"))?;
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        format!("the {what} is not UTF-8 at byte {place}: if it is Latin-1, give --encoding latin1")
    })
}

/// Returns a text, in the encoding if it is not UTF-8.
fn decoded<'t>(text: RowText<'t>, what: &str, encoding: Encoding) -> Result<Cow<'t, str>, String> {
    if let Ok(Some(bytes)) = text
        && encoding == Encoding::Latin1
        && std::str::from_utf8(bytes).is_err()
    {
        let decoded = decode_as(bytes.to_vec(), encoding);
        return decoded.map(Cow::Owned).map_err(|error| error.to_string());
    }
    read(text, what).map(Cow::Borrowed)
}

/// Returns the text of one side in the encoding of texts that are not UTF-8.
fn text(text: RowText<'_>, side: Side, encoding: Encoding) -> Result<Cow<'_, str>, String> {
    if let Ok(Some(bytes)) = text {
        // As with lines, far longer texts are not even searched for LaTeX.
        if bytes.len() as u64 > MAX_LINE {
            let bytes = bytes.len();
            return Err(InputError::TooLong { side, bytes }.to_string());
        }
    }
    decoded(text, side_noun(side), encoding)
}

impl Row<'_> {
    /// Scores the row.
    pub(super) fn score(&self, encoding: Encoding, scoring: &Scoring<'_>) -> Done<Findings> {
        let kind = self.kind(scoring.default_kind, encoding);
        let mut done = Done {
            place: Place::Row(self.number),
            id: self.id.clone().unwrap_or_default(),
            kind: kind.as_ref().ok().copied(),
            outcome: Err(String::new()),
            stripped: 0,
        };
        let texts = || {
            self.id.clone()?;
            let kind = kind?;
            let reference = text(self.reference, Side::Reference, encoding)?;
            let prediction = text(self.prediction, Side::Prediction, encoding)?;
            Ok((kind, reference, prediction))
        };
        match texts() {
            Ok((kind, reference, prediction)) => {
                let evidence = scoring.means.evidence.clone();
                (done.outcome, done.stripped) = scoring.score(kind, [&reference, &prediction], evidence);
            }
            Err(error) => done.outcome = Err(error),
        }
        done
    }

    fn kind(&self, default: Kind, encoding: Encoding) -> Result<Kind, String> {
        let Some(kind) = self.kind.filter(|kind| *kind != Ok(None)) else {
            return Ok(default);
        };
        let kind = decoded(kind, "kind", encoding)?;
        let known = Kind::ALL.into_iter().find(|known| noun(*known, 1) == kind);
        known.ok_or_else(|| {
            let kinds = Kind::ALL.map(|known| format!("{:?}", noun(known, 1))).join(", ");
            let kind = shortened(&kind);
            format!("the kind {kind:?} is not one of {kinds}; `--columns kind=` reads no kinds")
        })
    }
}

/// Returns a text that is short enough for an error.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.chars().count() {
        0..=LONGEST => text.to_owned(),
        _ => text.chars().take(LONGEST).chain(['…']).collect(),
    }
}
