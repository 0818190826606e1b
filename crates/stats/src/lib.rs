//! Statistics of an evaluation: the precision of a score, differences between systems, agreement of metrics.
//!
//! | question | module |
//! | --- | --- |
//! | How many of n passed, and how precise is that share? | [`wilson`] |
//! | How precise is a mean over pages, or the difference of two systems on the same pages? | [`bootstrap`] |
//! | Do two metrics, or a metric and people, agree? | [`pearson`], [`spearman`], [`kendall`] |
//! | Do two judges give the same verdicts? | [`kappa`] |
//! | Do many raters agree, each on some of the items? | [`krippendorff`], [`light`], [`icc`] |
//! | Which system is preferred, by choices between two at a time? | [`bradley_terry`] |
//! | What is the mean, standard deviation or percentile of a sample? | [`describe`] |
//!
//! [`Choices`] draws whatever else a seed decides: the items of LaTeXBench, the pages of the page maker.
//!
//! Every function is pure and takes plain slices. An undefined result (an empty sample, a correlation with a constant,
//! a value that is not finite) is a [`StatsError`], never NaN. The values agree with SciPy, numpy and statsmodels; the
//! scripts and their output are in `tests/scipy` and `tests/raters`. [`Choices`] draws what a study needs from a seed.
//!
//! ```
//! use texlens_stats::{Bootstrap, Confidence, StatsError, Units, spearman, wilson};
//!
//! // 39 of 50 pages compile.
//! let compiled = wilson::estimate(39, 50, Confidence::default())?;
//! assert_eq!(compiled.value, 0.78);
//! assert_eq!(format!("{:.3} to {:.3}", compiled.interval.low, compiled.interval.high), "0.648 to 0.872");
//!
//! // The mean score of six pages of three documents: pages of a document are drawn together.
//! let scores = [0.91, 0.88, 0.97, 0.95, 0.76, 0.80];
//! let pages = Units::clusters(&["a", "a", "b", "b", "c", "c"]);
//! let mean = Bootstrap::default().mean(&pages, &scores)?.estimate;
//! assert_eq!(format!("{:.3}", mean.value), "0.878");
//! assert_eq!(format!("{:.2} to {:.2}", mean.interval.low, mean.interval.high), "0.78 to 0.96");
//!
//! // Whether a second metric orders the pages alike.
//! let ratings = [8.0, 7.0, 9.0, 10.0, 5.0, 6.0];
//! assert!(spearman::coefficient(&scores, &ratings)? > 0.9);
//! # Ok::<(), StatsError>(())
//! ```

pub mod bootstrap;
pub mod bradley_terry;
pub mod describe;
pub mod icc;
pub mod kappa;
pub mod kendall;
pub mod krippendorff;
pub mod light;
pub mod pearson;
pub mod spearman;
pub mod wilson;

mod choices;
mod draws;
mod error;
mod estimate;
mod fisher;
mod ranks;
mod sample;

pub use bootstrap::{Bootstrap, Units};
pub use choices::Choices;
pub use error::{StatsError, Which};
pub use estimate::{Confidence, Estimate, Interval};
