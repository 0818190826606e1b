//! A table: numbers, words and formulas under a head.

use texlens_stats::Choices;

use super::sentences::formula;
use crate::material::Material;
use crate::segment::{Piece, Segment, SegmentKind};

pub(super) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Vec<Piece> {
    let columns = choices.between(3, 5);
    let rows = choices.between(2, 5);
    let has_formulas = choices.chance(1, 4);
    let digits = choices.between(0, 2);
    let mut formulas = Vec::new();
    let mut first = |choices: &mut Choices, row: usize| {
        let drawn = has_formulas.then(|| formula(choices, material)).flatten();
        match drawn {
            Some(Piece::Segment(segment)) if segment.content.len() < 30 => {
                formulas.extend(segment.formulas.iter().copied());
                segment.latex()
            }
            _ => char::from(b'A' + row as u8).to_string(),
        }
    };
    let cells: Vec<Vec<String>> = (0..rows)
        .map(|row| {
            let mut cells = vec![first(choices, row)];
            cells.extend((1..columns).map(|_| number(choices, digits)));
            cells
        })
        .collect();
    let head: Vec<String> = (0..columns).map(|_| material.language.column(choices)).collect();
    let line = |cells: &[String]| cells.join(" & ");
    let body: Vec<String> = cells.iter().map(|cells| line(cells)).collect();
    let mut alignment = "l".to_owned();
    alignment.push_str(&choices.pick(["r", "c"]).repeat(columns - 1));
    let (rule, middle) = choices.pick([("\\toprule", "\\midrule"), ("\\hline", "\\hline")]);
    let bottom = if rule == "\\toprule" { "\\bottomrule" } else { "\\hline" };
    vec![
        Piece::markup("\\begin{center}\n"),
        Piece::Segment(Segment {
            kind: SegmentKind::Table,
            open: format!("\\begin{{tabular}}{{{alignment}}}\n{rule}\n"),
            content: format!("{} \\\\\n{middle}\n{}", line(&head), body.join(" \\\\\n")),
            close: format!(" \\\\\n{bottom}\n\\end{{tabular}}"),
            formulas,
        }),
        Piece::markup("\n\\end{center}"),
    ]
}

/// Draws a number with this many decimals.
fn number(choices: &mut Choices, digits: usize) -> String {
    let bound = choices.pick([10, 100, 1000]);
    let whole = choices.below(bound);
    match digits {
        0 => whole.to_string(),
        1 => format!("{whole}.{}", choices.below(10)),
        _ => format!("{whole}.{:02}", choices.below(100)),
    }
}
