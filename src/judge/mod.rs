//! Asks a judge from the page. A [`Driver`] carries out the requests of a [`Run`](texlens_judge::Run), and [`Answers`]
//! stores the answers.
//!
//! The page and its workers cannot reach any other origin, by a policy that cannot be relaxed later. Requests are
//! therefore sent by `judge.html`, in a frame with an opaque origin: the page and the frame cannot read each other. The
//! frame is confined to the first server that it is given. The key travels with each request and is never stored.

mod driver;
mod relay;
mod store;

pub(crate) use driver::{Driver, Pictures, Step};
pub(crate) use store::{Answers, KeptBench, KeptRatings};
