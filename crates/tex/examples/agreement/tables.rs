//! Agreement of the instant check with the engine, as Markdown tables.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use texlens_latex::ErrorClass;
use texlens_stats::{Bootstrap, Confidence, Units, wilson};

use crate::judged::Judged;

/// Prints all tables.
pub(crate) fn print(judged: &[Judged]) -> Result<()> {
    print_accuracy(judged)?;
    print_verdicts("source", judged, |judged| judged.case.source.name());
    print_verdicts("mutation", judged, |judged| judged.case.mutation.name());
    print_classes(judged);
    Ok(())
}

/// Prints the cases in which the engine and the check differ.
pub(crate) fn print_differences(judged: &[Judged]) {
    for judged in judged.iter().filter(|judged| !judged.agrees()) {
        let (kind, messages) = if judged.compiles {
            (
                "false alarm",
                judged.found.iter().map(|found| &found.message).collect::<Vec<_>>(),
            )
        } else {
            (
                "miss",
                judged.errors.iter().map(|error| &error.diagnostic.message).collect(),
            )
        };
        let first = messages.first().map_or("", |message| message.as_str());
        println!("{kind}: {} ({}): {first}", judged.case.id, judged.case.mutation.name());
    }
}

/// Prints the share of verdicts that equal the engine's. Cases of one document are similar, so the interval over
/// documents is the more honest one.
fn print_accuracy(judged: &[Judged]) -> Result<()> {
    let right = judged.iter().filter(|judged| judged.agrees()).count();
    let estimate = wilson::estimate(right as u64, judged.len() as u64, Confidence::default())?;
    let documents: Vec<&str> = judged.iter().map(|judged| judged.case.document.as_str()).collect();
    let values: Vec<f64> = judged
        .iter()
        .map(|judged| f64::from(u8::from(judged.agrees())))
        .collect();
    println!("{right} of {} verdicts right: {:.4}", judged.len(), estimate.value);
    println!(
        "Wilson interval, 95 %: {:.4} to {:.4}",
        estimate.interval.low, estimate.interval.high
    );
    // A bootstrap needs at least two documents.
    if let Ok(resampled) = Bootstrap::default().mean(&Units::clusters(&documents), &values) {
        let interval = resampled.estimate.interval;
        let count = documents.iter().collect::<BTreeSet<_>>().len();
        println!(
            "bootstrap over {count} documents, 95 %: {:.4} to {:.4}",
            interval.low, interval.high
        );
    }
    Ok(())
}

/// Counts of verdicts. Failing to compile is the positive verdict.
#[derive(Default)]
struct Verdicts {
    both_compile: usize,
    both_fail: usize,
    false_alarms: usize,
    misses: usize,
}

impl Verdicts {
    fn count(&mut self, judged: &Judged) {
        *match (judged.compiles, judged.passes()) {
            (true, true) => &mut self.both_compile,
            (false, false) => &mut self.both_fail,
            (true, false) => &mut self.false_alarms,
            (false, true) => &mut self.misses,
        } += 1;
    }

    fn row(&self, name: &str) {
        let Self {
            both_compile,
            both_fail,
            false_alarms,
            misses,
        } = self;
        let all = both_compile + both_fail + false_alarms + misses;
        println!(
            "| {name} | {all} | {} | {false_alarms} | {misses} | {} | {} | {} |",
            both_fail + misses,
            share(both_fail + both_compile, all),
            share(*both_fail, both_fail + false_alarms),
            share(*both_fail, both_fail + misses),
        );
    }
}

fn print_verdicts(of: &str, judged: &[Judged], name: impl Fn(&Judged) -> &'static str) {
    println!("\n| {of} | cases | fail | false alarms | misses | right | precision | recall |");
    println!("| --- | --: | --: | --: | --: | --: | --: | --: |");
    let mut groups: BTreeMap<&str, Verdicts> = BTreeMap::new();
    let mut all = Verdicts::default();
    for judged in judged {
        groups.entry(name(judged)).or_default().count(judged);
        all.count(judged);
    }
    for (name, verdicts) in &groups {
        verdicts.row(name);
    }
    all.row("all");
}

/// Prints a table by the class of the first error: the engine's for recall, the check's for precision.
fn print_classes(judged: &[Judged]) {
    println!(
        "\n| class | engine's first | fail in check | same class in check | check's first | fail in engine | same class in engine |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: |");
    let classes = judged
        .iter()
        .flat_map(|judged| [judged.engine_class(), judged.check_class()]);
    for class in classes.flatten().collect::<BTreeSet<ErrorClass>>() {
        let engine: Vec<&Judged> = judged
            .iter()
            .filter(|judged| judged.engine_class() == Some(class))
            .collect();
        let check: Vec<&Judged> = judged
            .iter()
            .filter(|judged| judged.check_class() == Some(class))
            .collect();
        let part = |judged: &[&Judged], holds: &dyn Fn(&Judged) -> bool| {
            share(judged.iter().filter(|judged| holds(judged)).count(), judged.len())
        };
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            class.name(),
            engine.len(),
            part(&engine, &|judged| !judged.passes()),
            part(&engine, &|judged| judged.check_has(class)),
            check.len(),
            part(&check, &|judged| !judged.compiles),
            part(&check, &|judged| judged.engine_has(class)),
        );
    }
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.3}", part as f64 / whole as f64)
}
