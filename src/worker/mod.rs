//! The worker: recognition and scoring off the page's thread, and the page's handle on it.

pub mod protocol;
