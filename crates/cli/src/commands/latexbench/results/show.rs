//! Results as text, Markdown and a figure.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use texlens_latexbench::{Origin, ResultRow, Results};
use texlens_report::markdown_escaped;
use texlens_report::plot::{Frame, IntervalPlot, IntervalRow, Mark};

/// Width of the figure, in pixels.
const WIDTH: f64 = 720.0;

/// Writes all tables for a terminal.
pub(crate) fn text(results: &Results, out: &mut impl Write) -> io::Result<()> {
    for shown in results.tables() {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.add_row(&shown.head);
        for row in &shown.rows {
            table.add_row(row);
        }
        for column in shown.texts..shown.head.len() {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(out, "{}\n", shown.title)?;
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        for note in &shown.notes {
            writeln!(out, "{note}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes all tables as Markdown.
pub(crate) fn markdown(results: &Results, out: &mut impl Write) -> io::Result<()> {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| markdown_escaped(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    for (index, shown) in results.tables().iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let numbers = shown.head.len() - shown.texts;
        writeln!(out, "**{}**\n", markdown_escaped(&shown.title))?;
        writeln!(out, "{}", row(&shown.head))?;
        writeln!(out, "|{}{}", " --- |".repeat(shown.texts), " ---: |".repeat(numbers))?;
        for cells in &shown.rows {
            writeln!(out, "{}", row(cells))?;
        }
        for note in &shown.notes {
            writeln!(out, "\n{}", markdown_escaped(note))?;
        }
    }
    Ok(())
}

/// Returns figure 1 of the paper: the overall scores, the best at the top.
pub(crate) fn figure(results: &Results) -> IntervalPlot {
    let mut rows: Vec<(f64, IntervalRow)> = results.rows.iter().filter_map(figure_row).collect();
    rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    IntervalPlot {
        frame: Frame {
            id: "overall".to_owned(),
            title: "Overall score".to_owned(),
            description:
                "Mean of generation, edit, detection and specificity of each model, with an interval of 95 %. Printed scores are those of the paper, whose items are others."
                    .to_owned(),
            width: WIDTH,
            series: ["measured", "printed, not measured"].map(str::to_owned).to_vec(),
        },
        axis: "overall".to_owned(),
        range: 0.0..=1.0,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    }
}

fn figure_row(row: &ResultRow) -> Option<(f64, IntervalRow)> {
    let overall = row.overall?;
    let name = match &row.origin {
        Origin::Printed => row.model.clone(),
        origin => format!("{} ({})", row.model, origin.words()),
    };
    let mark = Mark {
        series: usize::from(row.origin == Origin::Printed),
        value: overall.value,
        interval: Some([overall.interval.low, overall.interval.high]),
    };
    let marks = vec![mark];
    Some((overall.value, IntervalRow { name, marks }))
}
