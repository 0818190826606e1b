//! Shapes of marks.

use super::text::short;

/// The shape of a mark. Pairs of a colour and a shape distinguish more series than colours alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Triangle,
}

/// Returns the shape of a series.
pub(super) fn shape(series: usize) -> Shape {
    match series % 4 {
        0 => Shape::Circle,
        1 => Shape::Square,
        2 => Shape::Diamond,
        _ => Shape::Triangle,
    }
}

/// Returns the path of a mark with its centre and its radius.
pub(super) fn marker(shape: Shape, x: f64, y: f64, r: f64) -> String {
    let at = |x: f64, y: f64| format!("{} {}", short(x), short(y));
    match shape {
        Shape::Circle => {
            let (from, to, r) = (at(x - r, y), at(x + r, y), short(r));
            format!("M{from}A{r} {r} 0 1 1 {to}A{r} {r} 0 1 1 {from}Z")
        }
        Shape::Square => {
            let r = 0.88 * r;
            format!(
                "M{}H{}V{}H{}Z",
                at(x - r, y - r),
                short(x + r),
                short(y + r),
                short(x - r)
            )
        }
        Shape::Diamond => {
            let r = 1.2 * r;
            format!("M{}L{}L{}L{}Z", at(x, y - r), at(x + r, y), at(x, y + r), at(x - r, y))
        }
        Shape::Triangle => {
            let r = 1.1 * r;
            format!(
                "M{}L{}L{}Z",
                at(x, y - r),
                at(x + r, y + 0.8 * r),
                at(x - r, y + 0.8 * r)
            )
        }
    }
}
