//! Plots as SVG: intervals of means, and scatters of values.
//!
//! A plot on a page has classes and is coloured by the page's style sheet, in the light and in the dark; one that becomes a file has its colours written into it. It is one
//! picture with a title and a description for those who do not see it: whoever shows it has its numbers in a table beside it.
//!
//! Written by hand because what draws plots in Rust writes fixed colours, or a bitmap.

mod axis;
mod frame;
mod ink;
mod interval;
mod legend;
mod marker;
mod scatter;
mod standing;
mod text;

pub use axis::Axis;
pub use frame::Frame;
pub use ink::Ink;
pub use interval::{IntervalPlot, IntervalRow, Mark, interval_cell};
pub use scatter::{Dot, Scatter};
pub use standing::{by_tag, mark, standing, value_name};
