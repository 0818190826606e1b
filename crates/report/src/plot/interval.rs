//! Means as dots on a common scale, each with the line of its interval.

use std::ops::RangeInclusive;

use maud::{Markup, html};

use super::axis::Axis;
use super::frame::{Frame, figure};
use super::ink::{Ink, Role};
use super::legend::Legend;
use super::marker::{marker, shape};
use super::text::{Anchor, LETTERS, line, plain, short, width};

/// Maximum share of the width for the names of the rows.
const NAMES: f64 = 0.36;
/// Width in pixels below which names are above their rows.
const NARROW: f64 = 480.0;
/// Height of a row without its marks, in pixels.
const ROW: f64 = 16.0;
/// Height of a mark, in pixels.
const MARK: f64 = 11.0;
/// Height of the area below the rows, for the numbers and the name of the axis, in pixels.
const FOOT: f64 = 40.0;

/// A plot of means with their intervals.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalPlot {
    /// Id, title, description, width and series.
    pub frame: Frame,
    /// Name of the axis, for example a metric's name.
    pub axis: String,
    /// The range of possible values.
    pub range: RangeInclusive<f64>,
    /// The rows, from top to bottom.
    pub rows: Vec<IntervalRow>,
}

/// A row of marks.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalRow {
    /// Name of the row: a system, or a value of a tag.
    pub name: String,
    /// One mark for each series that has a value.
    pub marks: Vec<Mark>,
}

/// A mean and its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Index in [`Frame::series`]. If there is only one series, all marks have the first colour.
    pub series: usize,
    /// The mean.
    pub value: f64,
    /// Low and high end of the interval, if there is one.
    pub interval: Option<[f64; 2]>,
}

impl Mark {
    fn values(&self) -> impl Iterator<Item = f64> + use<> {
        [self.value].into_iter().chain(self.interval.into_iter().flatten())
    }
}

impl IntervalPlot {
    /// Returns the axis that contains all marks.
    #[must_use]
    pub fn scale(&self) -> Axis {
        let marks = self.rows.iter().flat_map(|row| &row.marks);
        Axis::within(marks.flat_map(Mark::values), self.range.clone())
    }

    /// Returns the plot as an `svg` element.
    #[must_use]
    pub fn svg(&self, ink: Ink) -> String {
        let Frame { width, series, .. } = &self.frame;
        let is_narrow = *width < NARROW;
        let widest = self.rows.iter().map(|row| self::width(&row.name)).fold(0.0, f64::max);
        let names = if is_narrow {
            0.0
        } else {
            (widest + 12.0).min(NAMES * width)
        };
        let (left, right) = (names + 8.0, width - 14.0);
        let scale = self.scale();
        let x = |value: f64| left + scale.share(value) * (right - left);
        let legend = Legend::of(series, *width);
        let most = self
            .rows
            .iter()
            .map(|row| row.marks.len())
            .max()
            .unwrap_or_default()
            .max(1);
        let above = if is_narrow { LETTERS + 4.0 } else { 0.0 };
        let row_height = ROW + above + MARK * most as f64;
        let top = legend.height + 4.0;
        let bottom = top + row_height * self.rows.len() as f64;
        let height = bottom + FOOT;
        let row = |(index, row): (usize, &IntervalRow)| {
            let start = top + row_height * index as f64;
            let middle = start + above + (row_height - above) / 2.0;
            let name = if is_narrow {
                line(
                    ink,
                    Role::Text,
                    [left, start + LETTERS + 2.0],
                    Anchor::Start,
                    &row.name,
                    right - left,
                )
            } else {
                line(
                    ink,
                    Role::Text,
                    [names, middle + LETTERS / 3.0],
                    Anchor::End,
                    &row.name,
                    names,
                )
            };
            let count = row.marks.len() as f64;
            let y = |place: usize| middle + MARK * (place as f64 - (count - 1.0) / 2.0);
            html! {
                (name)
                @for (place, mark) in row.marks.iter().enumerate() { (self.mark(ink, row, mark, &x, y(place))) }
            }
        };
        let content = html! {
            (legend.draw(ink))
            @for tick in scale.ticks() {
                line class=(Role::Grid.class()) stroke=[ink.stroke(Role::Grid)] x1=(short(x(tick))) x2=(short(x(tick))) y1=(short(top)) y2=(short(bottom + 4.0)) {}
                (line(ink, Role::Quiet, [x(tick), bottom + 4.0 + LETTERS + 2.0], Anchor::Middle, &scale.label(tick), *width))
            }
            (line(ink, Role::Quiet, [f64::midpoint(left, right), height - 6.0], Anchor::Middle, &self.axis, *width))
            @for row in self.rows.iter().enumerate().map(row) { (row) }
        };
        figure(&self.frame, height, ink, &content)
    }

    fn mark(&self, ink: Ink, row: &IntervalRow, mark: &Mark, x: &impl Fn(f64) -> f64, y: f64) -> Markup {
        let role = Role::Series(mark.series);
        let series = self
            .frame
            .series
            .get(mark.series)
            .filter(|_| self.frame.series.len() > 1);
        let of = series.map(|series| format!(", {series}")).unwrap_or_default();
        let interval = mark.interval.map(|[low, high]| format!(" ({low:.3} to {high:.3})"));
        let title = plain(&format!(
            "{}{of}: {:.3}{}",
            row.name,
            mark.value,
            interval.unwrap_or_default()
        ));
        html! {
            g class=(role.class()) fill=[ink.fill(role)] stroke=[ink.stroke(role)] {
                title { (title) }
                @if let Some([low, high]) = mark.interval {
                    line class="whisker" stroke-width="2" x1=(short(x(low))) x2=(short(x(high))) y1=(short(y)) y2=(short(y)) {}
                    @for end in [low, high] {
                        line class="whisker" stroke-width="2" x1=(short(x(end))) x2=(short(x(end))) y1=(short(y - 3.5)) y2=(short(y + 3.5)) {}
                    }
                }
                path d=(marker(shape(mark.series), x(mark.value), y, 4.5)) stroke="none" {}
            }
        }
    }
}

/// Returns a mean and its interval as an `svg` element for a table cell, as wide as the cell allows. The cells above
/// and below use the same scale. The table has the numbers beside the plot, which is therefore hidden from screen
/// readers.
#[must_use]
pub fn interval_cell(mark: Mark, scale: &Axis) -> String {
    let place = |value: f64| format!("{:.2}%", 2.0 + 96.0 * scale.share(value));
    let role = Role::Series(mark.series);
    let svg = html! {
        svg class="plot cell" width="100%" height="18" aria-hidden="true" {
            @for tick in scale.ticks() { line class=(Role::Grid.class()) x1=(place(tick)) x2=(place(tick)) y1="0" y2="18" {} }
            g class=(role.class()) {
                @if let Some([low, high]) = mark.interval {
                    line class="whisker" stroke-width="2" x1=(place(low)) x2=(place(high)) y1="9" y2="9" {}
                    @for end in [low, high] { line class="whisker" stroke-width="2" x1=(place(end)) x2=(place(end)) y1="5" y2="13" {} }
                }
                circle cx=(place(mark.value)) cy="9" r="4.5" stroke="none" {}
            }
        }
    };
    svg.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(names: &[&str], width: f64) -> IntervalPlot {
        IntervalPlot {
            frame: Frame {
                id: "p".to_owned(),
                title: "Systems & <metrics>".to_owned(),
                description: "A 0.9".to_owned(),
                width,
                series: Vec::new(),
            },
            axis: "ds".to_owned(),
            range: 0.0..=1.0,
            rows: names
                .iter()
                .enumerate()
                .map(|(index, name)| IntervalRow {
                    name: (*name).to_owned(),
                    marks: vec![Mark {
                        series: 0,
                        value: 0.5 + index as f64 / 10.0,
                        interval: (index > 0).then_some([0.4, 0.8]),
                    }],
                })
                .collect(),
        }
    }

    #[test]
    fn a_plot_says_what_it_shows_and_holds_no_markup_of_others() {
        let svg = plot(&["A", "<script>alert(1)</script>"], 640.0).svg(Ink::Page);
        for shown in [
            "role=\"img\"",
            "<title id=\"p-title\">Systems &amp; &lt;metrics&gt;</title>",
            "<desc id=\"p-desc\">A 0.9</desc>",
            "A: 0.500",
            "0.600 (0.400 to 0.800)",
        ] {
            assert!(svg.contains(shown), "{shown} in {svg}");
        }
        assert!(!svg.contains("<script"));
        assert!(!svg.contains('#'), "colours are the style sheet's: {svg}");
    }

    #[test]
    fn a_file_has_its_colours_and_a_ground() {
        let svg = plot(&["A"], 640.0).svg(Ink::File);
        for shown in [
            "fill=\"#0072b2\"",
            "fill=\"#fff\"",
            "xmlns=\"http://www.w3.org/2000/svg\"",
            "font-family",
        ] {
            assert!(svg.contains(shown), "{shown} in {svg}");
        }
    }

    #[test]
    fn nothing_lies_outside_of_the_plot() {
        let long = "a system whose name goes on and on and on, and then some more of it";
        for width in [300.0, 390.0, 640.0, 1200.0] {
            let svg = plot(&["A", long, "C"], width).svg(Ink::Page);
            let numbers = svg
                .split("x1=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
            for x in numbers {
                assert!((0.0..=width).contains(&x), "{x} of {width}");
            }
        }
    }

    #[test]
    fn a_plot_without_rows_is_a_plot() {
        assert!(plot(&[], 640.0).svg(Ink::Page).starts_with("<svg"));
    }
}
