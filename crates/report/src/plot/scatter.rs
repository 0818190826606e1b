//! Scatter plots: two values of each sample against each other.

use std::collections::BTreeMap;

use maud::html;

use super::axis::Axis;
use super::frame::{Frame, figure};
use super::ink::{Ink, Role};
use super::legend::Legend;
use super::marker::{marker, shape};
use super::text::{Anchor, LETTERS, line, plain, short};

/// Number of squares along each side of the plane. Dots of a series in the same square are drawn as one: they cannot be
/// told apart, and drawing ten thousand takes long.
const SQUARES: f64 = 160.0;
/// Width of the area left of the plane, for the numbers and the name of the axis, in pixels.
const LEFT: f64 = 58.0;
/// Height of the area below the plane, in pixels.
const BELOW: f64 = 44.0;

/// A plot of pairs of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Scatter {
    /// Id, title, description, width and series.
    pub frame: Frame,
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Whether both values are the same measure. Both axes are then equal, and a line marks equal values.
    pub is_same: bool,
    /// The pairs; those that are not finite are not drawn.
    pub dots: Vec<Dot>,
}

/// A pair of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// Horizontal value.
    pub x: f64,
    /// Vertical value.
    pub y: f64,
    /// Index in [`Frame::series`].
    pub series: usize,
    /// Name of the sample to which the values belong.
    pub name: String,
    /// Whether a prediction is missing, so that its value is that of an empty text. Such dots are hollow.
    pub is_missing: bool,
}

impl Dot {
    fn is_drawn(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Scatter {
    /// Returns the plot as an `svg` element. The attribute `data-dot` of each drawn dot is its index in
    /// [`Scatter::dots`].
    #[must_use]
    pub fn svg(&self, ink: Ink) -> String {
        let Frame { width, series, .. } = &self.frame;
        let xs = || self.dots.iter().filter(|dot| dot.is_drawn()).map(|dot| dot.x);
        let ys = || self.dots.iter().filter(|dot| dot.is_drawn()).map(|dot| dot.y);
        let (across, up) = if self.is_same {
            let both = Axis::of(xs().chain(ys()));
            (both, both)
        } else {
            (Axis::of(xs()), Axis::of(ys()))
        };
        let legend = Legend::of(series, *width);
        let (left, right, top) = (LEFT, width - 14.0, legend.height + 8.0);
        let bottom = top + (right - left).clamp(120.0, 440.0);
        let height = bottom + BELOW;
        let x = |value: f64| left + across.share(value) * (right - left);
        let y = |value: f64| bottom - up.share(value) * (bottom - top);
        let grid = |from: [f64; 2], to: [f64; 2]| {
            html! { line class=(Role::Grid.class()) stroke=[ink.stroke(Role::Grid)] x1=(short(from[0])) y1=(short(from[1])) x2=(short(to[0])) y2=(short(to[1])) {} }
        };
        let content = html! {
            (legend.draw(ink))
            @for tick in across.ticks() {
                (grid([x(tick), top], [x(tick), bottom + 4.0]))
                (line(ink, Role::Quiet, [x(tick), bottom + LETTERS + 6.0], Anchor::Middle, &across.label(tick), *width))
            }
            @for tick in up.ticks() {
                (grid([left - 4.0, y(tick)], [right, y(tick)]))
                (line(ink, Role::Quiet, [left - 7.0, y(tick) + LETTERS / 3.0], Anchor::End, &up.label(tick), LEFT))
            }
            @if self.is_same {
                line.equal stroke=[ink.stroke(Role::Quiet)] stroke-dasharray="4 4" x1=(short(x(across.low))) y1=(short(y(across.low))) x2=(short(x(across.high))) y2=(short(y(across.high))) {}
            }
            (line(ink, Role::Text, [f64::midpoint(left, right), height - 8.0], Anchor::Middle, &self.x, right - left))
            g transform={ "translate(14 " (short(f64::midpoint(top, bottom))) ") rotate(-90)" } {
                (line(ink, Role::Text, [0.0, 0.0], Anchor::Middle, &self.y, bottom - top))
            }
            @for (dot, count) in self.drawn(&across, &up) {
                @if let Some(one) = self.dots.get(dot) {
                    @let role = Role::Series(one.series);
                    path class={ "dot " @if one.is_missing { "hollow " } (role.class()) } fill=[ink.fill(role)] fill-opacity=(if one.is_missing { "0.12" } else { "0.7" })
                        stroke=[ink.stroke(role).filter(|_| one.is_missing)] data-dot=(dot)
                        d=(marker(shape(one.series), x(one.x), y(one.y), size(count))) {
                        title { (self.words(one, count)) }
                    }
                }
            }
        };
        figure(&self.frame, height, ink, &content)
    }

    /// Returns the indices of the dots that are drawn, each with the number of dots that it represents.
    fn drawn(&self, across: &Axis, up: &Axis) -> Vec<(usize, usize)> {
        #[expect(clippy::cast_possible_truncation, reason = "0 to the number of squares")]
        let square = |share: f64| (share * SQUARES) as i64;
        let mut drawn: Vec<(usize, usize)> = Vec::new();
        let mut places: BTreeMap<(i64, i64, usize, bool), usize> = BTreeMap::new();
        for (index, dot) in self.dots.iter().enumerate().filter(|(_, dot)| dot.is_drawn()) {
            let place = (
                square(across.share(dot.x)),
                square(up.share(dot.y)),
                dot.series,
                dot.is_missing,
            );
            let place = *places.entry(place).or_insert(drawn.len());
            match drawn.get_mut(place) {
                Some((_, count)) => *count += 1,
                None => drawn.push((index, 1)),
            }
        }
        drawn
    }

    fn words(&self, dot: &Dot, count: usize) -> String {
        let more = match count {
            1 => String::new(),
            count => format!(", and {} more here", count - 1),
        };
        plain(&format!("{}: {:.3}, {:.3}{more}", dot.name, dot.x, dot.y))
    }
}

/// Returns half the height of a dot that represents `count` dots.
fn size(count: usize) -> f64 {
    4.0 + (count as f64).log2().min(6.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scatter(dots: Vec<Dot>) -> Scatter {
        Scatter {
            frame: Frame {
                id: "s".to_owned(),
                title: "t".to_owned(),
                description: "d".to_owned(),
                width: 520.0,
                series: vec!["A".to_owned(), "B".to_owned()],
            },
            x: "ds".to_owned(),
            y: "cer".to_owned(),
            is_same: false,
            dots,
        }
    }

    fn dot(x: f64, y: f64, series: usize) -> Dot {
        Dot {
            x,
            y,
            series,
            name: format!("<{x}>"),
            is_missing: false,
        }
    }

    #[test]
    fn dots_are_numbered_and_named_and_what_is_no_number_is_left_out() {
        let svg = scatter(vec![dot(0.1, 2.0, 0), dot(f64::NAN, 1.0, 0), dot(0.9, 3.0, 1)]).svg(Ink::Page);
        assert_eq!(svg.matches("data-dot=").count(), 2);
        assert!(
            svg.contains("data-dot=\"2\"") && svg.contains("&lt;0.1&gt;: 0.100, 2.000"),
            "{svg}"
        );
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn dots_on_one_spot_are_one_that_says_so() {
        let mut dots = vec![dot(0.5, 0.5, 0); 10_000];
        dots.extend([dot(0.0, 0.0, 0), dot(1.0, 1.0, 1), dot(0.5, 0.5, 1)]);
        let svg = scatter(dots).svg(Ink::Page);
        assert_eq!(svg.matches("data-dot=").count(), 4);
        assert!(svg.contains("and 9999 more here"));
    }

    #[test]
    fn what_is_missing_is_drawn_hollow_and_apart() {
        let missing = Dot {
            is_missing: true,
            ..dot(0.5, 0.5, 0)
        };
        let dots = scatter(vec![dot(0.5, 0.5, 0), missing]);
        let svg = dots.svg(Ink::File);
        assert_eq!(svg.matches("data-dot=").count(), 2, "one does not stand for the other");
        assert_eq!(svg.matches("class=\"dot hollow ").count(), 1, "{svg}");
        assert_eq!(svg.matches("fill-opacity=\"0.12\" stroke=").count(), 1, "{svg}");
    }

    #[test]
    fn no_dots_are_a_plane() {
        let svg = scatter(Vec::new()).svg(Ink::File);
        assert!(svg.contains("<svg") && svg.contains("#fff"));
    }
}
