//! Statistics of an evaluation: how sure a score is, whether two systems differ, whether two metrics agree.
//!
//! | question | module |
//! | --- | --- |
//! | how many of n passed, and how sure is that share? | [`wilson`] |
//! | how sure is a mean over pages, or the difference of two systems on the same pages? | [`bootstrap`] |
//! | do two metrics, or a metric and people, agree? | [`pearson`], [`spearman`], [`kendall`] |
//! | do two judges give the same verdicts? | [`kappa`] |
//! | what is the mean, spread or percentile of a sample? | [`describe`] |
//!
//! Every function is pure and takes plain slices. What is not defined (an empty sample, a correlation with a constant,
//! a value that is not finite) is a [`StatsError`], never NaN. The values agree with SciPy, numpy and statsmodels; the
//! recipe and its output are in `tests/scipy`.
//!
//! ```
//! use texlens_stats::{Confidence, StatsError, wilson};
//!
//! let passed = wilson::estimate(39, 50, Confidence::default())?;
//! assert_eq!(passed.value, 0.78);
//! assert_eq!(format!("{:.3} to {:.3}", passed.interval.low, passed.interval.high), "0.648 to 0.872");
//! # Ok::<(), StatsError>(())
//! ```

pub mod bootstrap;
pub mod describe;
pub mod kappa;
pub mod kendall;
pub mod pearson;
pub mod spearman;
pub mod wilson;

mod draws;
mod error;
mod estimate;
mod fisher;
mod ranks;
mod sample;

pub use bootstrap::{Bootstrap, Units};
pub use error::{StatsError, Which};
pub use estimate::{Confidence, Estimate, Interval};
