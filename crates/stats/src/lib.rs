//! Statistics of an evaluation: the precision of a score, differences between systems, agreement of metrics.
//!
//! | question | module |
//! | --- | --- |
//! | How many of n passed, and how precise is that share? | [`wilson`] |
//! | How precise is a mean over pages, or the difference of two systems on the same pages? | [`bootstrap`] |
//! | Do two metrics, or a metric and people, agree? | [`pearson`], [`spearman`], [`kendall`] |
//! | Do two judges give the same verdicts? | [`kappa`] |
//! | What is the mean, standard deviation or percentile of a sample? | [`describe`] |
//!
//! Every function is pure and takes plain slices. An undefined result (an empty sample, a correlation with a constant,
//! a value that is not finite) is a [`StatsError`], never NaN. The values agree with SciPy, numpy and statsmodels; the
//! script and its output are in `tests/scipy`.
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
