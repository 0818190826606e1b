//! Sentences about judges.

pub mod form;
pub mod offer;
pub mod progress;
pub mod said;
