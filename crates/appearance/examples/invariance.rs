//! Compares whether metrics prefer another way of writing a formula to a damaged formula. Writes the tables of
//! `docs/formula-metrics.md`:
//!
//! ```text
//! cargo run --release -p texlens-appearance --features native --example invariance [FORMULAS] > docs/formula-metrics.md
//! ```
//!
//! FORMULAS is a text file with one formula per line, for a second table. A word and a tab before the formula are
//! ignored.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use texlens_appearance::{Wanted, appearances};
use texlens_draw::Setter;
use texlens_latex::Outline;
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Appearances, Direction, Evidence, Input, Kind, Metric, Settings, metric, registry};
use texlens_tex::{Compiler, Use};

#[path = "../../metrics/tests/invariance/mod.rs"]
mod invariance;

use invariance::{Case, cases, damage, formulas, rewrite};

/// The number of cases in each set.
const COUNT: usize = 1000;

/// The seed of the set in the documentation; development used others.
const SEED: u64 = 3;

/// The maximum length of the formulas of a file, in bytes.
const MAX_BYTES: usize = 200;

/// The metric whose failures are shown.
const ALIGNED: &str = "texbleu_aligned";

fn main() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/texbleu.bin");
    let mut evidence = Evidence::default();
    evidence.texbleu = Some(Arc::new(TexbleuModel::parse(&fs::read(model).unwrap()).unwrap()));

    let mut sets = vec![("own formulas", cases(formulas::formulas(SEED), COUNT, SEED))];
    if let Some(path) = env::args().nth(1) {
        let text = fs::read_to_string(path).unwrap();
        sets.push(("real formulas, development", cases(sampled(&text, 0), COUNT, SEED)));
        sets.push(("real formulas, held out", cases(sampled(&text, 1), COUNT, SEED)));
    }
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex");
    let compiler = Compiler::open(&engine, &[Use::Dvi]).unwrap();
    let means = Means {
        appearances: typeset(&compiler, &sets),
        evidence,
    };
    for (name, cases) in &sets {
        show_failures(name, cases, &means);
        looks(name, cases, &means);
    }
    let outcomes: Vec<_> = sets
        .iter()
        .map(|(name, cases)| (*name, Outcome::of(cases, &means)))
        .collect();
    for row in &outcomes[0].1.rows {
        eprintln!("{:30} {:?} a pair", row.metric.info().id, row.time);
    }
    print!("{}", document(&outcomes));
}

/// What the metrics need besides the texts.
struct Means {
    evidence: Evidence,
    appearances: Appearances,
}

/// Sets all formulas.
fn typeset(compiler: &Compiler, sets: &[(&str, Vec<Case>)]) -> Appearances {
    let cases = sets.iter().flat_map(|(_, cases)| cases);
    let formulas: BTreeSet<&str> = cases
        .flat_map(|case| [&case.reference, &case.rewritten, &case.damaged])
        .map(String::as_str)
        .collect();
    let formulas: Vec<&str> = formulas.into_iter().collect();
    let wanted = Wanted {
        boxes: true,
        layouts: true,
    };
    appearances(&Setter::new(compiler), &formulas, wanted).unwrap()
}

/// Prints how the metrics of appearance treat rewrites that look the same, and damages that look different.
fn looks(name: &str, cases: &[Case], means: &Means) {
    let of = |id: &str, case: &Case, other: &str| value(metric(id).unwrap(), &case.reference, other, means);
    let same: Vec<&Case> = cases
        .iter()
        .filter(|case| of("visual_exact", case, &case.rewritten) == Some(1.0))
        .collect();
    for id in ["visual_exact", "cdm_structural", "cdm_unimernet", "exprate_cdm"] {
        let perfect = same
            .iter()
            .filter(|case| of(id, case, &case.rewritten) == Some(1.0))
            .count();
        let damaged = cases
            .iter()
            .filter(|case| of(id, case, &case.damaged) == Some(1.0))
            .count();
        let ordered = same
            .iter()
            .filter(|case| {
                of(id, case, &case.damaged).is_none_or(|damaged| Some(damaged) < of(id, case, &case.rewritten))
            })
            .count();
        eprintln!(
            "{name}: {} rewrites look the same; {id} gives 1 to {perfect} of them and to {damaged} of {} damages; {ordered} in order",
            same.len(),
            cases.len()
        );
    }
}

/// Prints the failures to standard error, except those of held-out sets, which nobody may look at.
fn show_failures(name: &str, cases: &[Case], means: &Means) {
    let aligned = metric(ALIGNED).unwrap();
    let failures = cases
        .iter()
        .filter(|case| is_right(aligned, case, means) == Some(false));
    for case in failures.filter(|_| !name.contains("held out")) {
        let kinds = (rewrite::ALL[case.rewrite].0, damage::ALL[case.damage].0);
        let values = [&case.rewritten, &case.damaged].map(|other| value(aligned, &case.reference, other, means));
        eprintln!(
            "{name}, {kinds:?}, {values:?}\n    {}\n    {}\n    {}",
            case.reference, case.rewritten, case.damaged
        );
    }
}

/// Returns every `2 * step`-th formula of a file, from the first or from the `step`-th on. So 1,000 formulas come from
/// the whole file, and no formula is in both samples.
fn sampled(text: &str, remainder: usize) -> impl Iterator<Item = String> {
    let step = (text.lines().count() / (40 * COUNT)).max(1);
    let lines = text
        .lines()
        .enumerate()
        .filter(move |(number, _)| number % (2 * step) == remainder * step);
    let formulas = lines.map(|(_, line)| line.split_once('\t').map_or(line, |(_, formula)| formula).to_owned());
    formulas.filter(|formula| (12..=MAX_BYTES).contains(&formula.len()))
}

/// The results of the metrics on a set.
struct Outcome {
    counts: Counts,
    rows: Vec<Row>,
}

/// A number for each kind of rewrite and each kind of damage.
type Counts = [[usize; damage::ALL.len()]; rewrite::ALL.len()];

struct Row {
    metric: &'static dyn Metric,
    /// The number of cases in which the rewritten formula had the better value; `None` if the metric lacks its evidence.
    right: Option<Counts>,
    /// The number of cases whose reference has a value: TeX refuses a few formulas.
    of: Counts,
    time: Duration,
}

impl Outcome {
    fn of(cases: &[Case], means: &Means) -> Self {
        let mut counts = Counts::default();
        for case in cases {
            counts[case.rewrite][case.damage] += 1;
        }
        let metrics = registry()
            .iter()
            .filter(|metric| metric.info().kinds.contains(&Kind::Formula));
        let rows = metrics.map(|metric| Row::of(*metric, cases, means)).collect();
        Self { counts, rows }
    }
}

impl Row {
    fn of(metric: &'static dyn Metric, cases: &[Case], means: &Means) -> Self {
        let start = Instant::now();
        let (mut right, mut of) = (Counts::default(), Counts::default());
        for case in cases {
            if let Some(is_right) = is_right(metric, case, means) {
                right[case.rewrite][case.damage] += usize::from(is_right);
                of[case.rewrite][case.damage] += 1;
            }
        }
        let is_known = of.iter().flatten().any(|count| *count > 0);
        let right = is_known.then_some(right);
        let time = start.elapsed() / u32::try_from(2 * cases.len().max(1)).unwrap();
        Self {
            metric,
            right,
            of,
            time,
        }
    }
}

/// Whether the rewritten formula has the better value; equal values are not sufficient.
fn is_right(metric: &dyn Metric, case: &Case, means: &Means) -> Option<bool> {
    // Without its evidence, a metric has no value for the reference itself.
    value(metric, &case.reference, &case.reference, means)?;
    let rewritten = value(metric, &case.reference, &case.rewritten, means);
    let damaged = value(metric, &case.reference, &case.damaged, means);
    let (Some(rewritten), Some(damaged)) = (rewritten, damaged) else {
        // What does not compile has no value, which is worse than any.
        return Some(rewritten.is_some());
    };
    Some(match metric.info().direction {
        Direction::HigherIsBetter => rewritten > damaged,
        Direction::LowerIsBetter => rewritten < damaged,
    })
}

fn value(metric: &dyn Metric, reference: &str, prediction: &str, means: &Means) -> Option<f64> {
    let pages = [0..reference.len(), 0..prediction.len()];
    let mut evidence = means.evidence.clone();
    means.appearances.add_to(&mut evidence, reference, prediction);
    let input = Input {
        reference: &Outline::of(reference),
        prediction: &Outline::of(prediction),
        reference_pages: &pages[..1],
        prediction_pages: &pages[1..],
        evidence: &evidence,
        settings: &Settings::default(),
        scores: &[],
        shared: &texlens_metrics::Shared::default(),
    };
    metric.score(&input).value()
}

/// The text above the tables.
const INTRODUCTION: &str = include_str!("invariance-introduction.md");

fn document(sets: &[(&str, Outcome)]) -> String {
    let mut page = INTRODUCTION.to_owned();
    let (_, own) = &sets[0];
    overall(&mut page, sets);
    let rewrites = rewrite::ALL.map(|(name, _)| name);
    let damages = damage::ALL.map(|(name, _)| name);
    by_kind(
        &mut page,
        "By kind of rewrite, own formulas",
        &rewrites,
        own,
        |counts, kind| counts[kind].iter().sum(),
    );
    by_kind(
        &mut page,
        "By kind of damage, own formulas",
        &damages,
        own,
        |counts, kind| counts.iter().map(|row| row[kind]).sum(),
    );
    crossed(&mut page, own);
    page
}

fn overall(page: &mut String, sets: &[(&str, Outcome)]) {
    let mut header = "\n## Overall\n\n| metric |".to_owned();
    for (name, outcome) in sets {
        let cases: usize = outcome.counts.iter().flatten().sum();
        write!(header, " {name}, {cases} cases |").unwrap();
    }
    writeln!(page, "{header}\n| --- |{}", " ---: |".repeat(sets.len())).unwrap();
    for (index, row) in sets[0].1.rows.iter().enumerate().filter(|(_, row)| row.right.is_some()) {
        write!(page, "| `{}` |", row.metric.info().id).unwrap();
        for (_, outcome) in sets {
            let total: usize = outcome.rows[index].of.iter().flatten().sum();
            let right = outcome.rows[index].right.as_ref();
            let share = right.map(|right| percent(right.iter().flatten().sum(), total));
            write!(page, " {} |", share.unwrap_or_default()).unwrap();
        }
        page.push('\n');
    }
}

fn by_kind(page: &mut String, title: &str, kinds: &[&str], outcome: &Outcome, sum: impl Fn(&Counts, usize) -> usize) {
    let numbers: Vec<usize> = (0..kinds.len()).map(|kind| sum(&outcome.counts, kind)).collect();
    let names: String = kinds
        .iter()
        .zip(&numbers)
        .map(|(kind, number)| format!(" {kind} ({number}) |"))
        .collect();
    writeln!(
        page,
        "\n## {title}\n\n| metric |{names}\n| --- |{}",
        " ---: |".repeat(kinds.len())
    )
    .unwrap();
    for row in &outcome.rows {
        let Some(right) = &row.right else { continue };
        let shares = (0..kinds.len()).map(|kind| format!(" {} |", percent(sum(right, kind), sum(&row.of, kind))));
        writeln!(page, "| `{}` |{}", row.metric.info().id, shares.collect::<String>()).unwrap();
    }
}

fn crossed(page: &mut String, outcome: &Outcome) {
    let row = outcome.rows.iter().find(|row| row.metric.info().id == ALIGNED).unwrap();
    let right = row.right.as_ref().unwrap();
    let names: String = damage::ALL.iter().map(|(name, _)| format!(" {name} |")).collect();
    writeln!(
        page,
        "\n## Failures of `{ALIGNED}` by both kinds, own formulas\n\n| |{names}\n| --- |{}",
        " ---: |".repeat(damage::ALL.len())
    )
    .unwrap();
    for (index, (name, _)) in rewrite::ALL.iter().enumerate() {
        let cells = right[index].iter().zip(&outcome.counts[index]);
        let cells: String = cells
            .map(|(right, count)| format!(" {} of {count} |", count - right))
            .collect();
        writeln!(page, "| {name} |{cells}").unwrap();
    }
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return String::new();
    }
    format!("{:.1}", 100.0 * part as f64 / whole as f64)
}
