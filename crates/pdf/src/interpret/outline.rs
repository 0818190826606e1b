//! The measures of an outline.

use hayro::kurbo::{BezPath, PathEl, Point, Shape, flatten};
use texlens_symbols::Outline;

/// Units per em of the glyphs that the interpreter hands out.
pub(super) const EM: f64 = 1000.0;
/// Largest distance of the straight pieces from a curve, in units.
const FINE: f64 = 0.5;

/// Measures an outline; `None` if it has no ink.
pub(super) fn measured(path: &BezPath) -> Option<Outline> {
    let ink = path.bounding_box();
    if path.segments().next().is_none() || !ink.is_finite() {
        return None;
    }
    let edges = [ink.x0, ink.y0, ink.x1, ink.y1].map(|length| length / EM);
    let mut sums = Sums::default();
    let (mut start, mut at) = (Point::ZERO, Point::ZERO);
    flatten(path, FINE, |element| match element {
        PathEl::MoveTo(to) => {
            sums.add(at, start);
            (start, at) = (to, to);
        }
        PathEl::ClosePath => {
            sums.add(at, start);
            at = start;
        }
        PathEl::LineTo(to) => {
            sums.add(at, to);
            at = to;
        }
        // There are no curves in a flattened path.
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    sums.add(at, start);
    Some(sums.outline(edges))
}

/// Integrals over the area within straight lines, in em: of 1, x, y, x², y² and xy.
#[derive(Default)]
struct Sums {
    area: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Sums {
    /// Adds the triangle of a line and the origin, by Green's theorem.
    fn add(&mut self, from: Point, to: Point) {
        let (a, b) = (from.to_vec2() / EM, to.to_vec2() / EM);
        let cross = a.cross(b);
        self.area += cross / 2.0;
        self.x += cross * (a.x + b.x) / 6.0;
        self.y += cross * (a.y + b.y) / 6.0;
        self.xx += cross * (a.x * a.x + a.x * b.x + b.x * b.x) / 12.0;
        self.yy += cross * (a.y * a.y + a.y * b.y + b.y * b.y) / 12.0;
        self.xy += cross * (2.0 * (a.x * a.y + b.x * b.y) + a.x * b.y + b.x * a.y) / 24.0;
    }

    fn outline(&self, ink: [f64; 4]) -> Outline {
        let of_area = |sum: f64| if self.area == 0.0 { 0.0 } else { sum / self.area };
        let (x, y) = (of_area(self.x), of_area(self.y));
        Outline {
            ink,
            area: self.area.abs(),
            centre: [x, y],
            variance: [of_area(self.xx) - x * x, of_area(self.yy) - y * y],
            covariance: of_area(self.xy) - x * y,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use hayro::kurbo::{Affine, Circle, Rect};

    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3 * b.abs().max(1.0)
    }

    #[test]
    fn areas_and_variances_are_those_of_geometry() {
        let square = measured(&Rect::new(100.0, 200.0, 700.0, 500.0).to_path(0.1)).unwrap();
        assert_eq!(square.ink, [0.1, 0.2, 0.7, 0.5]);
        assert!(near(square.area, 0.18), "{square:?}");
        assert!(
            near(square.variance[0], 0.03) && near(square.variance[1], 0.0075),
            "{square:?}"
        );
        assert!(square.covariance.abs() < 1e-9, "{square:?}");
        // A ring whose hole is drawn the other way round.
        let mut ring = Circle::new((500.0, 500.0), 400.0).to_path(0.01);
        let hole = Circle::new((500.0, 500.0), 200.0).to_path(0.01).reverse_subpaths();
        ring.extend(hole);
        let ring = measured(&ring).unwrap();
        assert!(near(ring.area, std::f64::consts::PI * 0.12), "{ring:?}");
        assert!(near(ring.variance[0], 0.05) && near(ring.centre[0], 0.5), "{ring:?}");
    }

    #[test]
    fn slanted_glyphs_have_a_covariance() {
        let slanted = Affine::new([1.0, 0.0, 0.25, 1.0, 0.0, 0.0]) * Rect::new(0.0, 0.0, 100.0, 700.0).to_path(0.1);
        let slanted = measured(&slanted).unwrap();
        assert!(near(slanted.covariance, 0.25 * 0.49 / 12.0), "{slanted:?}");
        assert_eq!(measured(&BezPath::new()), None);
    }
}
