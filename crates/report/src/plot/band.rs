//! Means over a number, joined by a line, with a band of one standard deviation.

use std::ops::RangeInclusive;

use maud::html;

use super::axis::Axis;
use super::frame::{Frame, figure};
use super::ink::{Ink, Role};
use super::marker::{marker, shape};
use super::text::{Anchor, LETTERS, line, plain, short};

/// Width of the area left of the plane, for the numbers and the name of the axis, in pixels.
const LEFT: f64 = 58.0;
/// Height of the area below the plane, in pixels.
const BELOW: f64 = 44.0;
/// Height of the plane relative to its width.
const SHAPE: f64 = 0.6;

/// A plot of means that depend on a number, with their standard deviations.
#[derive(Debug, Clone, PartialEq)]
pub struct BandPlot {
    /// Id, title, description and width. There is one series.
    pub frame: Frame,
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// The range of possible means. The band is cut off at its ends.
    pub range: RangeInclusive<f64>,
    /// The points, from left to right.
    pub points: Vec<BandPoint>,
}

/// A mean with its standard deviation.
#[derive(Debug, Clone, PartialEq)]
pub struct BandPoint {
    /// Horizontal position.
    pub x: f64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation; without one, the band does not reach the point.
    pub deviation: Option<f64>,
    /// The numbers in words, for the tooltip.
    pub words: String,
}

impl BandPlot {
    /// Returns the plot as an `svg` element.
    #[must_use]
    pub fn svg(&self, ink: Ink) -> String {
        let (lowest, highest) = (*self.range.start(), *self.range.end());
        let end = |point: &BandPoint, sign: f64| {
            let deviation = point.deviation.unwrap_or_default();
            (point.mean + sign * deviation).clamp(lowest, highest)
        };
        let low = |point: &BandPoint| end(point, -1.0);
        let high = |point: &BandPoint| end(point, 1.0);
        let banded: Vec<&BandPoint> = self.points.iter().filter(|point| point.deviation.is_some()).collect();
        let across = Axis::of(self.points.iter().map(|point| point.x));
        let up = Axis::within(
            self.points.iter().flat_map(|point| [low(point), high(point)]),
            self.range.clone(),
        );
        let (left, right, top) = (LEFT, self.frame.width - 14.0, 10.0);
        let bottom = top + (right - left) * SHAPE;
        let height = bottom + BELOW;
        let x = |value: f64| left + across.share(value) * (right - left);
        let y = |value: f64| bottom - up.share(value) * (bottom - top);
        let path = |places: Vec<[f64; 2]>| {
            let places = places.iter().map(|[x, y]| format!("{} {}", short(*x), short(*y)));
            format!("M{}", places.collect::<Vec<_>>().join("L"))
        };
        let upper = banded.iter().map(|point| [x(point.x), y(high(point))]);
        let lower = banded.iter().rev().map(|point| [x(point.x), y(low(point))]);
        let band = format!("{}Z", path(upper.chain(lower).collect()));
        let means = path(self.points.iter().map(|point| [x(point.x), y(point.mean)]).collect());
        let grid = |from: [f64; 2], to: [f64; 2]| {
            html! { line class=(Role::Grid.class()) stroke=[ink.stroke(Role::Grid)] x1=(short(from[0])) y1=(short(from[1])) x2=(short(to[0])) y2=(short(to[1])) {} }
        };
        let role = Role::Series(0);
        let content = html! {
            @for tick in across.ticks() {
                (grid([x(tick), bottom], [x(tick), bottom + 4.0]))
                (line(ink, Role::Quiet, [x(tick), bottom + LETTERS + 6.0], Anchor::Middle, &across.label(tick), LEFT))
            }
            @for tick in up.ticks() {
                (grid([left - 4.0, y(tick)], [right, y(tick)]))
                (line(ink, Role::Quiet, [left - 7.0, y(tick) + LETTERS / 3.0], Anchor::End, &up.label(tick), LEFT))
            }
            (line(ink, Role::Text, [f64::midpoint(left, right), height - 8.0], Anchor::Middle, &self.x, right - left))
            g transform={ "translate(14 " (short(f64::midpoint(top, bottom))) ") rotate(-90)" } {
                (line(ink, Role::Text, [0.0, 0.0], Anchor::Middle, &self.y, bottom - top))
            }
            @if !banded.is_empty() {
                path class={ "band " (role.class()) } fill=[ink.fill(role)] fill-opacity="0.18" stroke="none" d=(band) {}
            }
            @if !self.points.is_empty() {
                path class={ "curve " (role.class()) } fill="none" stroke=[ink.stroke(role)] stroke-width="1.5" d=(means) {}
            }
            @for point in &self.points {
                path class=(role.class()) fill=[ink.fill(role)] stroke="none" d=(marker(shape(0), x(point.x), y(point.mean), 3.5)) {
                    title { (plain(&point.words)) }
                }
            }
        };
        figure(&self.frame, height, ink, &content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[(f64, f64, f64)]) -> BandPlot {
        let point = |(x, mean, deviation): &(f64, f64, f64)| BandPoint {
            x: *x,
            mean: *mean,
            deviation: Some(*deviation),
            words: format!("<{x}>"),
        };
        BandPlot {
            frame: Frame {
                id: "b".to_owned(),
                title: "t".to_owned(),
                description: "d".to_owned(),
                width: 472.0,
                series: Vec::new(),
            },
            x: "k".to_owned(),
            y: "reward".to_owned(),
            range: 0.0..=1.0,
            points: points.iter().map(point).collect(),
        }
    }

    #[test]
    fn the_band_lies_around_the_means_and_within_the_range() {
        // The plane is 400 pixels wide and 240 high. The axes reach from 0 to 4 and from 0 to 1.
        let svg = plot(&[(0.0, 0.5, 0.5), (4.0, 0.75, 0.5)]).svg(Ink::File);
        assert!(svg.contains("d=\"M58 130L458 70\""), "{svg}");
        assert!(svg.contains("d=\"M58 10L458 10L458 190L58 250Z\""), "{svg}");
        assert_eq!(svg.matches("&lt;").count(), 2, "{svg}");
        assert!(svg.contains("<svg") && svg.contains("#"), "{svg}");
    }

    #[test]
    fn no_points_are_an_empty_plane() {
        let svg = plot(&[]).svg(Ink::Page);
        assert!(!svg.contains("band") && !svg.contains("NaN"), "{svg}");
    }
}
