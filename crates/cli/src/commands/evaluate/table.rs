//! A comparison as text for a terminal.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use texlens_evaluate::{
    Breakdown, Comparison, Difference, ErrorSummary, Filtered, GroupSummary, Interval, MAX_PAIRED, Measure,
    MetricSummary, PassRate, SystemPair, SystemSummary, TestedSystem, UnitTests, UnitVerdict, noun,
};
use texlens_metrics::{Group, Info, means, metric};
use texlens_report::{rate_names, unit_tests_caption};

/// Maximum number of problems that are listed. The JSON and the JUnit file contain all of them.
const MAX_PROBLEMS: usize = 20;

/// Number of documents below which percentile intervals are known to be too narrow.
const FEW_DOCUMENTS: usize = 20;

/// Writes a table for each level, then the differences in words.
pub(super) fn write(
    title: &str,
    filtered: Option<&Filtered>,
    unit_tests: Option<&UnitTests>,
    comparisons: &[&Comparison],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{title}")?;
    if let Some(filtered) = filtered {
        writeln!(out, "{}", filtered.sentence())?;
    }
    if let Some(tests) = unit_tests {
        write_unit_tests(tests, out)?;
    }
    for comparison in comparisons {
        writeln!(out, "\n{}\n", comparison.counted())?;
        for line in table(comparison).lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        write_remarks(comparison, out)?;
        for breakdown in &comparison.breakdowns {
            write_breakdown(comparison, breakdown, out)?;
        }
        write_errors(comparison, out)?;
        write_differences(&comparison.differences, noun(comparison.level, 2), out)?;
        write_problems(comparison, out)?;
    }
    Ok(())
}

/// Writes the pass rates of unit tests by type and by file, then the tests that do not pass.
fn write_unit_tests(tests: &UnitTests, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let systems = || tests.systems.iter();
    table.add_row(std::iter::once(String::new()).chain(systems().map(|system| system.system.clone())));
    table.add_row(std::iter::once("unit tests".to_owned()).chain(systems().map(|system| rate_cell(&system.score))));
    let groups: [fn(&TestedSystem) -> &Vec<PassRate>; 2] = [|system| &system.kinds, |system| &system.files];
    for group in groups {
        table.add_row([String::new()]);
        for name in rate_names(tests, group) {
            let of_system = |system| {
                group(system)
                    .iter()
                    .find(|rate: &&PassRate| rate.name == name)
                    .map(rate_cell)
            };
            table.add_row(
                std::iter::once(format!("  {name}")).chain(systems().map(|s| of_system(s).unwrap_or_default())),
            );
        }
    }
    writeln!(out)?;
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "\n{}", unit_tests_caption(tests))?;
    write_differences(&tests.differences, "tests", out)?;
    for system in systems() {
        let verdicts = system
            .pages
            .iter()
            .flat_map(|page| page.verdicts.iter().map(move |verdict| (page, verdict)));
        let failed: Vec<_> = verdicts.filter(|(_, verdict)| !verdict.is_passed()).collect();
        if failed.is_empty() {
            continue;
        }
        writeln!(out, "\n{}: {} tests do not pass", system.system, failed.len())?;
        for (page, verdict) in failed.iter().take(MAX_PROBLEMS) {
            let UnitVerdict {
                file, id, kind, reason, ..
            } = verdict;
            writeln!(out, "  {kind} {id} ({file}, page {}): {reason}", page.sample)?;
        }
        if failed.len() > MAX_PROBLEMS {
            writeln!(
                out,
                "  and {} more; --csv, --json and --html list all",
                failed.len() - MAX_PROBLEMS
            )?;
        }
    }
    Ok(())
}

fn rate_cell(rate: &PassRate) -> String {
    format!(
        "{}  {}/{}",
        with_interval(rate.value, rate.interval),
        rate.passed,
        rate.tests
    )
}

/// Makes a table with a row for each metric, by group, and a column for each system: mean, interval and remarks.
fn table(comparison: &Comparison) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let systems = comparison.systems.iter();
    table.add_row(std::iter::once(String::new()).chain(systems.map(|system| system.system.clone())));
    let of_everything = means(comparison.level).into_iter().filter(|info| !info.is_group_mean());
    for Info { id, name, .. } in of_everything.filter(|info| has_group(comparison, info.id)) {
        table.add_row(mean_row(comparison, id, name));
    }
    let ids = comparison.systems.first().map_or(&[][..], |system| &system.metrics);
    let group_of = |summary: &MetricSummary| metric(&summary.metric).map(|metric| metric.info().group);
    for chunk in ids.chunk_by(|a, b| group_of(a) == group_of(b)) {
        table.add_row(heading(comparison, chunk.first().and_then(group_of)));
        for summary in chunk {
            let cells = comparison.systems.iter().map(|system| cell(system, &summary.metric));
            table.add_row(std::iter::once(format!("  {}", summary.metric)).chain(cells));
        }
    }
    if let Some(column) = table.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    table
}

/// Returns the name of a group, with its mean if there is one.
fn heading(comparison: &Comparison, group: Option<Group>) -> Vec<String> {
    match (group, group.and_then(Group::mean)) {
        (Some(group), Some(id)) if has_group(comparison, id) => mean_row(comparison, id, group.name()),
        (Some(Group::Overall), _) => vec![format!("Within each {}, then averaged", noun(comparison.level, 1))],
        (group, _) => vec![group.map_or("Other metrics", Group::name).to_owned()],
    }
}

fn has_group(comparison: &Comparison, id: &str) -> bool {
    comparison.systems.iter().any(|system| system.group(id).is_some())
}

fn mean_row(comparison: &Comparison, id: &str, name: &str) -> Vec<String> {
    let cells = comparison
        .systems
        .iter()
        .map(|system| system.group(id).map_or_else(String::new, mean_cell));
    std::iter::once(name.to_owned()).chain(cells).collect()
}

fn mean_cell(summary: &GroupSummary) -> String {
    match summary.value {
        Some(value) => with_interval(value, summary.interval),
        None => format!("-  needs {}", summary.undefined.join(", ")),
    }
}

fn cell(system: &SystemSummary, id: &str) -> String {
    let Some(summary) = system.metric(id) else {
        return String::new();
    };
    let Some(mean) = summary.mean else {
        return "-".to_owned();
    };
    let mut cell = with_interval(mean, summary.interval);
    if summary.defined < system.scored {
        cell += &format!(" n={}", summary.defined);
    }
    if let Some(pooled) = summary.pooled {
        cell += &format!(" pooled {pooled:.3}");
    }
    cell
}

fn with_interval(value: f64, interval: Option<Interval>) -> String {
    match interval {
        Some(interval) => format!("{value:.3}  [{:.3}, {:.3}]", interval.low, interval.high),
        None => format!("{value:.3}"),
    }
}

fn write_remarks(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let level = noun(comparison.level, 2);
    let resampling = &comparison.resampling;
    writeln!(
        out,
        "\nMeans over {level}; a group is the mean of its metrics' means. n: {level} on which a metric is defined, if not all."
    )?;
    writeln!(
        out,
        "[ ]: {:.0} % interval, {} draws of whole documents, seed {}.",
        100.0 * resampling.level,
        resampling.resamples,
        resampling.seed
    )?;
    if comparison.documents < FEW_DOCUMENTS {
        writeln!(
            out,
            "With fewer than {FEW_DOCUMENTS} documents intervals are too narrow."
        )?;
    }
    if comparison.systems.len() > MAX_PAIRED {
        writeln!(
            out,
            "Differences: each two of the first {MAX_PAIRED} of {} systems.",
            comparison.systems.len()
        )?;
    }
    for (id, reason) in nowhere_defined(comparison) {
        writeln!(out, "{id} is not defined: {reason}.")?;
    }
    if let Some(coverage) = comparison.coverage() {
        writeln!(out, "{coverage}")?;
    }
    for system in &comparison.systems {
        if system.missing > 0 {
            writeln!(out, "{}: {} missing.", system.system, system.missing)?;
        }
    }
    Ok(())
}

/// Writes the main measures of the systems for each value of a tag.
fn write_breakdown(comparison: &Comparison, breakdown: &Breakdown, out: &mut impl Write) -> io::Result<()> {
    for measure in comparison.main_measures() {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        let systems = comparison.systems.iter().map(|system| system.system.clone());
        table.add_row(["", "n"].map(str::to_owned).into_iter().chain(systems));
        for row in &breakdown.values {
            let name = row.value.as_deref().unwrap_or("(not given)");
            let cells = row
                .systems
                .iter()
                .map(|system| measured_cell(&measure, system, row.samples));
            table.add_row([format!("  {name}"), row.samples.to_string()].into_iter().chain(cells));
        }
        writeln!(out, "\n{} by {}", measure.id(), breakdown.tag)?;
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    if breakdown.more_values > 0 {
        let count = breakdown.more_values;
        writeln!(out, "{count} more values of {} are left out.", breakdown.tag)?;
    }
    Ok(())
}

fn measured_cell(measure: &Measure, system: &SystemSummary, samples: usize) -> String {
    let measured = measure.of(system);
    match measured.and_then(|measured| Some((measured, measured.value?))) {
        Some((measured, value)) if measured.samples < samples => {
            format!("{} n={}", with_interval(value, measured.interval), measured.samples)
        }
        Some((measured, value)) => with_interval(value, measured.interval),
        None => "-".to_owned(),
    }
}

/// Writes the number of samples with each error type.
fn write_errors(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let types = comparison.systems.first().map_or(&[][..], |system| &system.error_types);
    if types.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for summary in types {
        let of_type = |system: &SystemSummary| {
            let same = |other: &&ErrorSummary| other.error_type == summary.error_type;
            system
                .error_types
                .iter()
                .find(same)
                .map_or_else(String::new, error_cell)
        };
        let name = format!("  {}", summary.error_type.info().id);
        table.add_row(std::iter::once(name).chain(comparison.systems.iter().map(of_type)));
    }
    let systems: Vec<&str> = comparison.systems.iter().map(|system| system.system.as_str()).collect();
    writeln!(
        out,
        "\nError types of TexOCR: {} that have them, Wilson interval of the share ({})",
        noun(comparison.level, 2),
        systems.join(", ")
    )?;
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn error_cell(summary: &ErrorSummary) -> String {
    let Some(share) = summary.share() else {
        return "not judged".to_owned();
    };
    format!(
        "{} of {}  {}",
        summary.found,
        summary.judged,
        with_interval(share, summary.interval)
    )
}

/// Returns the metrics without any value, each with its commonest reason.
fn nowhere_defined(comparison: &Comparison) -> impl Iterator<Item = (&str, &str)> {
    let metrics = comparison.systems.first().map_or(&[][..], |system| &system.metrics);
    metrics.iter().filter_map(|summary| {
        let mut everywhere = comparison
            .systems
            .iter()
            .filter_map(|system| system.metric(&summary.metric));
        let reason = summary.undefined.first()?;
        everywhere
            .all(|summary| summary.mean.is_none())
            .then_some((summary.metric.as_str(), reason.reason.as_str()))
    })
}

/// Writes the clear differences of each two systems, first in sentences, then by id, and the ids of the other metrics.
fn write_differences(differences: &[Difference], units: &str, out: &mut impl Write) -> io::Result<()> {
    for pair in SystemPair::all(differences) {
        let SystemPair { first, second, .. } = pair;
        writeln!(out, "\n{first} and {second}, on the same {units}")?;
        for difference in &pair.told {
            writeln!(out, "  {}", difference.summary)?;
        }
        let lists = [
            (format!("{first} is also clearly better in"), pair.first_also),
            (format!("{second} is also clearly better in"), pair.second_also),
            ("No clear difference in".to_owned(), pair.unclear),
        ];
        for (what, ids) in lists.iter().filter(|(_, ids)| !ids.is_empty()) {
            writeln!(out, "  {what}: {}", ids.join(", "))?;
        }
    }
    Ok(())
}

fn write_problems(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let problems = &comparison.problems;
    if problems.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nNot scored")?;
    for problem in problems.iter().take(MAX_PROBLEMS) {
        let system = problem
            .system
            .as_deref()
            .map_or_else(String::new, |system| format!(" of {system}"));
        writeln!(out, "  {}{system}: {}", problem.sample, problem.message)?;
    }
    if problems.len() > MAX_PROBLEMS {
        writeln!(out, "  and {} more", problems.len() - MAX_PROBLEMS)?;
    }
    Ok(())
}
