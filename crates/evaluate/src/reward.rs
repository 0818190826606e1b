//! Rewards for training: the unit tests of TexOCR's equation 2 for the completions of a page, and what training
//! calculates from the rewards of one page.

mod best_of;
mod curve;
mod pass_at;
mod rewarder;
mod spread;
mod test_set;

pub use best_of::best_of;
pub use curve::{CurvePoint, RewardCurve};
pub use pass_at::pass_at;
pub use rewarder::{CompletionReward, Rewarder, TestCounts, WeightedTest};
pub use spread::Spread;
pub use test_set::{TestSet, TestSetError};
