//! Items as an Excel workbook, the form in which the paper keeps them (section 3.2).

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use super::texts::{property, texts};
use crate::item::{Family, Item, Task};

/// The reason why a workbook cannot be written, for example a text of more than 32,767 characters.
#[derive(Debug, thiserror::Error)]
#[error("the workbook cannot be written: {0}")]
pub struct WorkbookError(#[from] XlsxError);

/// Widths of columns, in characters: of ids and properties, and of texts.
const WIDTHS: [f64; 2] = [24.0, 60.0];

/// Returns a workbook with a sheet for each family that has items. The same items give the same bytes: the creation
/// date is fixed.
///
/// # Errors
/// If a text does not fit into a cell.
pub fn to_workbook(items: &[Item]) -> Result<Vec<u8>, WorkbookError> {
    let mut workbook = Workbook::new();
    let properties = DocProperties::new()
        .set_title("LaTeXBench items")
        .set_author("texlens")
        .set_creation_datetime(&ExcelDateTime::from_ymd(2025, 1, 1)?);
    workbook.set_properties(&properties);
    let head = Format::new().set_bold().set_align(FormatAlign::Top);
    let cell = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    for family in Family::ALL {
        let of_family: Vec<&Item> = items.iter().filter(|item| item.family() == family).collect();
        let Some(first) = of_family.first() else { continue };
        let sheet = workbook.add_worksheet().set_name(family.name())?;
        write_row(sheet, 0, &header(first), &head)?;
        for (row, item) in (1..).zip(&of_family) {
            write_row(sheet, row, &cells(item), &cell)?;
        }
        for (column, _) in (0..).zip(header(first)) {
            sheet.set_column_width(column, WIDTHS[usize::from(column > 1)])?;
        }
        sheet.set_freeze_panes(1, 1)?;
    }
    let mut bytes = workbook.save_to_buffer()?;
    name_one_system(&mut bytes);
    Ok(bytes)
}

/// Names Unix as the system that made each file of the archive. On Windows, the crate zip names that instead, so that
/// the bytes would differ.
fn name_one_system(archive: &mut [u8]) {
    /// The record at the end of the archive, which has no comment.
    const END: usize = 22;
    /// An entry of the directory without its name, extra fields and comment.
    const ENTRY: usize = 46;
    const UNIX: u8 = 3;
    let number = |archive: &[u8], at: usize, length: usize| {
        let bytes = archive.get(at..at + length).unwrap_or_default();
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    let end = archive.len().saturating_sub(END);
    let mut at = number(archive, end + 16, 4);
    for _ in 0..number(archive, end + 10, 2) {
        if let Some(system) = archive.get_mut(at + 5) {
            *system = UNIX;
        }
        let lengths = [28, 30, 32].map(|offset| number(archive, at + offset, 2));
        at += ENTRY + lengths.iter().sum::<usize>();
    }
}

fn write_row(sheet: &mut Worksheet, row: u32, cells: &[String], format: &Format) -> Result<(), XlsxError> {
    for (column, cell) in (0..).zip(cells) {
        sheet.write_string_with_format(row, column, cell, format)?;
    }
    Ok(())
}

fn header(item: &Item) -> Vec<String> {
    let property = match item.task {
        Task::Generation(_) => "Difficulty",
        Task::Edit(_) => "Packages",
        Task::Contrast(_) => "Bug type",
    };
    let names = texts(item).into_iter().map(|(name, _)| name);
    ["Id", property]
        .into_iter()
        .chain(names)
        .chain(["Checks", "Source", "Licence"])
        .map(str::to_owned)
        .collect()
}

fn cells(item: &Item) -> Vec<String> {
    let checks = match &item.task {
        Task::Generation(generation) => serde_json::to_string(&generation.requirements),
        Task::Edit(edit) => serde_json::to_string(&edit.changes),
        Task::Contrast(contrast) => serde_json::to_string(&contrast.key),
    };
    let texts = texts(item).into_iter().map(|(_, text)| text);
    [item.id.clone(), property(item)]
        .into_iter()
        .chain(texts)
        .chain([
            checks.unwrap_or_default(),
            item.source.title.clone(),
            item.source.licence.clone(),
        ])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items;

    /// Every entry of the directory is found: a changed byte is set back.
    #[test]
    fn the_system_is_named_the_same_everywhere() {
        let workbook = to_workbook(&items(1)).unwrap();
        let mut changed = workbook.clone();
        let entries: Vec<usize> = (0..workbook.len())
            .filter(|at| workbook[*at..].starts_with(b"PK\x01\x02"))
            .collect();
        assert!(entries.len() > 10);
        for at in entries {
            changed[at + 5] = 0;
        }
        assert_ne!(changed, workbook);
        name_one_system(&mut changed);
        assert!(changed == workbook);
    }
}
