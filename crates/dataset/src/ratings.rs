//! Ratings that people gave to single items, from a file with records. Each record has `id`, `system`, `rater`,
//! `group` and `rating`.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::limits::Limits;
use crate::notice::Problem;
use crate::records::{Row, Table, is_table, type_name};

/// Names of the columns.
const COLUMNS: [&str; 5] = ["id", "system", "rater", "group", "rating"];

/// Maximum number of names that a message lists.
const MAX_LISTED: usize = 8;

/// A person's rating of an item.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingRecord {
    /// Line of the rating in the file, from 1.
    pub line: usize,
    /// The id of the item.
    pub id: String,
    /// Name of the system.
    pub system: String,
    /// The person; empty if no name is given.
    pub rater: String,
    /// The group of raters that the person belongs to; empty if no name is given.
    pub group: String,
    /// The rating, any finite number.
    pub rating: f64,
}

/// An error in a file of ratings, with its place.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{path}{}: {problem}", .line.map_or_else(String::new, |line| format!(" line {line}")))]
pub struct RatingError {
    /// Path of the file.
    pub path: String,
    /// Line in the file, from 1; `None` if the error is about the file.
    pub line: Option<usize>,
    /// The error, with advice.
    pub problem: RatingProblem,
}

/// An error in ratings. Its text includes advice.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RatingProblem {
    /// The name of the file has no known format.
    #[error("ratings are read from JSON lines, JSON or CSV: call the file .jsonl, .json, .csv or .tsv")]
    Form,
    /// The file is over the limit.
    #[error("the file has {bytes} bytes, the limit is {limit}; split it")]
    TooLarge {
        /// Size of the file, in bytes.
        bytes: u64,
        /// The maximum size, in bytes.
        limit: u64,
    },
    /// The file holds no records, too many records, or records that are too long.
    #[error(transparent)]
    Table(#[from] Problem),
    /// A record is not an object.
    #[error("not a record: {0}; it must be an object like {{\"id\": \"a/001#2\", \"system\": \"A\", \"rating\": 7}}")]
    NotARecord(String),
    /// A required column is missing.
    #[error(
        "there is no {missing:?} among {found}; ratings have id and rating, and system and rater where there are several"
    )]
    Missing {
        /// Name of the column.
        missing: &'static str,
        /// The names found.
        found: String,
    },
    /// A column occurs twice.
    #[error("the column {0:?} occurs twice; remove one of the two")]
    Twice(&'static str),
    /// A value is not a text.
    #[error("{field:?} is {found}, and must be a text")]
    NotAText {
        /// Name of the field.
        field: &'static str,
        /// The type found.
        found: &'static str,
    },
    /// A rating is not a finite number.
    #[error("the rating is {0}, and must be a number such as 7 or 7.5; omit the lines of items without a rating")]
    NotANumber(String),
    /// The rated system is not named.
    #[error("it does not say which system was rated, and the report has {0}; add a column system")]
    NoSystem(String),
    /// A person has rated the same item twice.
    #[error(
        "{rater} has rated {id} of {system:?} in line {first} already; keep one of the two, or tell people apart in a column rater"
    )]
    Duplicate {
        /// The person.
        rater: String,
        /// The item.
        id: String,
        /// The system.
        system: String,
        /// The line of the first rating.
        first: usize,
    },
}

/// Reads ratings. `path` determines the format. A rating without a system belongs to the only one of `systems`. Other
/// columns are ignored.
///
/// # Errors
/// Returns the first error in the file. If invalid ratings were omitted silently, the set of ratings would be another.
pub fn read_ratings(
    path: &str,
    text: String,
    systems: &[&str],
    limits: &Limits,
) -> Result<Vec<RatingRecord>, RatingError> {
    let at = |line: Option<usize>, problem: RatingProblem| RatingError {
        path: path.to_owned(),
        line,
        problem,
    };
    if !is_table(path) {
        return Err(at(None, RatingProblem::Form));
    }
    let bytes = text.len() as u64;
    let limit = limits.table_bytes;
    if bytes > limit {
        return Err(at(None, RatingProblem::TooLarge { bytes, limit }));
    }
    let text = match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    };
    let table = Table::parse(path, text, limits).map_err(|problem| at(None, problem.into()))?;
    if let Some(notice) = table.notices().list.first() {
        return Err(at(notice.line, notice.problem.clone().into()));
    }
    check_header(table.header()).map_err(|problem| at(Some(1), problem))?;
    let mut ratings: Vec<RatingRecord> = Vec::with_capacity(table.rows().len());
    let mut lines: HashMap<[String; 3], usize> = HashMap::new();
    for row in table.rows() {
        let rating = record(&table, row, systems).map_err(|problem| at(Some(row.line), problem))?;
        let key = [rating.id.clone(), rating.system.clone(), rating.rater.clone()];
        if let Some(first) = lines.insert(key, row.line) {
            let problem = RatingProblem::Duplicate {
                rater: match rating.rater.as_str() {
                    "" => "somebody".to_owned(),
                    name => format!("{name:?}"),
                },
                id: rating.id,
                system: rating.system,
                first,
            };
            return Err(at(Some(row.line), problem));
        }
        ratings.push(rating);
    }
    if ratings.is_empty() {
        let detail = "there is no line with a rating".to_owned();
        return Err(at(None, Problem::NoRecords { detail }.into()));
    }
    Ok(ratings)
}

/// Checks the columns of CSV.
fn check_header(header: &[String]) -> Result<(), RatingProblem> {
    if header.is_empty() {
        return Ok(());
    }
    for name in COLUMNS {
        let count = header.iter().filter(|column| *column == name).count();
        if count > 1 {
            return Err(RatingProblem::Twice(name));
        }
        if count == 0 && matches!(name, "id" | "rating") {
            return Err(missing(name, header.iter()));
        }
    }
    Ok(())
}

fn missing<'a>(missing: &'static str, found: impl Iterator<Item = &'a String>) -> RatingProblem {
    let names: Vec<String> = found.take(MAX_LISTED).map(|name| format!("{name:?}")).collect();
    let found = match names.as_slice() {
        [] => "no columns".to_owned(),
        names => names.join(", "),
    };
    RatingProblem::Missing { missing, found }
}

fn record(table: &Table, row: &Row, systems: &[&str]) -> Result<RatingRecord, RatingProblem> {
    let object = table.object(row).map_err(|problem| match problem {
        Problem::NotARecord { detail } => RatingProblem::NotARecord(detail),
        problem => problem.into(),
    })?;
    let needed = |name: &'static str| missing(name, object.keys());
    let id = text(&object, "id")?.ok_or_else(|| needed("id"))?;
    let rating = number(object.get("rating").ok_or_else(|| needed("rating"))?)?;
    let system = match (text(&object, "system")?, systems) {
        (Some(system), _) => system,
        (None, [only]) => (*only).to_owned(),
        (None, systems) => return Err(RatingProblem::NoSystem(list(systems))),
    };
    Ok(RatingRecord {
        line: row.line,
        id,
        system,
        rater: text(&object, "rater")?.unwrap_or_default(),
        group: text(&object, "group")?.unwrap_or_default(),
        rating,
    })
}

fn list(systems: &[&str]) -> String {
    let names: Vec<String> = systems
        .iter()
        .take(MAX_LISTED)
        .map(|name| format!("{name:?}"))
        .collect();
    match (names.as_slice(), systems.len().saturating_sub(MAX_LISTED)) {
        ([], _) => "no systems".to_owned(),
        (names, 0) => names.join(", "),
        (names, more) => format!("{} and {more} more", names.join(", ")),
    }
}

/// Returns a name; a number also counts as a name. Returns `None` if the field is absent or empty.
fn text(object: &Map<String, Value>, field: &'static str) -> Result<Option<String>, RatingProblem> {
    match object.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(RatingProblem::NotAText {
            field,
            found: type_name(other),
        }),
    }
}

/// Returns a number; in CSV, the value of its text.
fn number(value: &Value) -> Result<f64, RatingProblem> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number: &f64| number.is_finite()).ok_or_else(|| {
        RatingProblem::NotANumber(match value {
            Value::String(text) if text.trim().is_empty() => "empty".to_owned(),
            Value::String(text) => format!("{:?}", text.chars().take(40).collect::<String>()),
            Value::Number(number) => number.to_string(),
            other => type_name(other).to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line, id, system, rater and rating.
    type Plain = (usize, String, String, String, f64);

    fn read(path: &str, text: &str) -> Result<Vec<Plain>, String> {
        read_for(path, text, &["A"])
    }

    fn read_for(path: &str, text: &str, systems: &[&str]) -> Result<Vec<Plain>, String> {
        let ratings = read_ratings(path, text.to_owned(), systems, &Limits::default());
        let plain = |one: RatingRecord| (one.line, one.id, one.system, one.rater, one.rating);
        ratings
            .map(|ratings| ratings.into_iter().map(plain).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_form_gives_ratings() {
        let expected = |lines: [usize; 2]| {
            let rating = |line, id: &str, system: &str, rater: &str, rating| {
                (line, id.to_owned(), system.to_owned(), rater.to_owned(), rating)
            };
            Ok(vec![
                rating(lines[0], "p,1#1", "A", "x", 7.5),
                rating(lines[1], "p#t1", "B", "", -2.0),
            ])
        };
        for (path, lines, text) in [
            (
                "r.jsonl",
                [1, 3],
                "{\"id\": \"p,1#1\", \"rater\": \"x\", \"rating\": 7.5}\n\n{\"id\": \"p#t1\", \"system\": \"B\", \"rating\": -2, \"more\": []}\n",
            ),
            (
                "r.json",
                [1, 2],
                "[{\"id\": \"p,1#1\", \"system\": null, \"rater\": \"x\", \"rating\": 7.5},\n{\"id\": \"p#t1\", \"system\": \"B\", \"rating\": -2}]",
            ),
            (
                "r.csv",
                [2, 3],
                "\u{feff}rating,rater,id,system,note\n 7.5,x,\"p,1#1\",,n\n-2e0,,p#t1,B,\n",
            ),
            (
                "r.csv",
                [2, 3],
                "id;system;rater;rating\r\np,1#1;;x;7.5\r\np#t1;B;;-2\r\n",
            ),
            (
                "r.tsv",
                [2, 3],
                "id\tsystem\trater\trating\np,1#1\tA\tx\t7.5\np#t1\tB\t\t-2",
            ),
        ] {
            assert_eq!(read(path, text), expected(lines), "{path} {text}");
        }
        // A number may name a sample.
        assert_eq!(read("r.jsonl", "{\"id\": 3, \"rating\": 1}").unwrap()[0].1, "3");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_what_to_do() {
        for (path, text, told) in [
            ("r.txt", "id,rating\na,1", "r.txt: ratings are read from"),
            (
                "r.csv",
                "item,score\na,1",
                "r.csv line 1: there is no \"id\" among \"item\", \"score\"",
            ),
            ("r.csv", "id,score\na,1", "r.csv line 1: there is no \"rating\" among"),
            ("r.csv", "id,rating,rating\na,1,2", "the column \"rating\" occurs twice"),
            ("r.csv", "id,rating\n", "there is no line with a rating"),
            ("r.csv", "", "r.csv: holds no records"),
            ("r.jsonl", "", "there is no line with a rating"),
            (
                "r.csv",
                "id,rating\na,1\nb,NaN",
                "r.csv line 3: the rating is \"NaN\", and must be a number",
            ),
            ("r.csv", "id,rating\na,inf", "line 2: the rating is \"inf\""),
            ("r.csv", "id,rating\na,1e999", "line 2: the rating is \"1e999\""),
            ("r.csv", "id,rating\na,", "line 2: the rating is empty"),
            ("r.csv", "id,rating\na", "line 2: there is no \"rating\" among \"id\""),
            ("r.csv", "id;rating\na;7,5", "line 2: the rating is \"7,5\""),
            (
                "r.jsonl",
                "{\"id\": \"a\", \"rating\": NaN}",
                "r.jsonl line 1: not a record",
            ),
            (
                "r.jsonl",
                "{\"id\": \"a\", \"rating\": 1e999}",
                "r.jsonl line 1: not a record",
            ),
            (
                "r.jsonl",
                "{\"id\": \"a\", \"rating\": null}",
                "line 1: the rating is null",
            ),
            (
                "r.jsonl",
                "{\"id\": \"a\", \"rating\": [1]}",
                "line 1: the rating is a list",
            ),
            (
                "r.jsonl",
                "{\"id\": [], \"rating\": 1}",
                "\"id\" is a list, and must be a text",
            ),
            ("r.jsonl", "{\"id\": \" \", \"rating\": 1}", "there is no \"id\""),
            ("r.jsonl", "[1]", "not a record: it is a list"),
            ("r.jsonl", "{}", "there is no \"id\" among no columns"),
            ("r.json", "{\"id\": 1", "r.json: holds no records"),
        ] {
            let error = read(path, text).unwrap_err();
            assert!(error.contains(told), "{text:?}: {error}");
        }
        let several = read_for("r.csv", "id,rating\na,1", &["A", "B"]).unwrap_err();
        assert!(
            several.contains("line 2") && several.contains("\"A\", \"B\"; add a column system"),
            "{several}"
        );
    }

    #[test]
    fn a_rater_can_belong_to_a_group() {
        let text = "id,rater,group,rating\na,x,H1,1\na,y,,2\n".to_owned();
        let ratings = read_ratings("r.csv", text, &["A"], &Limits::default()).unwrap();
        let groups: Vec<&str> = ratings.iter().map(|rating| rating.group.as_str()).collect();
        assert_eq!(groups, ["H1", ""]);
    }

    #[test]
    fn one_person_rates_an_item_once() {
        // With one system, a rating with and without the system's name is of the same system.
        let error = read("r.csv", "id,system,rater,rating\na,A,x,1\na,A,y,2\na,,x,3").unwrap_err();
        assert!(
            error.starts_with("r.csv line 4: \"x\" has rated a of \"A\" in line 2 already"),
            "{error}"
        );
        let error = read("r.csv", "id,rating\na,1\na,1").unwrap_err();
        assert!(
            error.contains("line 3: somebody has rated a") && error.contains("column rater"),
            "{error}"
        );
    }

    #[test]
    fn files_without_end_are_refused() {
        let limits = Limits {
            table_bytes: 100,
            records: 2,
            record_bytes: 40,
            ..Limits::default()
        };
        let read = |text: &str| read_ratings("r.csv", text.to_owned(), &["A"], &limits).unwrap_err();
        let long = format!("id,rating\n{}", "a,1\n".repeat(100));
        assert!(matches!(
            read(&long).problem,
            RatingProblem::TooLarge { limit: 100, .. }
        ));
        let many = read("id,rating\na,1\nb,1\nc,1\n");
        assert!(matches!(
            many.problem,
            RatingProblem::Table(Problem::TooManyRecords { limit: 2 })
        ));
        let wide = format!("id,rating\n{},1\n", "a".repeat(50));
        assert!(matches!(
            read(&wide).problem,
            RatingProblem::Table(Problem::RecordTooLong { .. })
        ));
        let deep = format!("{{\"id\": {}", "[".repeat(100_000));
        let error = read_ratings("r.jsonl", deep, &["A"], &Limits::default()).unwrap_err();
        assert!(matches!(error.problem, RatingProblem::NotARecord(_)));
    }
}
