//! Correlations as text for a terminal.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use texlens_evaluate::{Coefficient, Correlation, Correlations, RatingsSummary};

/// Writes a table for each measure with which others are correlated, then a summary of the ratings.
pub(in crate::commands) fn write(correlations: &Correlations, out: &mut impl Write) -> io::Result<()> {
    for (index, pairs) in correlations.pairs.chunk_by(|a, b| a.with == b.with).enumerate() {
        let Some(first) = pairs.first() else { continue };
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "Correlation with {}", first.with)?;
        write_pairs(pairs, out)?;
    }
    let pairs = &correlations.pairs;
    if pairs.iter().any(|pair| pair.lower_is_better) {
        writeln!(out, "- Less is better: agreement is below 0.")?;
    }
    let coefficients = || {
        pairs
            .iter()
            .flat_map(|pair| [&pair.pearson, &pair.spearman, &pair.kendall])
    };
    if coefficients().any(|one| one.estimate().is_some() && !one.is_clear()) {
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

fn write_pairs(pairs: &[Correlation], out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row(["", "items", "Pearson", "Spearman", "Kendall", ""]);
    for pair in pairs {
        table.add_row(row(pair));
    }
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn row(pair: &Correlation) -> [String; 6] {
    let name = if pair.lower_is_better {
        format!("{} -", pair.of)
    } else {
        pair.of.clone()
    };
    let reason = match &pair.pearson {
        Coefficient::Undefined { reason } => reason.clone(),
        Coefficient::Defined(_) => String::new(),
    };
    [
        name,
        pair.items.to_string(),
        cell(&pair.pearson),
        cell(&pair.spearman),
        cell(&pair.kendall),
        reason,
    ]
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
