//! Items from an Excel workbook, as [`to_workbook`](crate::to_workbook) writes it.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use serde_json::{Map, Value, json};

use crate::item::{Family, Item};
use crate::write::ADDS;

/// Largest workbook that is read. That of 150 items takes a tenth of it; a hostile one could unpack to a thousand times
/// its size.
const MOST_BYTES: usize = 1 << 20;

/// The reason why a workbook cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorkbookReadError {
    /// The file is over the limit.
    #[error("the workbook has {0} bytes, the limit is {MOST_BYTES}; use items.jsonl instead")]
    TooLarge(usize),
    /// The file is no workbook, or is damaged.
    #[error("it is not an Excel workbook that can be read: {0}. Use the workbook.xlsx that texlens has written")]
    Form(#[from] calamine::XlsxError),
    /// A row is not an item.
    #[error("row {row} of the sheet {sheet} is not an item: {what}. Use the workbook.xlsx that texlens has written")]
    Row {
        /// The name of the sheet.
        sheet: &'static str,
        /// The number of the row, from 1.
        row: usize,
        /// What is wrong.
        what: String,
    },
    /// An id occurs twice.
    #[error("row {row} of the sheet {sheet} has the id {id} a second time; keep one row for each item")]
    Twice {
        /// The name of the sheet.
        sheet: &'static str,
        /// The number of the row, from 1.
        row: usize,
        /// The id.
        id: String,
    },
}

/// Reads the items of a workbook: a sheet for each family, in the order of the families. Other sheets, other columns and
/// rows without an id are skipped.
///
/// # Errors
/// If the file is no workbook or too large, a row is not an item, or an id occurs twice.
pub fn read_workbook(bytes: &[u8]) -> Result<Vec<Item>, WorkbookReadError> {
    if bytes.len() > MOST_BYTES {
        return Err(WorkbookReadError::TooLarge(bytes.len()));
    }
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes))?;
    let sheets = workbook.sheet_names();
    let mut items: Vec<Item> = Vec::new();
    let mut ids = BTreeMap::new();
    for family in Family::ALL {
        let sheet = family.name();
        if !sheets.iter().any(|name| name == sheet) {
            continue;
        }
        let range = workbook.worksheet_range(sheet)?;
        let mut rows = range.rows();
        let head: Vec<String> = rows.next().unwrap_or_default().iter().map(text).collect();
        for (row, cells) in (2..).zip(rows) {
            let cells: BTreeMap<&str, String> = head.iter().map(String::as_str).zip(cells.iter().map(text)).collect();
            if cells.get("Id").is_none_or(String::is_empty) {
                continue;
            }
            let item = item(family, &cells).map_err(|what| WorkbookReadError::Row { sheet, row, what })?;
            if ids.insert(item.id.clone(), ()).is_some() {
                return Err(WorkbookReadError::Twice {
                    sheet,
                    row,
                    id: item.id,
                });
            }
            items.push(item);
        }
    }
    Ok(items)
}

fn text(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Makes an item from the cells of a row by the names of their columns.
fn item(family: Family, cells: &BTreeMap<&str, String>) -> Result<Item, String> {
    let cell = |name: &str| {
        cells
            .get(name)
            .cloned()
            .ok_or_else(|| format!("there is no column {name}"))
    };
    let checks = || -> Result<Value, String> {
        serde_json::from_str(&cell("Checks")?).map_err(|error| format!("its checks are not JSON: {error}"))
    };
    let mut fields = Map::new();
    let mut set = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    set("id", cell("Id")?.into());
    set("family", family.name().into());
    set("source", json!({"title": cell("Source")?, "licence": cell("Licence")?}));
    match family {
        Family::Generation => {
            set("difficulty", cell("Difficulty")?.into());
            set("instruction", cell("Instruction")?.into());
            set("reference", cell("Reference")?.into());
            set("requirements", checks()?);
        }
        Family::Edit => {
            set("instruction", cell("Instruction")?.into());
            set("base", cell("Base")?.into());
            set("adds_package", json!(cell("Packages")?.strip_prefix(ADDS)));
            set("changes", checks()?);
        }
        Family::Contrast => {
            set("code", cell("Code")?.into());
            set("reference", cell("Reference")?.into());
            set("key", checks()?);
        }
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{items, to_workbook};

    #[test]
    fn a_workbook_gives_its_items_back() {
        for seed in [7, 1234] {
            let items = items(seed);
            let bytes = to_workbook(&items).unwrap();
            assert!(bytes.len() * 5 < MOST_BYTES, "{}", bytes.len());
            assert_eq!(read_workbook(&bytes).unwrap(), items);
        }
    }

    #[test]
    fn what_is_no_workbook_is_refused_with_its_reason() {
        let said = |bytes: &[u8]| read_workbook(bytes).unwrap_err().to_string();
        assert!(said(b"PK").contains("not an Excel workbook"), "{}", said(b"PK"));
        assert!(said(&vec![0; MOST_BYTES + 1]).contains("items.jsonl"));
        let mut items = items(1);
        let mut bytes = to_workbook(&items).unwrap();
        for at in (0..bytes.len()).step_by(97) {
            let before = bytes[at];
            bytes[at] ^= 0xff;
            // A damaged file may still be read; it must not panic.
            let _ = read_workbook(&bytes);
            bytes[at] = before;
        }
        items[1].id = items[0].id.clone();
        assert!(said(&to_workbook(&items).unwrap()).contains("row 3 of the sheet generation has the id"));
    }
}
