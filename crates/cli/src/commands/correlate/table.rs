//! Correlations as text for a terminal.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use texlens_evaluate::{Coefficient, Correlation, Correlations, MeanCorrelation, RatingsSummary};

/// Writes a table for each measure with which others are correlated, tables of the groups of raters, then a summary of
/// the ratings.
pub(in crate::commands) fn write(correlations: &Correlations, out: &mut impl Write) -> io::Result<()> {
    for (index, pairs) in correlations.pairs.chunk_by(|a, b| a.with == b.with).enumerate() {
        let Some(first) = pairs.first() else { continue };
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "Correlation with {}", first.with)?;
        write_pairs(pairs, out)?;
    }
    write_groups(correlations, out)?;
    if correlations.all_pairs().any(|pair| pair.lower_is_better) {
        writeln!(out, "- Less is better: agreement is below 0.")?;
    }
    if correlations
        .coefficients()
        .any(|one| one.estimate().is_some() && !one.is_clear())
    {
        writeln!(out, "? The interval contains 0: no correlation can be claimed.")?;
    }
    if let Some(note) = correlations.left_out_note() {
        writeln!(out, "{note}")?;
    }
    match &correlations.ratings {
        Some(ratings) => write_ratings(ratings, out),
        None => Ok(()),
    }
}

/// Writes the correlations with each group of raters, their means, and the correlations between groups.
fn write_groups(correlations: &Correlations, out: &mut impl Write) -> io::Result<()> {
    for group in &correlations.groups {
        let Some(first) = group.pairs.first() else { continue };
        let raters = match group.raters {
            1 => "1 person".to_owned(),
            raters => format!("{raters} people"),
        };
        writeln!(
            out,
            "\nCorrelation with {}: {raters}, {} ratings",
            first.with, group.ratings
        )?;
        write_pairs(&group.pairs, out)?;
    }
    if !correlations.averages.is_empty() {
        writeln!(out, "\nMean of Pearson and Spearman over the groups")?;
        let row = |mean: &MeanCorrelation| vec![name(&mean.of, mean.lower_is_better), format!("{:.3}", mean.value)];
        write_table(correlations.averages.iter().map(row), out)?;
    }
    if !correlations.between.is_empty() {
        writeln!(out, "\nCorrelation of the mean ratings of two groups")?;
        let rows = correlations.between.iter().map(|between| {
            let name = format!("{} and {}", between.first, between.second);
            cells(name, between.pairs, between.coefficients().map(|(_, one)| one))
        });
        write_coefficients(rows, out)?;
    }
    Ok(())
}

fn write_pairs(pairs: &[Correlation], out: &mut impl Write) -> io::Result<()> {
    let rows = pairs.iter().map(|pair| {
        let name = name(&pair.of, pair.lower_is_better);
        cells(name, pair.items, pair.coefficients().map(|(_, one)| one))
    });
    write_coefficients(rows, out)
}

/// Returns the name of a measure, marked if lower is better.
fn name(of: &str, lower_is_better: bool) -> String {
    of.to_owned() + if lower_is_better { " -" } else { "" }
}

fn write_coefficients(rows: impl Iterator<Item = [String; 6]>, out: &mut impl Write) -> io::Result<()> {
    let head = ["", "items", "Pearson", "Spearman", "Kendall", ""].map(str::to_owned);
    write_table([head].into_iter().chain(rows).map(Vec::from), out)
}

fn write_table(rows: impl Iterator<Item = Vec<String>>, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_rows(rows);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns the cells of a row: name, items, coefficients, and the reason if the first one is undefined.
fn cells(name: String, items: usize, coefficients: [&Coefficient; 3]) -> [String; 6] {
    let reason = match coefficients[0] {
        Coefficient::Undefined { reason } => reason.clone(),
        Coefficient::Defined(_) => String::new(),
    };
    let [pearson, spearman, kendall] = coefficients.map(cell);
    [name, items.to_string(), pearson, spearman, kendall, reason]
}

fn cell(coefficient: &Coefficient) -> String {
    let Some(estimate) = coefficient.estimate() else {
        return String::new();
    };
    let interval = estimate.interval;
    let doubt = if coefficient.is_clear() { "" } else { " ?" };
    format!(
        "{:.3} [{:.3}, {:.3}]{doubt}",
        estimate.value, interval.low, interval.high
    )
}

fn write_ratings(ratings: &RatingsSummary, out: &mut impl Write) -> io::Result<()> {
    write!(
        out,
        "\n{} ratings of {} items by {}",
        ratings.ratings,
        ratings.items,
        match ratings.raters {
            1 => "1 person".to_owned(),
            people => format!("{people} people"),
        }
    )?;
    if let Some((lowest, highest)) = ratings.lowest.zip(ratings.highest) {
        write!(out, ", {lowest} to {highest}")?;
    }
    writeln!(out)?;
    for pair in &ratings.agreement {
        write!(out, "{:?} and {:?} on {} items: ", pair.first, pair.second, pair.items)?;
        match &pair.kappa {
            Coefficient::Defined(kappa) => writeln!(
                out,
                "weighted kappa {:.2} ({:.2} to {:.2})",
                kappa.value, kappa.interval.low, kappa.interval.high
            )?,
            Coefficient::Undefined { reason } => writeln!(out, "{reason}")?,
        }
    }
    if ratings.unknown > 0 {
        let listed: Vec<String> = ratings
            .unknown_items
            .iter()
            .map(|item| item.escape_debug().to_string())
            .collect();
        writeln!(
            out,
            "Ratings of items that the report does not have: {}, such as {}. Ids are those of `scores` at the level of formulas and of judged items",
            ratings.unknown,
            listed.join(", ")
        )?;
    }
    Ok(())
}
