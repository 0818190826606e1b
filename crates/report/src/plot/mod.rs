//! Plots as SVG: intervals of means, bands around means, curves of means by the values of a factor, and scatter plots of
//! values.
//!
//! A plot on a page has classes, and the page's style sheet colours it, in light and dark mode. A plot that becomes a
//! file contains its colours. A plot is one image with a title and a description for people who cannot see it; its
//! caller shows the numbers in a table beside it.
//!
//! The module writes SVG directly because Rust's plotting libraries write fixed colours or bitmaps.

mod agreement;
mod axis;
mod band;
mod best_reward;
mod curves;
mod frame;
mod ink;
mod interval;
mod legend;
mod marker;
mod scatter;
mod standing;
mod text;

pub use agreement::agreement;
pub use axis::Axis;
pub use band::{BandPlot, BandPoint};
pub use best_reward::best_reward;
pub use curves::{CurveMark, CurvePanel, CurvePlot, curves};
pub use frame::Frame;
pub use ink::Ink;
pub use interval::{IntervalPlot, IntervalRow, Mark, interval_cell};
pub use scatter::{Dot, Scatter};
pub use standing::{by_tag, mark, standing, value_name};
