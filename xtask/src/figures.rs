//! Writes the benches' figures into the Markdown pages. A figure stands between two comments, which a reader of the page
//! does not see: `<!--figure sizes.pdf-->1.46 MB<!--/figure-->`. The name is that of the bench, a dot, and that of the
//! figure in `xtask/bench/figures.json`, which also has its unit.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{Event, Options, Parser};
use serde::Deserialize;

use crate::command::{step, tracked};
use crate::paths;

/// The figures that benches give, by bench and name, with their units.
const KNOWN: &str = include_str!("../bench/figures.json");

type Known = BTreeMap<String, BTreeMap<String, Unit>>;

/// The unit in which a figure is shown. Benches record seconds, bytes and parts of 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Unit {
    #[serde(rename = "s")]
    Seconds,
    #[serde(rename = "ms")]
    Milliseconds,
    #[serde(rename = "MB")]
    Megabytes,
    #[serde(rename = "GB")]
    Gigabytes,
    #[serde(rename = "%")]
    Percent,
    #[serde(rename = "count")]
    Count,
    #[serde(rename = "")]
    Ratio,
}

impl Unit {
    /// Returns the unit in those of the benches, and its sign.
    const fn scale(self) -> (f64, &'static str) {
        match self {
            Self::Seconds => (1.0, " s"),
            Self::Milliseconds => (1e-3, " ms"),
            Self::Megabytes => (1e6, " MB"),
            Self::Gigabytes => (1e9, " GB"),
            Self::Percent => (1e-2, " %"),
            Self::Count | Self::Ratio => (1.0, ""),
        }
    }

    /// Returns a figure as the documentation shows it: two decimals below 10, none from there on.
    fn show(self, measured: &Measured) -> String {
        let (scale, sign) = self.scale();
        let number = |value: f64| {
            let value = value / scale;
            let is_whole = matches!(self, Self::Percent | Self::Count) || value >= 9.995;
            format!("{value:.*}", if is_whole { 0 } else { 2 })
        };
        match measured {
            Measured::One(value) => format!("{}{sign}", number(*value)),
            Measured::Range([low, high]) if number(*low) == number(*high) => format!("{}{sign}", number(*low)),
            Measured::Range([low, high]) => format!("{} to {}{sign}", number(*low), number(*high)),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Measured {
    One(f64),
    /// The lowest and the highest of several.
    Range([f64; 2]),
}

/// What `record` in `xtask/bench/results.mjs` writes.
#[derive(Debug, Deserialize)]
struct Results {
    date: String,
    version: String,
    processors: usize,
    figures: BTreeMap<String, Measured>,
}

/// Writes the results of all benches that have been run into the pages, and prints what changes.
pub(crate) fn write() -> Result<()> {
    step("writing the figures of the benches into the documentation");
    let known = known()?;
    let (mut shown, mut missing) = (BTreeMap::new(), BTreeSet::new());
    for (bench, units) in &known {
        let Some(results) = results(bench)? else {
            missing.insert(bench);
            continue;
        };
        let Results {
            date,
            version,
            processors,
            ..
        } = &results;
        println!("{bench}: measured on {date}, version {version}, {processors} processors");
        shown.extend(show(bench, units, &results.figures));
    }
    let mut unmeasured = BTreeSet::new();
    for file in tracked("*.md")? {
        let path = paths::root().join(&file);
        let text = fs::read_to_string(&path).with_context(|| file.display().to_string())?;
        let page = Page::read(&text);
        let faults = page.faults(&known);
        ensure!(faults.is_empty(), "{}: {}", file.display(), listed(&faults));
        let (new, changes) = page.rewritten(&text, &shown);
        for Change { line, name, from, to } in changes {
            println!("{}:{line}: {name}: {from} is now {to}", file.display());
        }
        if new != text {
            fs::write(&path, new).with_context(|| file.display().to_string())?;
        }
        let names = page.figures.into_iter().map(|figure| figure.name);
        unmeasured.extend(names.filter(|name| !shown.contains_key(name)));
    }
    if !missing.is_empty() {
        println!("not run, so that their figures stay: {}", listed(&missing));
    }
    let is_of_missing = |name: &String| missing.iter().any(|bench| name.starts_with(&format!("{bench}.")));
    unmeasured.retain(|name| !is_of_missing(name));
    if !unmeasured.is_empty() {
        println!("run, but not measured: {}", listed(&unmeasured));
    }
    Ok(())
}

/// Returns what is wrong with the markers of a page, each with its line.
pub(crate) fn faults(text: &str) -> Result<Vec<Fault>> {
    Ok(Page::read(text).faults(&known()?))
}

fn known() -> Result<Known> {
    serde_json::from_str(KNOWN).context("xtask/bench/figures.json")
}

/// Returns the results of a bench; `None` if it has not been run.
fn results(bench: &str) -> Result<Option<Results>> {
    let path = paths::target().join("bench").join(format!("{bench}.json"));
    let json = match fs::read(&path) {
        Ok(json) => json,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    serde_json::from_slice(&json).with_context(|| path.display().to_string())
}

/// Returns the figures of a bench as the documentation shows them. Figures of earlier versions of the bench are ignored.
fn show(
    bench: &str,
    units: &BTreeMap<String, Unit>,
    measured: &BTreeMap<String, Measured>,
) -> BTreeMap<String, String> {
    let figures = measured
        .iter()
        .filter_map(|(name, value)| Some((format!("{bench}.{name}"), units.get(name)?.show(value))));
    figures.collect()
}

fn listed(items: impl IntoIterator<Item: fmt::Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(", ")
}

/// Something wrong with a marker.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A figure between its markers.
#[derive(Debug)]
struct Figure {
    name: String,
    line: usize,
    /// The bytes between the markers.
    place: Range<usize>,
}

#[derive(Debug, PartialEq, Eq)]
struct Change {
    line: usize,
    name: String,
    from: String,
    to: String,
}

/// The figures of a page.
#[derive(Default)]
struct Page {
    figures: Vec<Figure>,
    /// Markers that do not enclose a figure.
    faults: Vec<Fault>,
}

enum Marker<'a> {
    Begin(&'a str),
    End,
}

impl<'a> Marker<'a> {
    fn of(html: &'a str) -> Option<Self> {
        let comment = html.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
        if comment == "/figure" {
            return Some(Self::End);
        }
        let name = comment.strip_prefix("figure")?;
        name.starts_with(' ').then(|| Self::Begin(name.trim()))
    }
}

impl Page {
    /// Finds the markers, except for those in code, which a page shows.
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        let line = |byte: usize| text.get(..byte).unwrap_or_default().matches('\n').count() + 1;
        let fault = |byte: usize, what: &str| Fault {
            line: line(byte),
            what: what.to_owned(),
        };
        let mut open: Option<(String, Range<usize>)> = None;
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            match event {
                Event::Html(html) if html.contains("<!--figure ") || html.contains("<!--/figure-->") => {
                    // Markdown takes the rest of such a line for HTML.
                    let what = "a figure cannot begin a line: put a word before its marker";
                    page.faults.push(fault(range.start, what));
                }
                Event::InlineHtml(html) => match (Marker::of(&html), open.take()) {
                    (None, still) => open = still,
                    (Some(Marker::Begin(name)), before) => {
                        let unclosed = before.map(|(_, range)| fault(range.start, "a figure without `<!--/figure-->`"));
                        page.faults.extend(unclosed);
                        open = Some((name.to_owned(), range));
                    }
                    (Some(Marker::End), None) => {
                        page.faults.push(fault(range.start, "`<!--/figure-->` ends no figure"))
                    }
                    (Some(Marker::End), Some((name, begin))) => page.figures.push(Figure {
                        name,
                        line: line(begin.start),
                        place: begin.end..range.start,
                    }),
                },
                _ => {}
            }
        }
        let unclosed = open.map(|(_, range)| fault(range.start, "a figure without `<!--/figure-->`"));
        page.faults.extend(unclosed);
        page
    }

    fn faults(&self, known: &Known) -> Vec<Fault> {
        let is_known = |name: &str| {
            let figure = name.split_once('.');
            figure.is_some_and(|(bench, figure)| known.get(bench).is_some_and(|units| units.contains_key(figure)))
        };
        let unknown = self.figures.iter().filter(|figure| !is_known(&figure.name));
        let unknown = unknown.map(|Figure { name, line, .. }| Fault {
            line: *line,
            what: format!("no bench gives the figure {name}: take one of xtask/bench/figures.json"),
        });
        let given = self.faults.iter().map(|Fault { line, what }| Fault {
            line: *line,
            what: what.clone(),
        });
        given.chain(unknown).collect()
    }

    /// Returns the page with new figures, and what changes. Figures that are not among `shown` stay.
    fn rewritten(&self, text: &str, shown: &BTreeMap<String, String>) -> (String, Vec<Change>) {
        let (mut new, mut changes) = (text.to_owned(), Vec::new());
        for Figure { name, line, place } in self.figures.iter().rev() {
            let from = text.get(place.clone()).unwrap_or_default();
            let Some(to) = shown.get(name).filter(|to| *to != from) else {
                continue;
            };
            new.replace_range(place.clone(), to);
            changes.push(Change {
                line: *line,
                name: name.clone(),
                from: from.to_owned(),
                to: to.clone(),
            });
        }
        changes.reverse();
        (new, changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(figures: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = figures
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        owned.collect()
    }

    fn rewrite(text: &str, figures: &[(&str, &str)]) -> String {
        Page::read(text).rewritten(text, &shown(figures)).0
    }

    fn whats(text: &str) -> Vec<(usize, String)> {
        let faults = faults(text).unwrap();
        faults.into_iter().map(|fault| (fault.line, fault.what)).collect()
    }

    #[test]
    fn figures_in_tables_and_sentences_are_replaced_and_nothing_else() {
        let text = "It takes <!--figure tex.native.page-->57 ms<!--/figure--> a page.\n\n\
            | part | size |\n| --- | --- |\n\
            | PDF | <!--figure sizes.pdf-->1.46 MB<!--/figure-->, <!-- figure sizes.tex -->3.5 MB<!-- /figure --> |\n";
        let figures = [
            ("sizes.pdf", "12 MB"),
            ("tex.native.page", "8.50 to 9.00 ms"),
            ("sizes.tex", "3 MB"),
        ];
        let expected = text
            .replace("57 ms", "8.50 to 9.00 ms")
            .replace("1.46 MB", "12 MB")
            .replace("3.5 MB", "3 MB");
        assert_eq!(rewrite(text, &figures), expected);
        // A second run finds the markers again and changes nothing.
        assert_eq!(rewrite(&expected, &figures), expected);
    }

    #[test]
    fn figures_that_were_not_measured_stay_and_changes_have_their_lines() {
        let text = "# Sizes\n\nThe page has <!--figure sizes.page-->2 MB<!--/figure-->, the\n\
            renderer <!--figure sizes.pdf-->1 MB<!--/figure-->, fonts <!--figure sizes.fonts-->3 MB<!--/figure-->.\n";
        let (new, changes) =
            Page::read(text).rewritten(text, &shown(&[("sizes.pdf", "4 MB"), ("sizes.fonts", "3 MB")]));
        assert_eq!(new, text.replace("1 MB", "4 MB"));
        let change = Change {
            line: 4,
            name: "sizes.pdf".to_owned(),
            from: "1 MB".to_owned(),
            to: "4 MB".to_owned(),
        };
        assert_eq!(changes, [change]);
    }

    #[test]
    fn markers_in_code_are_shown_to_readers_and_left_alone() {
        let text =
            "Write `<!--figure sizes.pdf-->1 MB<!--/figure-->`.\n\n```\na <!--figure no.such-->1<!--/figure-->\n```\n";
        assert_eq!(rewrite(text, &[("sizes.pdf", "4 MB"), ("no.such", "2")]), text);
        assert_eq!(whats(text), []);
    }

    #[test]
    fn names_that_no_bench_gives_are_faults() {
        for name in ["sizes.nothing", "nothing.page", "sizes", "page"] {
            let text = format!("Text.\n\nIt has <!--figure {name}-->1 MB<!--/figure-->.\n");
            let expected = format!("no bench gives the figure {name}: take one of xtask/bench/figures.json");
            assert_eq!(whats(&text), [(3, expected)]);
        }
        assert_eq!(whats("It has <!--figure sizes.page-->1 MB<!--/figure-->.\n"), []);
    }

    #[test]
    fn markers_that_enclose_no_figure_are_faults() {
        let unclosed = "a figure without `<!--/figure-->`".to_owned();
        let text = "A <!--figure sizes.pdf-->1 MB\n<!-- note --> and\nb <!--figure sizes.page-->2 MB<!--/figure-->.\n";
        assert_eq!(whats("A <!--figure sizes.pdf-->1 MB.\n"), [(1, unclosed.clone())]);
        assert_eq!(whats(&text.replace("\n<!-- note -->", "\n")), [(1, unclosed)]);
        let end = "`<!--/figure-->` ends no figure".to_owned();
        assert_eq!(whats("A\nb <!--/figure--> c\n"), [(2, end)]);
        let begins = "a figure cannot begin a line: put a word before its marker".to_owned();
        assert_eq!(
            whats("It has\n<!--figure sizes.pdf-->1 MB<!--/figure--> of code.\n"),
            [(2, begins)]
        );
    }

    #[test]
    fn numbers_have_two_decimals_below_ten_and_their_units() {
        let one = |unit: Unit, value: f64| unit.show(&Measured::One(value));
        assert_eq!(one(Unit::Seconds, 0.4249), "0.42 s");
        assert_eq!(one(Unit::Milliseconds, 0.2183), "218 ms");
        assert_eq!(one(Unit::Megabytes, 9_994_999.0), "9.99 MB");
        assert_eq!(one(Unit::Megabytes, 9_996_000.0), "10 MB");
        assert_eq!(one(Unit::Gigabytes, 8.1e8), "0.81 GB");
        assert_eq!(one(Unit::Percent, 0.068), "7 %");
        assert_eq!(one(Unit::Count, 7.0), "7");
        assert_eq!(one(Unit::Ratio, 0.3), "0.30");
        let range = |low, high| Unit::Seconds.show(&Measured::Range([low, high]));
        assert_eq!(range(8.5, 12.3), "8.50 to 12 s");
        assert_eq!(range(11.6, 12.3), "12 s");
    }

    #[test]
    fn results_are_shown_in_the_units_of_the_list() {
        let json = r#"{ "date": "2026-11-24", "version": "0.1.0", "processors": 2,
            "figures": { "page": 1505570, "ratio.range": [0.24, 0.391], "gone": 1 } }"#;
        let results: Results = serde_json::from_str(json).unwrap();
        let units: BTreeMap<String, Unit> = serde_json::from_str(r#"{ "page": "MB", "ratio.range": "" }"#).unwrap();
        assert_eq!(
            show("bench", &units, &results.figures),
            shown(&[("bench.page", "1.51 MB"), ("bench.ratio.range", "0.24 to 0.39")])
        );
    }
}
