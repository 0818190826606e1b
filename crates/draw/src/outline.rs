//! The outline of a glyph.

/// A point in thousandths of an em: x to the right, y upwards from the baseline.
pub type Point = (f32, f32);

/// A piece of an outline. Each contour starts with a move and is closed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Closes the current contour and starts the next one at this point.
    Move(Point),
    /// A line to this point.
    Line(Point),
    /// A cubic Bézier curve: two control points, and the end.
    Curve(Point, Point, Point),
}

/// The outline of a glyph, filled by the nonzero winding rule.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outline {
    /// The pieces, in order.
    pub segments: Vec<Segment>,
}

/// A rectangle. The unit is that of its source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The least x.
    pub x0: f64,
    /// The least y.
    pub y0: f64,
    /// The greatest x.
    pub x1: f64,
    /// The greatest y.
    pub y1: f64,
}

impl Bounds {
    /// Returns the smallest rectangle with both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Returns the rectangle with a margin on each side.
    #[must_use]
    pub fn grown(self, margin: f64) -> Self {
        Self {
            x0: self.x0 - margin,
            y0: self.y0 - margin,
            x1: self.x1 + margin,
            y1: self.y1 + margin,
        }
    }

    fn at(value: (f64, f64)) -> Self {
        let (x, y) = value;
        Self {
            x0: x,
            y0: y,
            x1: x,
            y1: y,
        }
    }
}

impl Outline {
    /// Returns the exact bounds of the ink; `None` for a glyph without ink.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let wide = |(x, y): Point| (f64::from(x), f64::from(y));
        let mut bounds: Option<Bounds> = None;
        let mut at = (0.0, 0.0);
        let mut add = |point: (f64, f64)| {
            let point = Bounds::at(point);
            bounds = Some(bounds.map_or(point, |bounds| bounds.union(point)));
        };
        for segment in &self.segments {
            at = match *segment {
                // A contour of one point leaves no ink.
                Segment::Move(to) => wide(to),
                Segment::Line(to) => {
                    add(at);
                    add(wide(to));
                    wide(to)
                }
                Segment::Curve(first, second, to) => {
                    let curve = [at, wide(first), wide(second), wide(to)];
                    add(at);
                    add(curve[3]);
                    for extreme in extremes(curve) {
                        add(extreme);
                    }
                    curve[3]
                }
            };
        }
        bounds
    }
}

/// Returns the points of a cubic Bézier curve at which it turns round in x or y.
fn extremes(curve: [(f64, f64); 4]) -> impl Iterator<Item = (f64, f64)> {
    let [a, b, c, d] = curve;
    let x = turns([a.0, b.0, c.0, d.0]);
    let y = turns([a.1, b.1, c.1, d.1]);
    x.into_iter().chain(y).flatten().map(move |t| {
        let mix = |[a, b, c, d]: [f64; 4]| {
            let s = 1.0 - t;
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        (mix([a.0, b.0, c.0, d.0]), mix([a.1, b.1, c.1, d.1]))
    })
}

/// Returns the parameters in (0, 1) at which the derivative of a coordinate is 0.
fn turns([a, b, c, d]: [f64; 4]) -> [Option<f64>; 2] {
    // The derivative is 3 (p t² + q t + r).
    let (p, q, r) = (d - 3.0 * c + 3.0 * b - a, 2.0 * (c - 2.0 * b + a), b - a);
    let inside = |t: f64| (t > 0.0 && t < 1.0).then_some(t);
    if p.abs() < 1e-9 {
        return [if q.abs() < 1e-9 { None } else { inside(-r / q) }, None];
    }
    let under = q * q - 4.0 * p * r;
    if under < 0.0 {
        return [None; 2];
    }
    let root = under.sqrt();
    [inside((-q + root) / (2.0 * p)), inside((-q - root) / (2.0 * p))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_follow_curves_and_not_their_control_points() {
        let segments = vec![
            Segment::Move((0.0, 0.0)),
            Segment::Curve((0.0, 40.0), (100.0, 40.0), (100.0, 0.0)),
            Segment::Line((0.0, 0.0)),
            Segment::Move((500.0, 500.0)),
        ];
        let bounds = Outline { segments }.bounds().unwrap();
        assert_eq!((bounds.x0, bounds.y0, bounds.x1), (0.0, 0.0, 100.0));
        assert!((bounds.y1 - 30.0).abs() < 1e-9, "{bounds:?}");
    }

    #[test]
    fn a_glyph_without_ink_has_no_bounds() {
        assert_eq!(Outline::default().bounds(), None);
    }
}
