//! The plot of correlations with people's ratings.

use texlens_evaluate::{Coefficient, Correlation, Correlations};

use super::frame::Frame;
use super::interval::{IntervalPlot, IntervalRow, Mark};

/// Plots Pearson's r of every metric and judge with people's ratings, each with its 95 % interval. Those that agree most
/// with people are at the top. The document-parser paper shows these correlations in figure 2. Returns `None` if no
/// coefficient is defined.
#[must_use]
pub fn agreement(id: &str, correlations: &Correlations, width: f64) -> Option<IntervalPlot> {
    let pairs = correlations.with_ratings();
    let rows: Vec<IntervalRow> = pairs.iter().filter_map(|pair| row(pair)).collect();
    let best = rows.first()?.name.clone();
    let undefined: Vec<String> = pairs.iter().filter_map(|pair| undefined(pair)).collect();
    let absent = match undefined.as_slice() {
        [] => String::new(),
        all => format!(" Not drawn: {}.", all.join("; ")),
    };
    let left_out = correlations.left_out_note().map(|note| format!(" {note}"));
    let has_lower = pairs.iter().any(|pair| pair.lower_is_better);
    let sign = if has_lower {
        " Where less is better, agreement is below 0."
    } else {
        ""
    };
    Some(IntervalPlot {
        frame: Frame {
            id: id.to_owned(),
            title: "Correlation of metrics and judges with human ratings".to_owned(),
            description: format!(
                "Pearson\u{2019}s r with intervals of 95 %. The highest agreement has {best}.{sign}{absent}{} The table \
                 has the numbers.",
                left_out.unwrap_or_default()
            ),
            width,
            series: Vec::new(),
        },
        axis: "Pearson\u{2019}s r with human ratings".to_owned(),
        range: -1.0..=1.0,
        rows,
    })
}

fn row(pair: &Correlation) -> Option<IntervalRow> {
    let estimate = pair.pearson.estimate()?;
    Some(IntervalRow {
        name: name(pair),
        marks: vec![Mark {
            series: 0,
            value: estimate.value,
            interval: Some([estimate.interval.low, estimate.interval.high]),
        }],
    })
}

fn undefined(pair: &Correlation) -> Option<String> {
    match &pair.pearson {
        Coefficient::Undefined { reason } => Some(format!("{} ({reason})", pair.of)),
        Coefficient::Defined(_) => None,
    }
}

fn name(pair: &Correlation) -> String {
    let lower = if pair.lower_is_better { " (less is better)" } else { "" };
    format!("{}{lower}", pair.of)
}

#[cfg(test)]
mod tests {
    use texlens_evaluate::{Confidence, CorrelatedItems, Rating, ValueTable};

    use super::super::Ink;
    use super::*;

    /// Returns the plot of the first `count` of six rated items.
    fn plot(count: usize) -> Option<IntervalPlot> {
        let mut table = ValueTable::new();
        let values = [(0.0, 9.0), (0.1, 8.0), (0.3, 6.0), (0.2, 4.0), (0.9, 1.0), (0.5, 2.0)];
        let mut ratings = Vec::new();
        for (index, (cer, rating)) in values.into_iter().enumerate().take(count) {
            let id = ["1", "2", "3", "4", "5", "6"][index];
            table.set_metric("bleu", id, "A", rating * rating);
            table.set_metric("cer", id, "A", cer);
            table.set_metric("exact", id, "A", 1.0);
            ratings.push(Rating {
                id,
                system: "A",
                rater: "",
                rating,
            });
        }
        table.add_ratings(&ratings, Confidence::default());
        let correlations = table.correlations(CorrelatedItems::Imperfect, Confidence::default());
        agreement("r", &correlations, 640.0)
    }

    #[test]
    fn measures_are_drawn_with_intervals_and_what_is_undefined_says_why() {
        let plot = plot(6).unwrap();
        let names: Vec<&str> = plot.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["bleu", "cer (less is better)"]);
        let mark = plot.rows[1].marks[0];
        // scipy 1.17.1: pearsonr(cer, rating) and its confidence_interval().
        assert!((mark.value + 0.892_476_567).abs() < 1e-6, "{mark:?}");
        let [low, high] = mark.interval.unwrap();
        assert!(
            (low + 0.988_249).abs() < 1e-4 && (high + 0.293_490).abs() < 1e-4,
            "{mark:?}"
        );
        for told in [
            "The highest agreement has bleu.",
            "Not drawn: exact (the values of exact are all equal",
            "agreement is below 0",
            "No items are left out: there is no judge.",
        ] {
            assert!(
                plot.frame.description.contains(told),
                "{told}: {}",
                plot.frame.description
            );
        }
        let svg = plot.svg(Ink::File);
        assert!(svg.contains("cer (less is better): -0.892 (-0.988 to -0.293)"), "{svg}");
    }

    #[test]
    fn two_items_have_no_plot() {
        assert_eq!(plot(2), None);
    }
}
