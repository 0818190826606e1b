//! A judge is asked from the page: [`Driver`] carries out what a [`Run`](texlens_judge::Run) says is to be done, through a document that
//! can reach the judge's server and nothing else, and keeps what was answered.
//!
//! The page itself and its workers reach no other origin, by a policy that cannot be relaxed later. So requests leave from
//! `judge.html`, in a frame without an origin of its own: the page cannot look into it, nor it into the page, and it is confined to the
//! server that it is told first. The key travels with each request and is kept nowhere.

mod driver;
mod relay;
mod store;

pub(crate) use driver::{Driver, Step};
pub(crate) use store::Answers;
