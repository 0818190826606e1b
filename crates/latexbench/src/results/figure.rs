//! Figure 1 of the paper.

use texlens_report::plot::{Frame, IntervalPlot, IntervalRow, Mark};

use super::result::{Origin, ResultRow, Results};

/// Width of the figure, in pixels.
const WIDTH: f64 = 720.0;

impl Results {
    /// Returns figure 1 of the paper: the overall scores, the best at the top.
    #[must_use]
    pub fn figure(&self) -> IntervalPlot {
        let mut rows: Vec<(f64, IntervalRow)> = self.rows.iter().filter_map(row_of).collect();
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
}

fn row_of(row: &ResultRow) -> Option<(f64, IntervalRow)> {
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
