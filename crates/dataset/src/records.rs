//! Files with many records: JSONL, JSON and CSV. The file is held in memory once; only the position of each record is
//! kept.

mod csv;
mod form;
mod json;
mod row;

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::input::ending;
use crate::limits::Limits;
use crate::notice::{Notices, Problem};
use form::Form;
use row::RowList;

/// A file with records.
#[derive(Debug)]
pub struct Table {
    text: String,
    form: Form,
    rows: Vec<Row>,
    notices: Notices,
    /// The last record read. A document of many pages is one record, which is read again for each page.
    last: RefCell<Option<(Range<usize>, Rc<Value>)>>,
}

pub(crate) use json::type_name;
pub use row::Row;

/// Reports by its name whether a file holds records.
#[must_use]
pub fn is_table(path: &str) -> bool {
    matches!(ending(path).as_str(), "jsonl" | "ndjson" | "json" | "csv" | "tsv")
}

/// Reports by its name whether a file of a listing holds records. The rows of Parquet and Arrow files are listed as JSON
/// lines.
pub(crate) fn holds_records(path: &str) -> bool {
    let is_columns = matches!(ending(path).as_str(), "parquet" | "arrow" | "feather");
    is_table(path) || is_columns
}

impl Table {
    /// Finds the records of a text. `path` determines the format. Omits records over a limit and reports them in
    /// [`Table::notices`].
    ///
    /// # Errors
    /// Returns [`Problem::NoRecords`] if the text does not hold records.
    pub(crate) fn parse(path: &str, text: String, limits: &Limits) -> Result<Self, Problem> {
        let mut list = RowList::new(path, limits);
        let form = match ending(path).as_str() {
            "csv" => csv::rows(&text, csv::delimiter(&text), &mut list)?,
            "tsv" => csv::rows(&text, b'\t', &mut list)?,
            "json" => {
                json::rows(&text, &mut list)?;
                Form::Json
            }
            _ => {
                json::lines(&text, &mut list);
                Form::Json
            }
        };
        let RowList { rows, notices, .. } = list;
        Ok(Self {
            text,
            form,
            rows,
            notices,
            last: RefCell::default(),
        })
    }

    /// Returns the records in their order.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the names of the columns in their order; empty if each record has its own names.
    pub(crate) fn header(&self) -> &[String] {
        match &self.form {
            Form::Json => &[],
            Form::Csv { header, .. } => header,
        }
    }

    /// Returns the notices about omitted records.
    #[must_use]
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Returns a record as a JSON object, in CSV with the names of the header.
    ///
    /// # Errors
    /// Returns [`Problem::NotARecord`] if the record is not an object.
    pub fn object(&self, row: &Row) -> Result<Map<String, Value>, Problem> {
        let mut object = self.object_at(row.bytes.clone())?;
        if let Some(key) = &row.key {
            object.entry("id").or_insert_with(|| Value::String(key.clone()));
        }
        Ok(object)
    }

    /// Returns the JSON of a record, or `None` if the file is CSV.
    pub(crate) fn json(&self, bytes: &Range<usize>) -> Option<&str> {
        match self.form {
            Form::Json => self.text.get(bytes.clone()),
            Form::Csv { .. } => None,
        }
    }

    /// Returns the object in a byte range, without the key of its row. Caches the last object.
    pub(crate) fn value_at(&self, bytes: &Range<usize>) -> Result<Rc<Value>, Problem> {
        if let Some((known, value)) = &*self.last.borrow()
            && known == bytes
        {
            return Ok(value.clone());
        }
        let value = Rc::new(Value::Object(self.object_at(bytes.clone())?));
        self.last.replace(Some((bytes.clone(), value.clone())));
        Ok(value)
    }

    fn object_at(&self, bytes: Range<usize>) -> Result<Map<String, Value>, Problem> {
        let text = self.text.get(bytes).unwrap_or_default();
        match &self.form {
            Form::Json => json::object(text),
            Form::Csv { parser, header } => csv::object(text, parser, header),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(path: &str, text: &str) -> Vec<(usize, String)> {
        let table = Table::parse(path, text.to_owned(), &Limits::default()).unwrap();
        let row = |row: &Row| (row.line, Value::Object(table.object(row).unwrap()).to_string());
        table.rows().iter().map(row).collect()
    }

    #[test]
    fn every_form_gives_objects() {
        let expected = vec![
            (2, r#"{"id":"a","text":"x\ny"}"#.to_owned()),
            (4, r#"{"id":"b","text":"z"}"#.to_owned()),
        ];
        for (path, text) in [
            (
                "a.jsonl",
                "\n{\"id\": \"a\", \"text\": \"x\\ny\"}\n\n{\"id\": \"b\", \"text\": \"z\"}",
            ),
            (
                "a.json",
                "[\n{\"id\": \"a\", \"text\": \"x\\ny\"},\n\n{\"id\": \"b\", \"text\": \"z\"}]",
            ),
            (
                "a.json",
                "{\"n\": 1, \"data\": [\n{\"id\": \"a\", \"text\": \"x\\ny\"},\n\n{\"id\": \"b\", \"text\": \"z\"}]}",
            ),
            (
                "a.json",
                "{\n\"a\": {\"text\": \"x\\ny\"},\n\n\"b\": {\"text\": \"z\"}}",
            ),
            ("a.json", "{\n\"a\": \"x\\ny\",\n\n\"b\": \"z\"}"),
            ("a.csv", "id,text\na,\"x\ny\"\nb,z\n"),
            ("a.csv", "id;text\na;\"x\ny\"\nb;z"),
            ("a.tsv", "id\ttext\na\t\"x\ny\"\nb\tz"),
        ] {
            assert_eq!(table(path, text), expected, "{path} {text}");
        }
    }

    #[test]
    fn wrong_records_are_left_out_one_by_one() {
        let limits = Limits {
            records: 2,
            record_bytes: 20,
            ..Limits::default()
        };
        let text = format!("{{\"id\": 1}}\n{{\"x\": \"{}\"}}\n{{}}\n{{}}\n", "y".repeat(30));
        let table = Table::parse("a.jsonl", text, &limits).unwrap();
        assert_eq!(table.rows().len(), 2);
        let lines: Vec<_> = table.notices().list.iter().map(|notice| notice.line).collect();
        assert_eq!(lines, [Some(2), Some(4)]);
    }

    #[test]
    fn nesting_without_end_is_an_error_of_its_record() {
        let deep = format!("{{\"id\": {}", "[".repeat(100_000));
        let table = Table::parse("a.jsonl", deep.clone(), &Limits::default()).unwrap();
        assert!(matches!(
            table.object(&table.rows()[0]),
            Err(Problem::NotARecord { .. })
        ));
        assert!(Table::parse("a.json", deep, &Limits::default()).is_err());
    }
}
