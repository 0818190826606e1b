//! Results as text, Markdown and a figure.

use std::io::{self, Write};

use texlens_latexbench::{Origin, ResultRow, ResultTable, Results};
use texlens_report::plot::{Frame, IntervalPlot, IntervalRow, Mark};

use crate::tables::{self, TextTable};

/// Width of the figure, in pixels.
const WIDTH: f64 = 720.0;

/// Writes all tables for a terminal.
pub(crate) fn text(results: &Results, out: &mut impl Write) -> io::Result<()> {
    tables::text(results.tables().iter().map(shown), out)
}

/// Writes all tables as Markdown.
pub(crate) fn markdown(results: &Results, out: &mut impl Write) -> io::Result<()> {
    tables::markdown(results.tables().iter().map(shown), out)
}

fn shown(table: &ResultTable) -> TextTable<'_> {
    TextTable {
        title: &table.title,
        head: &table.head,
        texts: table.texts,
        rows: &table.rows,
        notes: &table.notes,
    }
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
