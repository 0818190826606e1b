//! Sets as tables of text, with the sentences that a reader needs.

use serde::{Deserialize, Serialize};
use texlens_report::ResultTable;

use crate::board::{Better, Leaderboard, Origin, Row};
use crate::protocol::Protocol;
use crate::standing::{Set, Standing};

/// Maximum number of pairs of sets whose reasons are shown.
const MAX_APART: usize = 100;

/// Everything that is shown of a [`Standing`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Shown {
    /// A table for each set.
    pub sets: Vec<ShownTable>,
    /// A row for each two sets that are kept apart; `None` if there are none.
    pub apart: Option<ResultTable>,
}

/// A table that can be sorted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownTable {
    /// The table.
    pub table: ResultTable,
    /// The numbers of each row, one for each column of numbers.
    pub numbers: Vec<Vec<Option<f64>>>,
    /// Whether high or low values are good, for each column of numbers.
    pub better: Vec<Better>,
    /// The index of the column that orders the rows, among all columns.
    pub sorted_by: usize,
    /// Whether the order is reversed: the worst value first, or names from Z to A.
    pub is_reversed: bool,
}

/// Reads a text of a row.
type Text = fn(&Row) -> &str;

/// Columns of text that are shown if a row has something in them.
const TEXTS: [(&str, Text); 5] = [
    ("Parameters", |row| &row.parameters),
    ("Cost", |row| &row.cost),
    ("Time", |row| &row.time),
    ("Runs on", |row| &row.inference),
    ("Remark", |row| &row.remark),
];

impl ShownTable {
    /// Returns the index of a column by its name, whatever its case. The unit behind a name does not count.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        let bare = |head: &String| {
            let head = head.trim_end_matches(" \u{2193}");
            head.rsplit_once(" (").map_or(head, |(name, _)| name).to_lowercase()
        };
        let name = name.to_lowercase();
        let mut heads = self.table.head.iter();
        heads.position(|head| head.to_lowercase() == name || bare(head) == name)
    }

    /// Sorts the rows by a column: the best value first, names from A to Z. Rows without a value come last. Sorting by
    /// the same column again reverses the order.
    #[must_use]
    pub fn sorted(mut self, column: usize) -> Self {
        self.is_reversed = column == self.sorted_by && !self.is_reversed;
        self.sorted_by = column;
        let at = column.checked_sub(self.table.texts);
        let better = at.and_then(|at| self.better.get(at)).copied().unwrap_or_default();
        let mut rows: Vec<(Vec<String>, Vec<Option<f64>>)> = std::mem::take(&mut self.table.rows)
            .into_iter()
            .zip(std::mem::take(&mut self.numbers))
            .collect();
        let number = |row: &(Vec<String>, Vec<Option<f64>>)| *row.1.get(at?)?;
        let text = |row: &(Vec<String>, Vec<Option<f64>>)| row.0.get(column).map(|text| text.to_lowercase());
        let is_reversed = self.is_reversed;
        rows.sort_by(|a, b| match at {
            Some(_) => better.order(number(a), number(b), is_reversed),
            None if is_reversed => text(b).cmp(&text(a)),
            None => text(a).cmp(&text(b)),
        });
        (self.table.rows, self.numbers) = rows.into_iter().unzip();
        self
    }
}

impl Standing {
    /// Returns the sets as tables.
    #[must_use]
    pub fn shown(&self) -> Shown {
        let sets = self
            .sets
            .iter()
            .enumerate()
            .map(|(at, set)| self.table(at, set))
            .collect();
        let rows: Vec<Vec<String>> = (self.apart.iter().take(MAX_APART))
            .map(|apart| {
                let [first, second] = apart.sets.map(set_name);
                let reasons: Vec<String> = apart.reasons.iter().map(ToString::to_string).collect();
                vec![first, second, reasons.join(" ")]
            })
            .collect();
        let mut apart = ResultTable::new("Not comparable".to_owned(), &["Set", "Other set", "Reasons"], rows);
        apart.texts = 3;
        let more = self.apart.len().saturating_sub(MAX_APART);
        if more > 0 {
            apart.notes.push(format!("And {more} more pairs of sets, in the JSON."));
        }
        Shown {
            sets,
            apart: (!apart.rows.is_empty()).then_some(apart),
        }
    }

    fn boards_of<'a>(&'a self, set: &'a Set) -> impl Iterator<Item = &'a Leaderboard> {
        set.boards.iter().filter_map(|board| self.boards.get(*board))
    }

    fn set_title(&self, at: usize) -> String {
        let name = set_name(at);
        let Some(set) = self.sets.get(at) else { return name };
        let mut boards = self.boards_of(set).map(|board| &board.title);
        let first = boards.next().cloned().unwrap_or_default();
        match boards.count() {
            0 => format!("{name}: {first}"),
            more => format!("{name}: {first}, and {more} more"),
        }
    }

    fn table(&self, at: usize, set: &Set) -> ShownTable {
        let texts: Vec<_> = TEXTS
            .into_iter()
            .filter(|(_, text)| set.rows.iter().any(|row| !text(row).is_empty()))
            .collect();
        let is_mixed = set.boards.len() > 1;
        let mut units: Vec<&str> = set.columns.iter().map(|column| column.unit.as_str()).collect();
        units.dedup();
        let common = match units.as_slice() {
            [unit] => Some(*unit),
            _ => None,
        };
        let mut head = vec!["System".to_owned(), "Origin".to_owned()];
        head.extend(is_mixed.then(|| "Source".to_owned()));
        head.extend(texts.iter().map(|(name, _)| (*name).to_owned()));
        let first_number = head.len();
        head.extend(set.columns.iter().map(|column| {
            let unit = match common.is_none() && !column.unit.is_empty() {
                true => format!(" ({})", column.unit),
                false => String::new(),
            };
            let arrow = if column.better == Better::Lower {
                " \u{2193}"
            } else {
                ""
            };
            format!("{}{unit}{arrow}", column.name)
        }));
        let rows = set.rows.iter().map(|row| {
            let board = self.boards.get(row.board);
            let mut cells = vec![
                row.system.clone(),
                board.map(|board| board.origin.words()).unwrap_or_default().to_owned(),
            ];
            cells.extend(is_mixed.then(|| board.map(short_source).unwrap_or_default()));
            cells.extend(texts.iter().map(|(_, text)| match text(row) {
                "" => ResultTable::NONE.to_owned(),
                text => text.to_owned(),
            }));
            let none = || ResultTable::NONE.to_owned();
            cells.extend(
                row.values
                    .iter()
                    .map(|value| value.as_ref().map_or_else(none, |value| value.cell())),
            );
            cells
        });
        let rows = rows.collect();
        ShownTable {
            table: ResultTable {
                title: self.set_title(at),
                head,
                texts: first_number,
                rows,
                notes: self.notes(set, common),
            },
            numbers: (set.rows.iter())
                .map(|row| {
                    row.values
                        .iter()
                        .map(|value| value.as_ref().map(|value| value.number))
                        .collect()
                })
                .collect(),
            better: set.columns.iter().map(|column| column.better).collect(),
            sorted_by: first_number + set.main,
            is_reversed: false,
        }
    }

    fn notes(&self, set: &Set, unit: Option<&str>) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        notes.extend(match unit {
            None | Some("") => None,
            Some("%") => Some("Values are percentages.".to_owned()),
            Some(range) => Some(format!("Values are from {range}.")),
        });
        if set
            .rows
            .iter()
            .flat_map(|row| &row.values)
            .flatten()
            .any(|value| value.interval.is_some())
        {
            notes.push("Intervals in brackets are bootstrap intervals over documents.".to_owned());
        }
        notes.extend(self.boards_of(set).next().map(|board| described(&board.protocol)));
        for board in self.boards_of(set) {
            notes.push(source(board));
            notes.extend(board.notes.iter().cloned());
        }
        let mut seen = std::collections::BTreeSet::new();
        notes.retain(|note| seen.insert(note.clone()));
        notes
    }
}

/// Returns the name of a set by its index.
fn set_name(at: usize) -> String {
    format!("Set {}", at + 1)
}

/// Returns the place of a row in a few words.
fn short_source(board: &Leaderboard) -> String {
    match &board.origin {
        Origin::Printed(_) => board.id.clone(),
        Origin::Measured(measurement) | Origin::Calculated(measurement) => measurement.file.clone(),
    }
}

/// Says where the rows of a leaderboard come from.
fn source(board: &Leaderboard) -> String {
    let dated = |created: &str| match created {
        "" => String::new(),
        created => format!(", {created}"),
    };
    match &board.origin {
        Origin::Printed(source) => format!(
            "Printed, not measured: {}, {} ({}, {}, {}). {}",
            source.work, source.place, source.authors, source.version, source.date, source.url
        ),
        Origin::Measured(measurement) => {
            format!("Measured: {}{}.", measurement.file, dated(&measurement.created))
        }
        Origin::Calculated(measurement) => format!(
            "Calculated by texlens from result files: {}{}.",
            measurement.file,
            dated(&measurement.created)
        ),
    }
}

/// Describes a protocol in a few sentences.
fn described(protocol: &Protocol) -> String {
    let mut text = format!(
        "Pages: {}, {}. A score is of one {}.",
        protocol.pages.name, protocol.pages.size, protocol.unit
    );
    if let Some(judge) = &protocol.judge {
        let stated = |value: &Option<String>| value.clone().unwrap_or_else(|| "not stated".to_owned());
        text += &format!(
            " Judge: {}. Protocol: {}. Matching: {}.",
            stated(&judge.model),
            stated(&judge.protocol),
            stated(&judge.matching)
        );
    } else {
        text += &format!(" Scores by {}.", protocol.scorer);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::printed;

    fn shown() -> ShownTable {
        Standing::of(printed("pdf-parse-bench-2025-q4").collect())
            .shown()
            .sets
            .remove(0)
    }

    #[test]
    fn a_table_has_every_printed_digit_and_marks_its_rows() {
        let ShownTable { table, .. } = shown();
        assert_eq!(
            table.head,
            [
                "System",
                "Origin",
                "Parameters",
                "Cost",
                "Runs on",
                "Score (0 to 10)",
                "Inline (0 to 10)",
                "Display (0 to 10)",
                "CDM (0 to 1)"
            ]
        );
        assert_eq!(
            table.rows[2],
            [
                "PaddleOCR-VL",
                "printed, not measured",
                "0.9B",
                "–",
                "CPU/GPU",
                "9.65",
                "9.64",
                "9.60",
                "0.98"
            ]
        );
        assert_eq!((table.rows.len(), table.texts), (21, 5));
        assert!(
            table
                .notes
                .iter()
                .any(|note| note.starts_with("Printed, not measured: Benchmarking"))
        );
    }

    #[test]
    fn sorting_twice_reverses_and_numbers_stay_with_their_rows() {
        let first = shown();
        let names = |table: &ShownTable| table.table.rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        let cdm = first.clone().sorted(8);
        assert_eq!(cdm.table.rows[0][0], "Qwen3-VL-235B-A22B-Instruct");
        let worst = cdm.sorted(8);
        assert_eq!(
            (worst.table.rows[0][0].as_str(), worst.is_reversed),
            ("PyMuPDF4LLM", true)
        );
        for (row, numbers) in worst.table.rows.iter().zip(&worst.numbers) {
            assert_eq!(row[8].parse::<f64>().ok(), numbers[3]);
        }
        let by_name = worst.sorted(0);
        assert!(names(&by_name).is_sorted_by_key(|name| name.to_lowercase()));
        assert_eq!(names(&by_name.sorted(5)), names(&first));
    }

    #[test]
    fn rows_without_a_value_come_last_in_both_orders() {
        let table = Standing::of(printed("texocr").collect()).shown().sets.remove(0);
        let column = table
            .table
            .head
            .iter()
            .position(|name| name == "Overall, merged image")
            .unwrap();
        let best = table.sorted(column);
        let worst = best.clone().sorted(column);
        for table in [best, worst] {
            let cells: Vec<&str> = table.table.rows.iter().map(|row| row[column].as_str()).collect();
            assert!(cells[..2].iter().all(|cell| *cell != "–") && cells[2..].iter().all(|cell| *cell == "–"));
        }
    }
}
