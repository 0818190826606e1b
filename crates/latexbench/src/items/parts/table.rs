//! A table.

use super::part::{Part, Setting};
use crate::article::{Rules, booktabs_table, tabular};
use crate::requirement::{LabelAsk, Requirement, Table, Target};
use crate::topics::Values;

/// A floating table with booktabs.
pub(super) fn part(setting: &mut Setting<'_>) -> Part {
    let values = &setting.topic.table;
    let rows = 2 + setting.choices.below(4);
    let key = format!("tab:{}", values.slug);
    let ask = format!(
        "Write a table with the rules of booktabs, the caption \"{}\" and the label {key} immediately after the caption. \
         {}",
        values.caption,
        described(values, rows)
    );
    let requirement = Requirement::Table(Table {
        cells: cells(values, rows),
        booktabs: true,
        caption: Some(values.caption.to_owned()),
        label: LabelAsk::Named(key.clone()),
    });
    Part {
        packages: vec!["booktabs"],
        mention: Some((format!("Table~\\ref{{{key}}} lists the values."), Target::Table)),
        ..Part::new(ask, requirement, booktabs_table(values, rows, &setting.style))
    }
}

/// A tabular without a float.
pub(super) fn bare(setting: &mut Setting<'_>) -> Part {
    let values = &setting.topic.table;
    let rows = 2 + setting.choices.below(4);
    let booktabs = setting.choices.chance(1, 2);
    let rules = if booktabs {
        "with the rules of booktabs"
    } else {
        "with any rules"
    };
    let ask = format!("Write a tabular {rules}, without a float. {}", described(values, rows));
    let requirement = Requirement::Table(Table {
        cells: cells(values, rows),
        booktabs,
        caption: None,
        label: LabelAsk::None,
    });
    let rules = if booktabs { Rules::Booktabs } else { Rules::Boxed };
    Part {
        packages: if booktabs { vec!["booktabs"] } else { Vec::new() },
        ..Part::new(ask, requirement, tabular(values, rows, rules, setting.style.indent))
    }
}

fn cells(values: &Values, rows: usize) -> Vec<Vec<String>> {
    let rows = values.rows.iter().take(rows);
    std::iter::once(&values.header)
        .chain(rows)
        .map(|row| row.map(str::to_owned).to_vec())
        .collect()
}

fn described(values: &Values, rows: usize) -> String {
    let rows: Vec<String> = values.rows.iter().take(rows).map(|row| row.join(", ")).collect();
    format!(
        "The header is: {}. The rows are: {}.",
        values.header.join(", "),
        rows.join("; ")
    )
}
