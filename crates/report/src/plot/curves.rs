//! Curves: a small plot for each measure, with the values of a factor across and the systems as series.

use std::ops::RangeInclusive;

use maud::{Markup, html};
use texlens_evaluate::{Curve, FactorValue, Measure, Point, noun};

use super::axis::Axis;
use super::frame::{Frame, figure};
use super::ink::{Ink, Role};
use super::legend::Legend;
use super::marker::{marker, shape};
use super::standing::axis_name;
use super::text::{Anchor, LETTERS, line, plain, short, width};

/// Least width of a panel, in pixels.
const PANEL: f64 = 280.0;
/// Height of the plane of a panel, in pixels.
const PLANE: f64 = 150.0;
/// Room above the plane, for the name of the measure, in pixels.
const HEAD: f64 = 24.0;
/// Room below the plane, for the values and the name of the factor, in pixels.
const FOOT: f64 = 46.0;
/// Room left of the plane, for the numbers, in pixels.
const LEFT: f64 = 46.0;
/// Room right of the plane, in pixels.
const RIGHT: f64 = 14.0;
/// Distance of the marks of two series at the same value, in pixels.
const STEP: f64 = 5.0;

/// Small plots, one for each measure.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePlot {
    /// Id, title, description, width and series.
    pub frame: Frame,
    /// The name of the factor.
    pub factor: String,
    /// The values of the factor: the name of each, and its place from 0 to 1.
    pub values: Vec<(String, f64)>,
    /// Whether the values have an order, so that lines lead from one to the next.
    pub is_ordered: bool,
    /// A panel for each measure.
    pub panels: Vec<CurvePanel>,
}

/// The plot of a measure.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePanel {
    /// Name of the measure.
    pub name: String,
    /// The range of possible values.
    pub range: RangeInclusive<f64>,
    /// The marks of each series, by value of the factor.
    pub lines: Vec<Vec<CurveMark>>,
}

/// A mean at a value of the factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveMark {
    /// Index of the value of the factor.
    pub at: usize,
    /// The mean.
    pub value: f64,
    /// Low and high end of the interval, if there is one.
    pub interval: Option<[f64; 2]>,
    /// Number of samples.
    pub samples: usize,
}

/// Plots measures by the values of a factor.
#[must_use]
pub fn curves(id: &str, curve: &Curve, measures: &[Measure], width: f64) -> CurvePlot {
    let values = curve.values.iter().zip(places(curve));
    let values = values.map(|(value, place)| (value.value.clone(), place)).collect();
    let panel = |measure: &Measure| CurvePanel {
        name: axis_name(measure),
        range: measure.range(),
        lines: (0..curve.systems.len())
            .map(|system| curve.line(system, measure).filter_map(mark).collect())
            .collect(),
    };
    let points = curve.points.iter().filter(|point| measures.contains(&point.measure));
    let undefined = points.filter(|point| point.value.is_none()).count();
    let undefined = match undefined {
        0 => String::new(),
        1 => " One mean is undefined and not drawn.".to_owned(),
        count => format!(" {count} means are undefined and not drawn."),
    };
    let samples = curve.values.iter().map(|value| value.samples).sum();
    CurvePlot {
        frame: Frame {
            id: id.to_owned(),
            title: format!("Scores by {}", curve.factor),
            description: format!(
                "Means of {} on {samples} {} by {}, with intervals of {:.0} %: {}. One panel, with its own scale, for each of {} measures.{undefined} \
                 The table has the numbers.",
                curve.systems.join(", "),
                noun(curve.level, samples),
                curve.factor,
                100.0 * curve.resampling.level,
                curve.values.iter().map(in_words).collect::<Vec<_>>().join(", "),
                measures.len(),
            ),
            width,
            series: curve.systems.clone(),
        },
        factor: curve.factor.clone(),
        values,
        is_ordered: curve.is_ordered,
        panels: measures.iter().map(panel).collect(),
    }
}

fn in_words(value: &FactorValue) -> String {
    format!("{} ({})", value.value, value.samples)
}

fn mark(point: &Point) -> Option<CurveMark> {
    Some(CurveMark {
        at: point.at,
        value: point.value?,
        interval: point.interval.map(|interval| [interval.low, interval.high]),
        samples: point.samples,
    })
}

/// Returns the place of each value from 0 to 1: numbers by their value, others at equal distances.
fn places(curve: &Curve) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = curve.values.iter().map(|value| value.number).collect();
    let numbers = numbers.unwrap_or_else(|| (0..curve.values.len()).map(|index| index as f64).collect());
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let share = |number: &f64| if low < high { (number - low) / (high - low) } else { 0.5 };
    numbers.iter().map(share).collect()
}

impl CurvePlot {
    /// Returns the plot as an `svg` element.
    #[must_use]
    pub fn svg(&self, ink: Ink) -> String {
        let Frame { width, series, .. } = &self.frame;
        let legend = Legend::of(series, *width);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few")]
        let across = ((width / PANEL).floor().max(1.0) as usize).min(self.panels.len().max(1));
        let (panel_width, panel_height) = (width / across as f64, HEAD + PLANE + FOOT);
        let rows = self.panels.len().div_ceil(across);
        let height = legend.height + 4.0 + panel_height * rows as f64;
        let content = html! {
            (legend.draw(ink))
            @for (index, panel) in self.panels.iter().enumerate() {
                @let x = panel_width * (index % across) as f64;
                @let y = legend.height + 4.0 + panel_height * (index / across) as f64;
                (self.panel(ink, panel, [x, y], panel_width))
            }
        };
        figure(&self.frame, height, ink, &content)
    }

    fn panel(&self, ink: Ink, panel: &CurvePanel, [x0, y0]: [f64; 2], room: f64) -> Markup {
        let (left, right) = (x0 + LEFT, x0 + room - RIGHT);
        let (top, bottom) = (y0 + HEAD, y0 + HEAD + PLANE);
        let marks = panel.lines.iter().flatten();
        let values = marks.flat_map(|mark| [mark.value].into_iter().chain(mark.interval.into_iter().flatten()));
        let up = Axis::within(values, panel.range.clone());
        let y = |value: f64| bottom - up.share(value) * (bottom - top);
        // Marks of several series are beside each other, and all within the plane.
        let aside = |series: usize| STEP * (series as f64 - (panel.lines.len() as f64 - 1.0) / 2.0);
        let margin = 12.0 + STEP * panel.lines.len() as f64 / 2.0;
        let x = |at: usize| {
            let place = self.values.get(at).map_or(0.5, |(_, place)| *place);
            left + margin + place * (right - left - 2.0 * margin)
        };
        html! {
            (line(ink, Role::Text, [left, top - 10.0], Anchor::Start, &panel.name, right - left))
            @for tick in up.ticks() {
                line class=(Role::Grid.class()) stroke=[ink.stroke(Role::Grid)] x1=(short(left)) x2=(short(right)) y1=(short(y(tick))) y2=(short(y(tick))) {}
                (line(ink, Role::Quiet, [left - 6.0, y(tick) + LETTERS / 3.0], Anchor::End, &up.label(tick), LEFT))
            }
            @for (name, at) in self.labels(x) {
                (line(ink, Role::Quiet, [at, bottom + LETTERS + 4.0], Anchor::Middle, name, self.label_room(room)))
            }
            (line(ink, Role::Quiet, [f64::midpoint(left, right), bottom + 2.0 * LETTERS + 9.0], Anchor::Middle, &self.factor, right - left))
            @for (series, marks) in panel.lines.iter().enumerate() {
                @let role = Role::Series(series);
                g class=(role.class()) fill=[ink.fill(role)] stroke=[ink.stroke(role)] {
                    @for pair in marks.windows(2).filter(|_| self.is_ordered) {
                        @if let [from, to] = pair {
                            line stroke-width="1.5" x1=(short(x(from.at) + aside(series))) y1=(short(y(from.value))) x2=(short(x(to.at) + aside(series))) y2=(short(y(to.value))) {}
                        }
                    }
                    @for mark in marks { (self.mark(mark, series, x(mark.at) + aside(series), y)) }
                }
            }
        }
    }

    fn mark(&self, mark: &CurveMark, series: usize, x: f64, y: impl Fn(f64) -> f64) -> Markup {
        let at = self.values.get(mark.at).map_or("", |(name, _)| name.as_str());
        let system = self.frame.series.get(series).map_or("", String::as_str);
        let interval = mark.interval.map(|[low, high]| format!(" ({low:.3} to {high:.3})"));
        let words = format!(
            "{at}, {system}: {:.3}{}, n = {}",
            mark.value,
            interval.unwrap_or_default(),
            mark.samples
        );
        html! {
            g {
                title { (plain(&words)) }
                @if let Some([low, high]) = mark.interval {
                    path class="whisker" fill="none" stroke-width="1.5" d={
                        "M" (short(x)) " " (short(y(low))) "V" (short(y(high)))
                        "M" (short(x - 2.5)) " " (short(y(low))) "h5M" (short(x - 2.5)) " " (short(y(high))) "h5"
                    } {}
                }
                path d=(marker(shape(series), x, y(mark.value), 3.5)) stroke="none" {}
            }
        }
    }

    /// Returns the values that are named at the axis, from the first one on: those that do not touch the one before.
    fn labels(&self, x: impl Fn(usize) -> f64) -> Vec<(&str, f64)> {
        let mut end = f64::NEG_INFINITY;
        let mut labels = Vec::new();
        for (index, (name, _)) in self.values.iter().enumerate() {
            let (at, half) = (x(index), width(name) / 2.0);
            if self.has_equal_distances() || at - half > end + 3.0 {
                labels.push((name.as_str(), at));
                end = at + half;
            }
        }
        labels
    }

    /// Returns the room for the name of a value. Names at equal distances are cut where the next one begins.
    fn label_room(&self, room: f64) -> f64 {
        match self.has_equal_distances() {
            true => (room - LEFT - RIGHT) / self.values.len().max(1) as f64 - 3.0,
            false => room,
        }
    }

    fn has_equal_distances(&self) -> bool {
        let step = 1.0 / (self.values.len().max(2) - 1) as f64;
        let places = self.values.iter().map(|(_, place)| *place).enumerate();
        self.values.len() > 1
            && places
                .into_iter()
                .all(|(index, place)| (place - step * index as f64).abs() < 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(values: &[(&str, f64)], panels: usize, width: f64) -> CurvePlot {
        let mark = |at: usize, lift: f64| CurveMark {
            at,
            value: 0.4 + lift,
            interval: (at > 0).then_some([0.3 + lift, 0.5 + lift]),
            samples: 7,
        };
        let panel = |index: usize| CurvePanel {
            name: format!("metric <{index}>"),
            range: 0.0..=1.0,
            lines: [0.0, 0.5]
                .map(|lift| (0..values.len()).map(|at| mark(at, lift)).collect())
                .to_vec(),
        };
        CurvePlot {
            frame: Frame {
                id: "c".to_owned(),
                title: "Scores by dpi".to_owned(),
                description: "d".to_owned(),
                width,
                series: vec!["A".to_owned(), "B & C".to_owned()],
            },
            factor: "dpi".to_owned(),
            values: values
                .iter()
                .map(|(name, place)| ((*name).to_owned(), *place))
                .collect(),
            is_ordered: true,
            panels: (0..panels).map(panel).collect(),
        }
    }

    #[test]
    fn every_mark_says_its_numbers_and_lines_lead_through_ordered_values_alone() {
        let mut plot = plot(&[("72", 0.0), ("150", 0.4), ("300", 1.0)], 2, 900.0);
        let svg = plot.svg(Ink::File);
        for shown in [
            "72, A: 0.400, n = 7",
            "300, B &amp; C: 0.900 (0.800 to 1.000), n = 7",
            "metric &lt;1&gt;",
        ] {
            assert!(svg.contains(shown), "{shown} in {svg}");
        }
        let lines = svg.matches("<line stroke-width").count();
        assert_eq!(lines, 2 * 2 * 2, "{svg}");
        plot.is_ordered = false;
        assert_eq!(plot.svg(Ink::File).matches("<line stroke-width").count(), 0);
        assert!(!plot.svg(Ink::Page).contains('#'), "colours are the style sheet's");
    }

    #[test]
    fn nothing_lies_outside_of_the_plot() {
        for width in [300.0, 640.0, 900.0] {
            let svg = plot(&[("a", 0.0), ("a value with a long name", 0.5), ("c", 1.0)], 5, width).svg(Ink::Page);
            for attribute in [" x1=\"", " x2=\"", " x=\""] {
                let numbers = svg.split(attribute).skip(1);
                for x in numbers.filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok()) {
                    assert!((0.0..=width).contains(&x), "{x} of {width}");
                }
            }
        }
    }

    #[test]
    fn names_of_values_do_not_touch() {
        let plot = plot(&[("100", 0.0), ("101", 0.01), ("300", 1.0)], 1, 300.0);
        let svg = plot.svg(Ink::Page);
        assert!(
            svg.contains(">100<") && svg.contains(">300<") && !svg.contains(">101<"),
            "{svg}"
        );
    }

    #[test]
    fn one_value_or_none_is_a_plot() {
        for values in [&[][..], &[("72", 0.5)]] {
            assert!(plot(values, 1, 640.0).svg(Ink::Page).starts_with("<svg"));
        }
    }
}
