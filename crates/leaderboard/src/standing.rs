//! Leaderboards in sets whose rows may be ranked together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::{Better, Column, Leaderboard, Origin, Row, Value};
use crate::comparable::{Reason, is_comparable, reasons};

/// Leaderboards, their sets, and why the sets are kept apart.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Standing {
    /// The leaderboards, in the order in which they were given.
    pub boards: Vec<Leaderboard>,
    /// The sets, in the order of their first leaderboards. All leaderboards of a set are comparable with each other, and
    /// at least one of each other set is not comparable with one of them. Comparability is not transitive: a leaderboard
    /// may share one hash with a second and another hash with a third, which share none. Which leaderboards are together
    /// does not depend on the order in which they were given.
    pub sets: Vec<Set>,
    /// Why two sets are not comparable, for each two of them.
    pub apart: Vec<Apart>,
}

/// Comparable rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Set {
    /// Indices of its leaderboards.
    pub boards: Vec<usize>,
    /// The columns of all its leaderboards.
    pub columns: Vec<Column>,
    /// Index of the column that orders the rows.
    pub main: usize,
    /// The rows, the best by the main column first; rows without a value there come last.
    pub rows: Vec<SetRow>,
}

/// A row of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SetRow {
    /// Index of the leaderboard.
    pub board: usize,
    /// The row, with a value for each column of the set.
    #[serde(flatten)]
    pub row: Row,
}

impl std::ops::Deref for SetRow {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.row
    }
}

/// Two sets that are not comparable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Apart {
    /// Indices of the sets.
    pub sets: [usize; 2],
    /// The reasons, the most important first.
    pub reasons: Vec<Reason>,
}

impl Standing {
    /// Puts leaderboards into sets. Takes time quadratic in their number, and linear in the number of rows.
    #[must_use]
    pub fn of(boards: Vec<Leaderboard>) -> Self {
        // Protocols are tried in an order of their own. Equal ones are comparable with the same leaderboards.
        let mut tried: Vec<(usize, &Leaderboard)> = boards.iter().enumerate().collect();
        tried.sort_by_cached_key(|(at, board)| (serde_json::to_string(&board.protocol).unwrap_or_default(), *at));
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (at, board) in tried {
            let fits = |set: &&mut Vec<usize>| {
                let mut others = set.iter().filter_map(|other| boards.get(*other));
                others.all(|other| is_comparable(&board.protocol, &other.protocol))
            };
            match members.iter_mut().find(fits) {
                Some(set) => set.push(at),
                None => members.push(vec![at]),
            }
        }
        for set in &mut members {
            set.sort_unstable();
        }
        members.sort_unstable();
        let sets: Vec<Set> = members.into_iter().map(|members| set(&boards, members)).collect();
        let protocols = |set: usize| {
            let boards_of = sets.get(set).into_iter().flat_map(|set| &set.boards);
            boards_of.filter_map(|board| Some(&boards.get(*board)?.protocol))
        };
        let pairs = (0..sets.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
        let apart = pairs.filter_map(|[first, second]| {
            let mut found = protocols(first).flat_map(|a| protocols(second).map(move |b| reasons(a, b)));
            Some(Apart {
                sets: [first, second],
                reasons: found.find(|reasons| !reasons.is_empty())?,
            })
        });
        let apart = apart.collect();
        Self { boards, sets, apart }
    }
}

/// Reports whether columns of comparable leaderboards are one column.
fn is_same(a: &Column, b: &Column) -> bool {
    a.id == b.id && a.unit == b.unit
}

/// Returns the index of a column, which is added unless it is there. Of two names of one column, the longer one says more:
/// "Inline" may be a mean of pages in one source, and a mean of formulas in another.
fn place(columns: &mut Vec<Column>, column: &Column) -> usize {
    match columns.iter_mut().enumerate().find(|(_, known)| is_same(known, column)) {
        Some((place, known)) => {
            if column.name.len() > known.name.len() {
                known.name.clone_from(&column.name);
            }
            place
        }
        None => {
            columns.push(column.clone());
            columns.len() - 1
        }
    }
}

fn set(boards: &[Leaderboard], members: Vec<usize>) -> Set {
    let mut columns: Vec<Column> = Vec::new();
    let mut rows: Vec<SetRow> = Vec::new();
    let mut main = None;
    for (member, board) in members
        .iter()
        .filter_map(|member| Some((*member, boards.get(*member)?)))
    {
        let places: Vec<usize> = board.columns.iter().map(|column| place(&mut columns, column)).collect();
        main = main.or_else(|| places.get(board.column(&board.main)?).copied());
        for row in &board.rows {
            let mut values: Vec<Option<Value>> = vec![None; columns.len()];
            for (place, value) in places.iter().zip(&row.values) {
                if let Some(free) = values.get_mut(*place) {
                    free.clone_from(value);
                }
            }
            rows.push(SetRow {
                board: member,
                row: Row { values, ..row.clone() },
            });
        }
    }
    for row in &mut rows {
        row.row.values.resize(columns.len(), None);
    }
    let mut rows = merged(boards, rows);
    let main = main.unwrap_or_default();
    let better = columns.get(main).map_or(Better::None, |column| column.better);
    if better != Better::None {
        let number = |row: &SetRow| Some(row.values.get(main)?.as_ref()?.number);
        // Equal rows stay in the order of their source.
        rows.sort_by(|a, b| better.order(number(a), number(b), false));
    }
    Set {
        boards: members,
        columns,
        main,
        rows,
    }
}

/// Joins rows that several tables of one publication print for the same system, unless their values contradict each
/// other.
fn merged(boards: &[Leaderboard], rows: Vec<SetRow>) -> Vec<SetRow> {
    let publication = |row: &SetRow| {
        let board = boards.get(row.board)?;
        let is_printed = matches!(board.origin, Origin::Printed(_));
        board.protocol.publication.clone().filter(|_| is_printed)
    };
    let mut kept: Vec<SetRow> = Vec::with_capacity(rows.len());
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in rows {
        let Some(publication) = publication(&row) else {
            kept.push(row);
            continue;
        };
        let place = *places.entry((publication, row.system.clone())).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(known) if known.board != row.board && agree(known, &row) => {
                for (value, other) in known.row.values.iter_mut().zip(row.row.values) {
                    *value = value.take().or(other);
                }
            }
            _ => kept.push(row),
        }
    }
    kept
}

fn agree(a: &Row, b: &Row) -> bool {
    let mut both = a
        .values
        .iter()
        .zip(&b.values)
        .filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)));
    both.all(|(a, b)| a.shown == b.shown)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::printed::{all_printed, printed};

    #[test]
    fn tables_of_one_publication_are_one_set_with_each_system_once() {
        let standing = Standing::of(printed("texocr").collect());
        let [set] = &standing.sets[..] else { panic!() };
        // 23 rows of table 2, three new ones of table 5.
        assert_eq!(set.rows.len(), 26);
        let row = |name: &str| set.rows.iter().find(|row| row.system == name).unwrap();
        let cell = |name: &str, id: &str| {
            let column = set.columns.iter().position(|column| column.id == id).unwrap();
            row(name).values[column].as_ref().map(Value::cell)
        };
        assert_eq!(cell("Qwen3-VL-2B", "sa").as_deref(), Some("49.6"));
        assert_eq!(cell("Qwen3-VL-2B", "overall_merged").as_deref(), Some("36.9"));
        assert_eq!(cell("Pixtral-12B", "overall_merged"), None);
        let overall: Vec<f64> = set
            .rows
            .iter()
            .filter_map(|row| Some(row.values[set.main].as_ref()?.number))
            .collect();
        assert!(overall.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn publications_stay_apart_and_say_why() {
        let standing = Standing::of(all_printed().collect());
        // TexOCR, three of pdf-parse-bench, TeXBLEU.
        assert_eq!(standing.sets.len(), 5);
        assert_eq!(standing.apart.len(), 10);
        assert!(standing.apart.iter().all(|apart| !apart.reasons.is_empty()));
        let rows: usize = standing.sets.iter().map(|set| set.rows.len()).sum();
        assert_eq!(rows, 26 + 21 + 22 + 22 + 10);
    }

    #[test]
    fn sets_do_not_depend_on_the_order_although_comparability_is_not_transitive() {
        use crate::fingerprint::Fingerprint::{Files, References};
        let board = |id: &str, hashes: &[(Fingerprint, &str)]| {
            let mut board = printed("texocr-table-4").next().unwrap();
            board.protocol.publication = None;
            board.id = id.to_owned();
            let hashes = hashes.iter().map(|(kind, hash)| (*kind, (*hash).to_owned()));
            board.protocol.pages.fingerprints = hashes.collect();
            board
        };
        // A and B have the same references, B and C the same files; nothing is known of A and C together.
        let a = board("A", &[(References, "r")]);
        let b = board("B", &[(References, "r"), (Files, "f")]);
        let c = board("C", &[(Files, "f")]);
        assert!(is_comparable(&a.protocol, &b.protocol) && is_comparable(&b.protocol, &c.protocol));
        assert!(!is_comparable(&a.protocol, &c.protocol));
        let together = |order: [&Leaderboard; 4]| {
            let standing = Standing::of(order.into_iter().cloned().collect());
            let ids = |set: &Set| {
                let of_set = set.boards.iter().map(|board| standing.boards[*board].id.clone());
                of_set.collect::<BTreeSet<String>>()
            };
            assert!(standing.sets.is_sorted_by_key(|set| set.boards[0]));
            for set in &standing.sets {
                let protocols = || set.boards.iter().map(|board| &standing.boards[*board].protocol);
                assert!(protocols().all(|one| protocols().all(|other| is_comparable(one, other))));
            }
            assert_eq!(standing.apart.len(), 1);
            standing.sets.iter().map(ids).collect::<BTreeSet<_>>()
        };
        let first = together([&a, &b, &c, &a]);
        assert_eq!(first.len(), 2);
        let orders = [
            [&a, &a, &c, &b],
            [&b, &a, &a, &c],
            [&b, &c, &a, &a],
            [&c, &a, &b, &a],
            [&c, &b, &a, &a],
        ];
        for order in orders {
            assert_eq!(together(order), first);
        }
    }

    #[test]
    fn nothing_gives_nothing() {
        assert_eq!(Standing::of(Vec::new()), Standing::default());
    }
}
