//! Tables that publications print: data files beside this module, with the digits of their source.

use serde::Deserialize;

use crate::board::{Column, Leaderboard, Origin, Row, Source, Value};
use crate::measured::settings_of_known;
use crate::protocol::Protocol;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Names and contents of the files, in the order in which they are shown.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("printed/", $name, ".json")))),+];
    };
}

files!(
    "texocr-table-2",
    "texocr-table-4",
    "texocr-table-5",
    "pdf-parse-bench-2025-q4",
    "pdf-parse-bench-2026-q1-formulas",
    "pdf-parse-bench-2026-q1-tables",
    "texbleu-table-1",
    "texbleu-table-2",
);

/// The publications whose tables are known.
pub const PUBLICATIONS: [&str; 3] = ["texocr", "pdf-parse-bench", "texbleu"];

/// A data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    title: String,
    source: Source,
    protocol: Protocol,
    main: String,
    columns: Vec<Column>,
    notes: Vec<String>,
    rows: Vec<PrintedRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrintedRow {
    system: String,
    /// The name under which another table of the publication has the same row.
    #[serde(default)]
    same_as: Option<String>,
    #[serde(default)]
    parameters: String,
    #[serde(default)]
    cost: String,
    #[serde(default)]
    time: String,
    #[serde(default)]
    inference: String,
    /// Values with the digits of the source. A text that is not a number stands for no value.
    values: Vec<String>,
}

/// Returns the tables of a publication: one of [`PUBLICATIONS`], or the id of a table.
pub fn printed(publication: &str) -> impl Iterator<Item = Leaderboard> {
    all_printed().filter(move |board| {
        let rest = board.id.strip_prefix(publication);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    })
}

/// Returns the tables of all publications.
pub fn all_printed() -> impl Iterator<Item = Leaderboard> {
    // A test reads every file.
    FILES
        .iter()
        .filter_map(|(_, json)| serde_json::from_str::<File>(json).ok())
        .map(board)
}

fn board(mut file: File) -> Leaderboard {
    let judge = file.protocol.judge.as_ref().and_then(|judge| judge.protocol.as_ref());
    let settings = judge.map(|name| settings_of_known(name)).unwrap_or_default();
    file.protocol.settings.extend(settings);
    let row = |row: PrintedRow| Row {
        system: row.same_as.unwrap_or(row.system),
        parameters: row.parameters,
        cost: row.cost,
        time: row.time,
        inference: row.inference,
        values: row.values.iter().map(|shown| Value::printed(shown)).collect(),
        remark: String::new(),
    };
    Leaderboard {
        id: file.id,
        title: file.title,
        origin: Origin::Printed(file.source),
        protocol: file.protocol,
        columns: file.columns,
        main: file.main,
        rows: file.rows.into_iter().map(row).collect(),
        notes: file.notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_and_complete() {
        assert_eq!(all_printed().count(), FILES.len());
        for ((name, _), board) in FILES.iter().zip(all_printed()) {
            assert_eq!(board.id, *name);
            assert!(board.column(&board.main).is_some(), "{name}");
            assert!(
                PUBLICATIONS.iter().any(|publication| name.starts_with(publication)),
                "{name}"
            );
            let Origin::Printed(source) = &board.origin else {
                panic!("{name}")
            };
            for field in [
                &source.work,
                &source.place,
                &source.version,
                &source.date,
                &source.url,
                &source.licence,
            ] {
                assert!(!field.is_empty(), "{name}");
            }
            for row in &board.rows {
                assert_eq!(row.values.len(), board.columns.len(), "{name}: {}", row.system);
                assert!(row.values.iter().all(Option::is_some), "{name}: {}", row.system);
            }
        }
    }

    #[test]
    fn a_publication_has_its_tables_and_a_table_has_its_id() {
        let count = |name: &str| printed(name).count();
        assert_eq!([count("texocr"), count("pdf-parse-bench"), count("texbleu")], [3, 3, 2]);
        assert_eq!(count("texocr-table-2"), 1);
        assert_eq!((count("tex"), count("")), (0, 0));
    }
}
