//! Tests of `texlens score` with Parquet and Arrow files as scripts use it.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod piped;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray, UInt64Array};
use piped::{command, with_input};
use serde_json::{Map, Value, json};
use texlens_columnar::{FileFormat, Input, Reader, Writer, objects};

const PAGE: &str = "\\section{Aim}\nWe show that every small thing is made of parts, as $x^2$ is.\n";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn texts<'t>(texts: impl IntoIterator<Item = Option<&'t str>>) -> ArrayRef {
    Arc::new(texts.into_iter().collect::<StringArray>())
}

/// Writes each batch as a row group of its own.
fn write(path: &Path, batches: &[RecordBatch]) {
    let format = FileFormat::of_name(path.to_str().unwrap()).unwrap();
    let mut writer = Writer::new(format, File::create(path).unwrap(), &batches[0].schema()).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.finish().unwrap();
}

fn score(input: &Path, arguments: &[&str]) -> Output {
    command()
        .args(["score", "--pairs"])
        .arg(input)
        .args(arguments)
        .output()
        .unwrap()
}

fn score_to(input: &Path, out: &Path, arguments: &[&str]) -> Output {
    score(input, &[&["--out", out.to_str().unwrap()], arguments].concat())
}

/// Reads a table of scores.
fn rows(path: &Path) -> Vec<Map<String, Value>> {
    let reader = Reader::open(Input::of_file(File::open(path).unwrap()).unwrap(), false).unwrap();
    let rows = reader.flat_map(|batch| objects(&batch.unwrap().columns, |_, _| None).collect::<Vec<_>>());
    rows.collect()
}

/// Returns a column of a table.
fn column<'r>(rows: &'r [Map<String, Value>], name: &str) -> Vec<&'r Value> {
    rows.iter().map(|row| &row[name]).collect()
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn error(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn tables_and_lines_give_the_same_numbers() {
    let folder = folder("same");
    let predictions: Vec<String> = (0..40)
        .map(|row| match row % 5 {
            0 => PAGE.to_owned(),
            1 => PAGE.replace("small", "smal"),
            2 => format!("Here is the page:\n```latex\n{PAGE}```\n"),
            3 => PAGE.replace("x^2", "x^3").repeat(row % 3),
            _ => String::new(),
        })
        .collect();
    let ids: Vec<String> = (0..40).map(|row| format!("page {row}")).collect();
    let batch = RecordBatch::try_from_iter([
        ("id", texts(ids.iter().map(|id| Some(id.as_str())))),
        ("text", texts((0..40).map(|_| Some(PAGE)))),
        ("markdown", texts(predictions.iter().map(|text| Some(text.as_str())))),
    ])
    .unwrap();
    let pairs: String = (ids.iter().zip(&predictions))
        .map(|(id, prediction)| format!("{}\n", json!({"id": id, "reference": PAGE, "prediction": prediction})))
        .collect();
    let jsonl = folder.join("pairs.jsonl");
    fs::write(&jsonl, pairs).unwrap();
    let expected = score(&jsonl, &["--jobs", "1"]);
    assert_eq!(expected.status.code(), Some(0), "{expected:?}");
    for input in ["pages.parquet", "pages.arrow"] {
        let input = folder.join(input);
        write(&input, &[batch.slice(0, 15), batch.slice(15, 25)]);
        for jobs in ["1", "3"] {
            let output = score(&input, &["--jobs", jobs]);
            assert_eq!(output.stdout, expected.stdout);
            assert_eq!(
                output.stderr, expected.stderr,
                "text was removed around the same answers"
            );
        }
        for out in ["scores.jsonl", "scores.parquet", "scores.arrow"] {
            let out = folder.join(out);
            let output = score_to(&input, &out, &[]);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "{output:?}");
        }
        assert_eq!(fs::read(folder.join("scores.jsonl")).unwrap(), expected.stdout);
        for out in ["scores.parquet", "scores.arrow"] {
            let table = rows(&folder.join(out));
            let expected = lines(&expected.stdout);
            assert_eq!(table.len(), expected.len());
            for (number, (row, expected)) in table.iter().zip(expected).enumerate() {
                assert_eq!((&row["row"], &row["id"]), (&json!(number), &expected["id"]));
                assert_eq!((&row["kind"], &row["error"]), (&json!("page"), &Value::Null));
                let metrics = expected["metrics"].as_object().unwrap();
                assert_eq!(row.len(), metrics.len() + 4, "a column for each metric");
                for (metric, score) in metrics {
                    assert_eq!(row[metric], score["value"], "{metric} of row {number}");
                }
            }
        }
    }
    let leftovers = fs::read_dir(&folder).unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().ends_with(".part")
    });
    assert_eq!(leftovers.count(), 0);
}

#[test]
fn rows_that_cannot_be_scored_say_why() {
    let folder = folder("rows");
    let long = "x".repeat(7 << 20);
    let predictions: [Option<&[u8]>; 7] = [
        Some(b"x"),
        None,
        Some(b"x\xff"),
        Some(long.as_bytes()),
        Some(&long.as_bytes()[..600_000]),
        Some(b"x"),
        Some(b"x"),
    ];
    let batch = RecordBatch::try_from_iter([
        ("gt", texts([Some("x"); 7])),
        (
            "pred",
            Arc::new(predictions.into_iter().collect::<BinaryArray>()) as ArrayRef,
        ),
        (
            "kind",
            texts([
                Some("formula"),
                Some("formula"),
                None,
                None,
                None,
                Some("book"),
                Some("page"),
            ]),
        ),
        (
            "key",
            Arc::new(Int64Array::from(vec![
                Some(9),
                Some(8),
                Some(7),
                Some(6),
                Some(5),
                Some(4),
                None,
            ])),
        ),
    ])
    .unwrap();
    let (input, out) = (folder.join("bad.parquet"), folder.join("scores.parquet"));
    write(&input, &[batch]);
    let output = score_to(&input, &out, &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let table = rows(&out);
    assert_eq!(json!(column(&table, "id")), json!([9, 8, 7, 6, 5, 4, null]));
    assert_eq!(
        json!(column(&table, "exact")),
        json!([1.0, null, null, null, null, null, null])
    );
    let errors: Vec<_> = column(&table, "error").into_iter().map(Value::as_str).collect();
    for (error, expected) in errors.iter().zip([
        None,
        Some("the prediction is null"),
        Some("the prediction is not UTF-8 at byte 1"),
        Some("the prediction has 7340032 bytes and at most 524288 are scored"),
        Some("the prediction has 600000 bytes"),
        Some("the kind \"book\" is not one of"),
        Some("the id is null"),
    ]) {
        assert_eq!(error.is_some(), expected.is_some(), "{errors:?}");
        assert!(
            error.unwrap_or_default().contains(expected.unwrap_or_default()),
            "{errors:?}"
        );
    }
    // JSON lines give the same reasons, with the row instead of a line.
    let lines = lines(&score(&input, &[]).stdout);
    assert_eq!((&lines[1]["row"], &lines[1]["id"]), (&json!(1), &json!(8)));
    assert_eq!(lines[1]["error"], "the prediction is null");
    // Other encodings and kinds are a matter of arguments.
    let latin = score(
        &input,
        &["--encoding", "latin1", "--columns", "kind=,id=", "--kind", "formula"],
    );
    let lines = self::lines(&latin.stdout);
    assert_eq!(
        (&lines[2]["id"], &lines[2]["metrics"]["exact"]["value"]),
        (&json!(2), &json!(0.0))
    );
    assert_eq!(lines[6]["metrics"]["exact"]["value"], 1.0);
}

#[test]
fn ids_are_kept_as_they_are() {
    let folder = folder("ids");
    let column = || texts([Some("x"); 2]);
    let table = |name: &str, ids: ArrayRef| {
        let path = folder.join(name);
        let columns = [("id", ids), ("reference", column()), ("prediction", column())];
        write(&path, &[RecordBatch::try_from_iter(columns).unwrap()]);
        path
    };
    let numbers = table("numbers.parquet", Arc::new(UInt64Array::from(vec![1, u64::MAX])));
    let out = folder.join("scores.parquet");
    assert_eq!(score_to(&numbers, &out, &[]).status.code(), Some(0));
    assert_eq!(json!(self::column(&rows(&out), "id")), json!([1, u64::MAX]));
    let latin: [&[u8]; 2] = [b"a", b"caf\xe9"];
    let latin = table("latin.parquet", Arc::new(BinaryArray::from_iter_values(latin)));
    assert_eq!(score_to(&latin, &out, &["--encoding", "latin1"]).status.code(), Some(0));
    assert_eq!(json!(self::column(&rows(&out), "id")), json!(["a", "café"]));
    assert_eq!(score_to(&latin, &out, &[]).status.code(), Some(1));
    let rows = rows(&out);
    let why = rows[1]["error"].as_str().unwrap();
    assert!(
        why.contains("the id is not UTF-8 at byte 3: if it is Latin-1, give --encoding latin1"),
        "{why}"
    );
}

#[test]
fn a_damaged_record_batch_costs_its_rows_only() {
    let folder = folder("damaged");
    // Texts of random letters, so that the middle of the file is in the middle row group.
    let mut letter = 1_u32;
    let mut random = || {
        let text = std::iter::repeat_with(|| {
            letter = letter.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b'a' + (letter >> 24) as u8 % 26)
        });
        text.take(500).collect::<String>()
    };
    let batch = |random: &mut dyn FnMut() -> String| {
        let many: Vec<String> = (0..4).map(|_| random()).collect();
        let column = texts(many.iter().map(|text| Some(text.as_str())));
        RecordBatch::try_from_iter([("reference", column.clone()), ("prediction", column)]).unwrap()
    };
    let batches = [batch(&mut random), batch(&mut random), batch(&mut random)];
    let (input, out) = (folder.join("damaged.arrow"), folder.join("scores.parquet"));
    write(&input, &batches);
    let mut bytes = fs::read(&input).unwrap();
    // The sizes of the second record batch, before its texts.
    let text = batches[1].column(0).as_string::<i32>().value(0).as_bytes();
    let at = bytes.windows(text.len()).position(|window| window == text).unwrap();
    bytes[at - 64..at].fill(0xee);
    fs::write(&input, bytes).unwrap();
    let output = score_to(&input, &out, &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(output.stderr, b"", "a panic within the decoder is not printed");
    let table = rows(&out);
    let bad: Vec<_> = table.iter().filter(|row| !row["error"].is_null()).collect();
    assert_eq!((bad.len(), &bad[0]["row"]), (1, &json!(4)), "{bad:?}");
    let error = bad[0]["error"].as_str().unwrap();
    assert!(
        error.starts_with("record batch 1 cannot be read (rows 4 to 7, from 0)"),
        "{error}"
    );
    assert_eq!(json!(column(&table, "row")), json!([0, 1, 2, 3, 4, 8, 9, 10, 11]));
    assert_eq!(
        column(&table, "ds").into_iter().filter(|value| **value == 1.0).count(),
        8
    );
}

#[test]
fn columns_that_are_not_clear_are_asked_for() {
    let folder = folder("columns");
    let input = folder.join("a.parquet");
    let two = || texts([Some("x"), Some("y")]);
    let batch = RecordBatch::try_from_iter([("text", two()), ("latex", two()), ("markdown", two())]).unwrap();
    write(&input, &[batch]);
    let output = score(&input, &[]);
    let message = error(&output);
    assert!(
        message.contains("\"text\", \"latex\" may be the reference") && message.contains("--columns"),
        "{message}"
    );
    let output = score(&input, &["--columns", "reference=latex,prediction=text"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(lines(&output.stdout)[1]["id"], 1, "the number of a row is its id");
    // Without ids, the table has none either.
    let out = folder.join("scores.arrow");
    assert_eq!(
        score_to(&input, &out, &["--columns", "reference=latex"]).status.code(),
        Some(0)
    );
    let table = rows(&out);
    assert!(table[0].get("id").is_none());
    assert_eq!(json!(column(&table, "row")), json!([0, 1]));
}

#[test]
fn outputs_are_refused_before_anything_is_scored() {
    let folder = folder("outputs");
    let input = folder.join("a.parquet");
    let column = || texts([Some("x")]);
    write(
        &input,
        &[RecordBatch::try_from_iter([("reference", column()), ("prediction", column())]).unwrap()],
    );
    fs::create_dir(folder.join("folder.parquet")).unwrap();
    for (out, arguments, expected) in [
        ("scores.csv", &[][..], "ends in .parquet, .arrow or .jsonl"),
        ("scores.parquet", &["--spans"], "cannot hold spans"),
        (
            "scores.parquet",
            &["--format", "table"],
            "--format table is for standard output",
        ),
        ("a.parquet", &[], "the output would replace"),
        ("no/folder.parquet", &[], "cannot be written"),
        ("folder.parquet", &[], "is a directory"),
    ] {
        let output = score_to(&input, &folder.join(out), arguments);
        assert!(error(&output).contains(expected), "{output:?}");
    }
    let names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let jsonl = folder.join("pairs.jsonl");
    let line = "{\"id\": \"a\", \"reference\": \"x\", \"prediction\": \"x\"}\n";
    fs::write(&jsonl, line).unwrap();
    // While it is written, `scores.jsonl` has this name.
    let download = folder.join("scores.jsonl.part");
    fs::write(&download, line).unwrap();
    let output = score_to(&download, &folder.join("scores.jsonl"), &[]);
    assert!(error(&output).contains("the output would replace"), "{output:?}");
    assert_eq!(fs::read_to_string(&download).unwrap(), line);
    assert!(error(&score(&jsonl, &["--columns", "id=a"])).contains("JSON lines"));
    let cut = folder.join("cut.parquet");
    let whole = fs::read(&input).unwrap();
    fs::write(&cut, &whole[..whole.len() - 9]).unwrap();
    assert!(error(&score(&cut, &[])).contains("not copied as a whole"));
    fs::write(folder.join("text.parquet"), "{}").unwrap();
    assert!(error(&score(&folder.join("text.parquet"), &[])).contains("neither a Parquet nor an Arrow file"));
}

#[test]
fn lines_can_become_a_table() {
    let folder = folder("lines");
    let (input, out) = (folder.join("pairs.jsonl"), folder.join("scores.parquet"));
    let lines = [
        json!({"id": "a", "kind": "formula", "reference": "x", "prediction": "x"}).to_string(),
        String::new(),
        json!({"id": 7, "reference": PAGE, "prediction": PAGE}).to_string(),
        "{".to_owned(),
    ];
    fs::write(&input, lines.join("\n")).unwrap();
    assert_eq!(score_to(&input, &out, &[]).status.code(), Some(1));
    let rows = rows(&out);
    let place = |row: &Map<String, Value>| json!([row["row"], row["id"], row["kind"], row["exact"], row["ds"]]);
    let places: Vec<Value> = rows.iter().map(place).collect();
    assert_eq!(
        Value::from(places),
        json!([
            [0, "a", "formula", 1.0, null],
            [2, "7", "page", null, 1.0],
            [3, null, null, null, null]
        ])
    );
    assert!(rows[2]["error"].as_str().unwrap().starts_with("not JSON"), "{rows:?}");
    // Standard input has lines, and gives the same file.
    let piped = folder.join("piped.parquet");
    let arguments = ["score", "--pairs", "-", "--out", piped.to_str().unwrap()];
    assert_eq!(
        with_input(&arguments, lines.join("\n").as_bytes()).status.code(),
        Some(1)
    );
    assert_eq!(fs::read(&piped).unwrap(), fs::read(&out).unwrap());
    let notes = Reader::open(Input::of_file(File::open(&out).unwrap()).unwrap(), false)
        .unwrap()
        .notes();
    let note = |name: &str| &notes.iter().find(|(note, _)| note == name).unwrap().1;
    assert_eq!(note("texlens.kind"), "page");
    assert_eq!(note("texlens.version"), env!("CARGO_PKG_VERSION"));
    assert_eq!(
        serde_json::from_str::<Value>(note("texlens.settings")).unwrap()["ctp.min_words"],
        "8"
    );
}
