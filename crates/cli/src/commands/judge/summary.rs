//! The result of a judge as text for a terminal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use texlens_evaluate::{Interval, JudgeRun, JudgeVerdict, JudgedGroup};
use texlens_judge::Run;

use crate::commands::correlate;

/// Maximum number of items whose flags are listed. The report has all flags.
const MAX_FLAGS: usize = 10;

/// Maximum number of reasons that are listed, the most frequent first.
const MAX_REASONS: usize = 5;

pub(super) fn write(result: &JudgeRun, run: &Run, path: &Path, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row([
        "System",
        "What",
        "judge",
        "95 %",
        "answers alone",
        "correct",
        "items",
        "of these",
    ]);
    for group in &result.groups {
        table.add_row(row(group));
    }
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    for difference in result.comparison.iter().flat_map(|comparison| &comparison.differences) {
        writeln!(out, "\n{}", difference.summary)?;
    }
    write_cost(result, run, out)?;
    write_agreement(result, out)?;
    if let Some(correlations) = &result.correlations {
        writeln!(out)?;
        correlate::table::write(correlations, out)?;
    }
    write_flags(result, out)?;
    write_problems(result, out)?;
    if let Some(stopped) = run.stopped() {
        writeln!(
            out,
            "\nThe run ended early: {stopped}. With --cache, a later run can ask the rest."
        )?;
    }
    writeln!(out, "\nWritten to {}", path.display())
}

fn row(group: &JudgedGroup) -> [String; 8] {
    [
        group.system.clone(),
        group.part.name().to_owned(),
        group.mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}")),
        group.interval.map_or_else(String::new, range),
        group
            .answers
            .map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}")),
        group
            .correct
            .map_or_else(String::new, |correct| format!("{:.0} %", 100.0 * correct.value)),
        group.items.to_string(),
        group.remarks(),
    ]
}

fn range(interval: Interval) -> String {
    format!("{:.3} to {:.3}", interval.low, interval.high)
}

fn write_cost(result: &JudgeRun, run: &Run, out: &mut impl Write) -> io::Result<()> {
    let cost = &result.cost;
    write!(
        out,
        "\n{} requests, {} tokens of prompts, {} of answers",
        cost.requests, cost.input_tokens, cost.output_tokens
    )?;
    match cost.dollars {
        Some(dollars) => write!(out, ", ${dollars:.4}")?,
        None => write!(out, ", price not known")?,
    }
    let progress = run.progress();
    if progress.from_cache > 0 {
        write!(
            out,
            "; {} answers were in the cache, paid now: {}",
            progress.from_cache, progress.spent
        )?;
    }
    if cost.is_estimated {
        write!(out, "; part of it is an upper bound")?;
    }
    writeln!(out)
}

fn write_agreement(result: &JudgeRun, out: &mut impl Write) -> io::Result<()> {
    if let Some(repeats) = result
        .stability
        .as_ref()
        .and_then(|stability| stability.repeats.as_ref())
    {
        write!(out, "\nAsked {} times about {} pairs", repeats.asked, repeats.items)?;
        if let Some(same) = repeats.same {
            write!(
                out,
                ": the same score in {:.0} % ({:.0} to {:.0})",
                100.0 * same.value,
                100.0 * same.interval.low,
                100.0 * same.interval.high
            )?;
        }
        if let Some(kappa) = repeats.kappa {
            write!(
                out,
                ", weighted kappa {:.2} ({:.2} to {:.2})",
                kappa.value, kappa.interval.low, kappa.interval.high
            )?;
        }
        writeln!(out)?;
    }
    if let Some(order) = result.stability.as_ref().and_then(|stability| stability.order.as_ref()) {
        write!(out, "\nPrediction first, {} pairs", order.items)?;
        if let Some(change) = order.change {
            write!(
                out,
                ": the score changes by {:+.2} ({:+.2} to {:+.2})",
                change.value, change.interval.low, change.interval.high
            )?;
        }
        writeln!(out)?;
    }
    for agreement in &result.agreement {
        write!(out, "\nWith {} on {} pairs", agreement.with, agreement.items)?;
        if let Some(r) = agreement.pearson {
            write!(
                out,
                ": Pearson's r {:.2} ({:.2} to {:.2})",
                r.value, r.interval.low, r.interval.high
            )?;
        }
        if let Some(kappa) = agreement.kappa {
            write!(
                out,
                ", weighted kappa {:.2} ({:.2} to {:.2})",
                kappa.value, kappa.interval.low, kappa.interval.high
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the reasons why items have no score, each with its number of items.
fn write_problems(result: &JudgeRun, out: &mut impl Write) -> io::Result<()> {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for item in &result.items {
        let reason = match &item.verdict {
            JudgeVerdict::Invalid { errors } => format!("invalid: {}", errors.join("; ")),
            JudgeVerdict::Failed { reason } => reason.clone(),
            JudgeVerdict::Scored { .. } | JudgeVerdict::ByRule { .. } | JudgeVerdict::NotAsked { .. } => continue,
        };
        *reasons.entry(reason).or_default() += 1;
    }
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| Reverse(*count));
    for problem in &result.problems {
        let system = problem.system.as_deref().unwrap_or_default();
        writeln!(out, "\n{} of {system}: {}", problem.sample, problem.message)?;
    }
    if !reasons.is_empty() {
        writeln!(out, "\nWithout a score:")?;
    }
    for (reason, count) in reasons.iter().take(MAX_REASONS) {
        writeln!(
            out,
            "  {count} {}: {reason}",
            if *count == 1 { "pair" } else { "pairs" }
        )?;
    }
    Ok(())
}

fn write_flags(result: &JudgeRun, out: &mut impl Write) -> io::Result<()> {
    let flagged: Vec<_> = result.items.iter().filter(|item| !item.flags.is_empty()).collect();
    if flagged.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{} may speak to the judge; look at the scores:",
        if flagged.len() == 1 {
            "The texts of 1 pair".to_owned()
        } else {
            format!("The texts of {} pairs", flagged.len())
        }
    )?;
    for item in flagged.iter().take(MAX_FLAGS) {
        for flag in &item.flags {
            writeln!(
                out,
                "  {} of {}: {} in the {} ({}): {}",
                item.id,
                item.system,
                flag.kind,
                flag.side,
                flag.place,
                flag.excerpt.escape_debug()
            )?;
        }
    }
    if flagged.len() > MAX_FLAGS {
        writeln!(out, "  and {} more", flagged.len() - MAX_FLAGS)?;
    }
    Ok(())
}
