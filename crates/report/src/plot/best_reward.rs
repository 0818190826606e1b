//! The plot of the best reward by the number of completions.

use texlens_evaluate::CurvePoint;
use texlens_vocabulary::{Kind, noun};

use super::band::{BandPlot, BandPoint};
use super::frame::Frame;

/// Plots the expected best reward of k completions of a page: the mean over pages, and a band of one standard deviation
/// over pages. TexOCR's figure 2 has the same form, with a trained model for each k. Returns `None` without points.
#[must_use]
pub fn best_reward(id: &str, points: &[CurvePoint], width: f64) -> Option<BandPlot> {
    let (first, last) = (points.first()?, points.last()?);
    let pages = |count: usize| format!("{count} {}", noun(Kind::Page, count));
    let fewer = if first.pages == last.pages {
        String::new()
    } else {
        format!(
            " At k = {}, the pages with as many completions are {}.",
            last.k, last.pages
        )
    };
    let point = |point: &CurvePoint| BandPoint {
        x: point.k as f64,
        mean: point.mean,
        deviation: point.deviation,
        words: format!(
            "k = {}: {:.3}, {}, {}",
            point.k,
            point.mean,
            match point.deviation {
                Some(deviation) => format!("standard deviation {deviation:.3}"),
                None => "no standard deviation".to_owned(),
            },
            pages(point.pages)
        ),
    };
    Some(BandPlot {
        frame: Frame {
            id: id.to_owned(),
            title: "Best reward by number of completions".to_owned(),
            description: format!(
                "The expected best reward of k completions of a page, as the mean over {}. It is {:.3} for k = {} and \
                 {:.3} for k = {}. The band is one standard deviation over pages.{fewer}",
                pages(first.pages),
                first.mean,
                first.k,
                last.mean,
                last.k,
            ),
            width,
            series: Vec::new(),
        },
        x: "number of completions k".to_owned(),
        y: "best reward".to_owned(),
        range: 0.0..=1.0,
        points: points.iter().map(point).collect(),
    })
}

#[cfg(test)]
mod tests {
    use texlens_evaluate::RewardCurve;

    use super::super::Ink;
    use super::*;

    #[test]
    fn points_are_described_in_words() {
        let mut curve = RewardCurve::default();
        curve.add(&[0.0, 1.0]);
        curve.add(&[0.5]);
        let plot = best_reward("r", &curve.points(), 640.0).unwrap();
        let description = &plot.frame.description;
        assert!(description.contains("as the mean over 2 pages"), "{description}");
        assert!(
            description.contains("At k = 2, the pages with as many completions are 1."),
            "{description}"
        );
        let svg = plot.svg(Ink::File);
        assert!(svg.contains("k = 2: 1.000, no standard deviation, 1 page"), "{svg}");
        assert_eq!(best_reward("r", &[], 640.0), None);
    }
}
