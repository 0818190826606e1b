//! Tests of `texlens make-pages`: the files, the same bytes for the same seed, places, damage and bad formulas.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

struct Place(PathBuf);

impl Place {
    /// Returns an empty folder for a test.
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("make-pages").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_texlens"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    /// Makes pages and expects success.
    fn make(&self, arguments: &[&str]) {
        let all: Vec<&str> = ["make-pages"].iter().chain(arguments).copied().collect();
        let output = self.run(&all);
        assert!(output.status.success(), "{}", text(&output));
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Returns all files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_pages_are_independent() {
    let place = Place::new("seeds");
    let damage = ["--dpi", "60", "--damage", "none,skew+blur+shadow+scan"];
    let make = |seed: &str, pages: &str, out: &str| {
        place.make(&[&["--seed", seed, "--pages", pages, "--out", out], &damage[..]].concat());
        files(&place.0.join(out))
    };
    let first = make("7", "2", "a");
    let again = make("7", "2", "b");
    assert!(first == again, "the bytes of two runs differ");
    let longer = make("7", "3", "c");
    for (name, bytes) in &first {
        let is_whole_run = name.ends_with("report.json") || name.ends_with("manifest.jsonl");
        assert!(is_whole_run || longer[name] == *bytes, "{}", name.display());
    }
    let other = make("8", "2", "d");
    assert_ne!(
        first[Path::new("documents/001.tex")],
        other[Path::new("documents/001.tex")]
    );
}

#[test]
fn variants_of_a_page_have_the_same_latex_and_other_layouts() {
    let place = Place::new("variants");
    let common = ["--seed", "7", "--pages", "1", "--dpi", "60"];
    let levels = ["--size", "10,12,10", "--columns", "2,1", "--damage", "none,scan"];
    place.make(&[&common[..], &levels, &["--out", "out"]].concat());
    let manifest = place.read("out/dataset/manifest.jsonl");
    let lines: Vec<Value> = manifest
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let tags = |line: &Value| ["id", "size", "columns", "document"].map(|key| line[key].as_str().unwrap().to_owned());
    let first: Vec<[String; 4]> = lines.iter().step_by(2).map(tags).collect();
    assert_eq!(
        first,
        [
            ["001-10pt-2col-60", "10 pt", "2", "001"],
            ["001-10pt-1col-60", "10 pt", "1", "001"],
            ["001-12pt-2col-60", "12 pt", "2", "001"],
            ["001-12pt-1col-60", "12 pt", "1", "001"],
        ]
    );
    let names = ["001-10pt-2col", "001-10pt-1col", "001-12pt-2col", "001-12pt-1col"];
    let references = names.map(|name| place.read(&format!("out/dataset/references/{name}.tex")));
    assert!(references[0].len() > 500, "{}", references[0]);
    assert!(references.iter().all(|reference| *reference == references[0]));
    let layout = |name: &str| {
        let mut layout = place.json(&format!("out/places/{name}.json"))["layout"].clone();
        let levels = (layout["size"].take(), layout["columns"].take());
        (layout, levels)
    };
    let layouts = names.map(layout);
    assert!(
        layouts.iter().all(|(rest, _)| *rest == layouts[0].0),
        "nothing else differs"
    );
    assert_eq!(layouts[2].1, (json!(12), json!(2)));
    let pdf = |name: &str| fs::read(place.0.join(format!("out/pdf-parse-bench/pdfs/{name}.pdf"))).unwrap();
    assert_ne!(pdf(names[0]), pdf(names[2]));
    let report = place.json("out/report.json");
    assert_eq!((&report["pages"], &report["failed_pages"]), (&json!(4), &json!([])));

    // A single value holds all pages to it and leaves their names alone.
    place.make(&[&common[..], &["--size", "11", "--out", "fixed"]].concat());
    let line: Value = serde_json::from_str(place.read("fixed/dataset/manifest.jsonl").trim()).unwrap();
    assert_eq!(
        (&line["id"], &line["size"], &line["document"]),
        (&json!("001"), &json!("11 pt"), &Value::Null)
    );
}

#[test]
fn references_score_full_marks_in_both_layouts() {
    let place = Place::new("layouts");
    place.make(&["--seed", "3", "--pages", "2", "--dpi", "60", "--out", "out"]);
    let copy = place.0.join("out/dataset/copy");
    fs::create_dir_all(&copy).unwrap();
    for page in ["001", "002"] {
        fs::copy(
            place.0.join(format!("out/dataset/references/{page}.tex")),
            copy.join(format!("{page}.tex")),
        )
        .unwrap();
    }
    let output = place.run(&[
        "evaluate",
        "out/dataset",
        "--metrics",
        "edit_similarity,fa",
        "--format",
        "json",
    ]);
    assert!(output.status.success(), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let system = &report["levels"][0]["systems"][0];
    assert_eq!(
        (&system["system"], &system["scored"]),
        (&json!("copy"), &json!(2)),
        "{system}"
    );
    for metric in system["metrics"].as_array().unwrap() {
        assert_eq!(metric["mean"], 1.0, "{metric}");
    }
    let plan = place.run(&["evaluate", "out/pdf-parse-bench", "--plan"]);
    assert!(text(&plan).contains("pdf-parse-bench"), "{}", text(&plan));
    let truth = place.json("out/pdf-parse-bench/ground_truth/001.json");
    let types: Vec<&str> = truth
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|part| part["type"].as_str())
        .collect();
    assert!(
        types.contains(&"text") && types.contains(&"display-formula"),
        "{types:?}"
    );
}

#[test]
fn pdfs_are_read_as_those_of_tex() {
    let place = Place::new("pdf");
    place.make(&[
        "--seed",
        "2",
        "--pages",
        "3",
        "--dpi",
        "60",
        "--language",
        "english",
        "--out",
        "out",
    ]);
    let pdfs = [
        "out/pdf-parse-bench/pdfs/001.pdf",
        "out/pdf-parse-bench/pdfs/002.pdf",
        "out/pdf-parse-bench/pdfs/003.pdf",
    ];
    let output = place.run(&[&["ocr", "--from", "text", "--out", "read"], &pdfs[..]].concat());
    assert!(output.status.success(), "{}", text(&output));
    for page in ["001", "002", "003"] {
        let read = files(&place.0.join("read"))
            .into_iter()
            .find(|(name, _)| name.to_string_lossy().contains(page));
        let read = String::from_utf8(read.unwrap().1).unwrap();
        let words = |text: &str| -> Vec<String> {
            let words = text
                .split(|c: char| !c.is_ascii_alphabetic())
                .filter(|word| word.len() > 4);
            words.map(str::to_lowercase).collect()
        };
        let places = place.json(&format!("out/places/{page}.json"));
        let segments = places["segments"].as_array().unwrap();
        let texts = segments.iter().filter(|segment| segment["kind"] == "text");
        let expected: Vec<String> = texts
            .flat_map(|segment| words(segment["latex"].as_str().unwrap()))
            .collect();
        let found = words(&read);
        let missing: Vec<&String> = expected.iter().filter(|word| !found.contains(word)).collect();
        assert!(missing.len() * 50 < expected.len(), "page {page}: {missing:?}");
    }
}

/// An image as shades, and whether a pixel near a place is dark.
struct Image(image::GrayImage);

impl Image {
    fn open(path: &Path) -> Self {
        Self(image::open(path).unwrap().to_luma8())
    }

    /// Returns the darkest shade in a box of pixels.
    fn darkest(&self, [left, top, right, bottom]: [f64; 4]) -> u8 {
        let (width, height) = self.0.dimensions();
        let columns = left.max(0.0) as u32..(right.ceil() as u32).min(width);
        let rows = top.max(0.0) as u32..(bottom.ceil() as u32).min(height);
        let shades = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        shades.map(|(x, y)| self.0.get_pixel(x, y).0[0]).min().unwrap_or(255)
    }
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let numbers: Vec<f64> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect();
    numbers.try_into().unwrap()
}

#[test]
fn ink_is_where_the_places_say_and_nowhere_else() {
    let place = Place::new("places");
    place.make(&[
        "--seed",
        "4",
        "--pages",
        "2",
        "--dpi",
        "150",
        "--damage",
        "none,skew",
        "--out",
        "out",
    ]);
    for line in place.read("out/dataset/manifest.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let image = Image::open(&place.0.join("out/dataset").join(record["image"].as_str().unwrap()));
        let [a, b, c, d, e, f] = numbers(&record["matrix"]);
        let page = record["reference"]
            .as_str()
            .unwrap()
            .trim_start_matches("references/")
            .trim_end_matches(".tex");
        let places = place.json(&format!("out/places/{page}.json"));
        let pixels = |ink: [f64; 4]| {
            let corners = [(ink[0], ink[1]), (ink[2], ink[1]), (ink[0], ink[3]), (ink[2], ink[3])];
            let mapped = corners.map(|(x, y)| (a * x + b * y + c, d * x + e * y + f));
            let least = |of: fn(&(f64, f64)) -> f64| mapped.iter().map(of).fold(f64::MAX, f64::min);
            let most = |of: fn(&(f64, f64)) -> f64| mapped.iter().map(of).fold(f64::MIN, f64::max);
            [
                least(|p| p.0) - 1.0,
                least(|p| p.1) - 1.0,
                most(|p| p.0) + 1.0,
                most(|p| p.1) + 1.0,
            ]
        };
        let glyphs = places["glyphs"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|glyph| !glyph["box"].is_null());
        let rules = places["rules"].as_array().unwrap().iter();
        let boxes: Vec<[f64; 4]> = glyphs
            .map(|glyph| &glyph["box"])
            .chain(rules)
            .map(|ink| pixels(numbers(ink)))
            .collect();
        assert!(boxes.len() > 300, "{page}");
        for ink in &boxes {
            assert!(image.darkest(*ink) < 200, "{page}: no ink in {ink:?}");
        }
        let (width, height) = image.0.dimensions();
        let mut covered = vec![false; (width * height) as usize];
        for [left, top, right, bottom] in &boxes {
            for y in top.max(0.0) as u32..(bottom.ceil() as u32 + 1).min(height) {
                for x in left.max(0.0) as u32..(right.ceil() as u32 + 1).min(width) {
                    covered[(y * width + x) as usize] = true;
                }
            }
        }
        let stray = image
            .0
            .pixels()
            .zip(&covered)
            .filter(|(pixel, covered)| pixel.0[0] < 128 && !**covered);
        assert_eq!(stray.count(), 0, "{page}: ink outside of all boxes");
        for segment in places["segments"].as_array().unwrap() {
            for ink in segment["boxes"].as_array().unwrap() {
                assert!(image.darkest(pixels(numbers(ink))) < 160, "{page}: {segment}");
            }
        }
    }
}

#[test]
fn formulas_that_cannot_be_used_are_counted_and_named() {
    let place = Place::new("bad");
    let mut corpus = String::new();
    for n in 0..40 {
        corpus.push_str(&format!("f_{n}(x) + g(y) = h_{{{n}}}(z)\n"));
    }
    corpus.push_str("\\unknowncommand + a + b + c + d + e\n");
    corpus.push_str("\\frac{a}{b + c + d + e + f\n");
    let packages: Vec<String> = (0..1000).map(|n| format!("package{n}")).collect();
    corpus.push_str(&format!(
        "{{\"latex\": \"a + b + c + d + e + f\", \"packages\": {}}}\n",
        serde_json::to_string(&packages).unwrap()
    ));
    corpus.push_str("\\input{secret} + a + b + c + d + e\n");
    fs::write(place.0.join("formulas.txt"), corpus).unwrap();
    place.make(&[
        "--formulas",
        "formulas.txt",
        "--pages",
        "3",
        "--dpi",
        "60",
        "--out",
        "out",
    ]);
    let report = place.json("out/report.json");
    let counts = &report["left_out"]["counts"];
    assert_eq!(counts["unbalanced"], 1, "{counts}");
    assert_eq!(counts["needs a package"], 1, "{counts}");
    assert_eq!(counts["not only a formula"], 1, "{counts}");
    assert_eq!(counts["does not compile"], 1, "{counts}");
    let named = report["left_out"]["named"].to_string();
    for reason in ["package0", "unknowncommand", "\\\\input"] {
        assert!(named.contains(reason), "{named}");
    }
    assert_eq!(report["pages"], 3);
    assert!(report["formulas"]["on_pages"].as_u64().unwrap() > 10, "{report}");
}

#[test]
fn refusals_say_what_to_do() {
    let place = Place::new("refusals");
    fs::write(place.0.join("empty.txt"), "").unwrap();
    fs::write(place.0.join("binary"), [0xff, 0xfe, 0, 1]).unwrap();
    fs::create_dir_all(place.0.join("full")).unwrap();
    fs::write(place.0.join("full/file"), "").unwrap();
    for (arguments, message) in [
        (
            &["--formulas", "empty.txt", "--out", "a"][..],
            "write one formula on each line",
        ),
        (&["--formulas", "binary", "--out", "a"], "not UTF-8"),
        (&["--formulas", "nowhere", "--out", "a"], "nowhere cannot be read"),
        (&["--out", "full"], "--force"),
        (&["--pages", "0", "--out", "a"], "name 1 to 10000 pages"),
        (&["--damage", "fire", "--out", "a"], "there is no damage `fire`"),
        (&["--size", "9", "--out", "a"], "9 is not in 10..=12"),
        (&["--columns", "3", "--out", "a"], "3 is not in 1..=2"),
    ] {
        let all: Vec<&str> = ["make-pages"].iter().chain(arguments).copied().collect();
        let output = place.run(&all);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output).contains(message), "{}", text(&output));
    }
}
